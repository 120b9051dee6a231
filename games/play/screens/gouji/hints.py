"""A word on what a player of Gouji is asked, and what he has chosen in secret."""

from itertools import islice
from typing import Any, Final

from games.engine.core.cards import BIG, SMALL, Cards, rank_counts, take_all
from games.engine.core.game import Game
from games.engine.core.views import View
from games.engine.gouji.actions import Burn
from games.engine.gouji.burning import covers
from games.play.present import Loaded, name_of, short_name
from games.play.screens.common import cards_in_words
from games.play.screens.gouji.terms import SAYINGS, ranks_in_words, shown_in_words

WAIT: Final = "等其他人……"
MOST_BURNS: Final = 300
MOST_ADVICE: Final = 4096
_ADVICE: Final[dict[tuple[Cards, Cards, str], str]] = {}


def hint_of(loaded: Loaded, view: View) -> str:
    """What to tell the viewer beside his buttons."""
    own = view.own
    if own is None:
        return ""
    said = _chosen(own.chosen)
    if not own.choices:
        return f"你已选：{said}。{WAIT}" if said else ""
    words = _asked(loaded, view, {choice.verb for choice in own.choices})
    return f"已选：{said}。{words}" if said else words


def _asked(loaded: Loaded, view: View, verbs: set[str]) -> str:
    public = view.public
    if public.phase == "return":
        return _return_hint(loaded, view)
    if public.phase == "play":
        burn = public.window == "burn"
        return _burn_hint(loaded, view, verbs) if burn else _play_hint(view, verbs)
    return _opening_words(public, verbs)


def _opening_words(public: Any, verbs: set[str]) -> str:  # noqa: ANN401 -- the game's own view
    if public.phase == "revolution":
        if "revolt" in verbs:
            return "手里没有花和2，可以革命：弃牌离局，算没开点。"
        return "没有花和2的人才能革命，你不能。"
    if public.phase == "charge":
        return _charge_hint(public, verbs)
    if public.phase == "heads":
        return "要头：你的前三手够级牌是死级，别人不能上。无头：谁的牌都能上，谁也能上你的。"
    return _opening_hint(verbs)


def _chosen(text: str) -> str:
    """A sealed choice in words.

    >>> _chosen("declare, show 4S, done")
    '宣点，亮 ♠4'
    """
    said = []
    for action in filter(None, text.split(", ")):
        verb, _, rest = action.partition(" ")
        words = SAYINGS.get(verb, verb)
        if verb == "show":
            words = shown_in_words(rest)
        elif rest:
            words += f" {cards_in_words(take_all(rest))}"
        said.append(words)
    if said and not any(said):
        return "不宣也不亮"
    return "，".join(filter(None, said))


def _return_hint(loaded: Loaded, view: View) -> str:
    own, public = view.own, view.public
    if own is None:
        return ""
    payers = list(dict.fromkeys(due.payer for due in public.dues if due.receiver == view.seat))
    done = own.chosen.count("return ")
    if done >= len(payers):
        return ""
    payer = payers[done]
    got = f"收到的 {cards_in_words(own.barred)} 不能还。" if own.barred else ""
    return f"还给 {short_name(name_of(loaded.seats[payer]))} {own.choices[0].count} 张。{got}"


def _charge_hint(public: Any, verbs: set[str]) -> str:  # noqa: ANN401
    if public.charge:
        cards = public.charge[public.charge_beaten]
        words = f"第 {public.charge_beaten + 1} 套是 {ranks_in_words(cards)}"
        if "play" in verbs:
            return f"{words}，三套全打掉才算你开点。"
        return f"{words}，你打不掉。"
    if "charge" in verbs:
        return "勾三套级牌冲点，或用配好的。对头有一套打不掉，你就算开点。"
    return "手里不够三套级牌，不能冲点。"


def _opening_hint(verbs: set[str]) -> str:
    words = []
    if "declare" in verbs:
        words.append("宣点：声明自己要开点。")
    if "show" in verbs:
        words.append("上班：亮牌争先发。")
    return "".join(words) or "没有可宣可亮的了。"


def _burn_hint(loaded: Loaded, view: View, verbs: set[str]) -> str:
    own, top = view.own, view.public.top
    if own is None or top is None:
        return ""
    who = short_name(name_of(loaded.seats[top.seat]))
    if "burn" not in verbs:
        return f"{who} 打够级，你没有能烧的牌。"
    return f"烧 {who}？{_advice(loaded, view)}"


def _advice(loaded: Loaded, view: View) -> str:
    """Whether a burn can succeed, from the viewer's own hand alone."""
    key = (view.own.hand if view.own else 0, view.public.top.cards, str(loaded.game.ruleset))
    known = _ADVICE.get(key)
    if known is None:
        if len(_ADVICE) >= MOST_ADVICE:
            _ADVICE.clear()
        known = _ADVICE[key] = _best_burn(loaded.game, view)
    return known


def _best_burn(game: Game[Any], view: View) -> str:
    hand = view.own.hand if view.own else 0
    burns = (action for action in game.legal_in(view) if isinstance(action, Burn))
    best = (False, -1, 0, 0)
    for burn in islice(burns, MOST_BURNS):
        left = rank_counts(hand & ~burn.cards)
        jokers, ranks = left[SMALL] + left[BIG], sum(count > 0 for count in left[:SMALL])
        sure = covers(hand, burn.cards, game.rules)  # type: ignore[attr-defined]
        best = max(best, (sure, 99 + jokers - ranks, jokers, ranks))
    sure, _, jokers, ranks = best
    words = "能烧成" if sure else "花不够，烧不成"
    return f"烧后剩 {jokers} 张花、{ranks} 种牌，{words}。"


def _play_hint(view: View, verbs: set[str]) -> str:
    own, public = view.own, view.public
    if own is None:
        return ""
    if "pass" in verbs:
        many = f"上牌要 {public.top.cards.bit_count()} 张，点数更大。" if public.top else ""
        return many if "play" in verbs else "你没有管得上的牌，只能过。"
    if public.burner == view.seat:
        return "你在烧牌：每一手都要挂花，最后一手除外。"
    if own.barred:
        return "轮到你发牌，3 留到最后。"
    return "轮到你发牌。"
