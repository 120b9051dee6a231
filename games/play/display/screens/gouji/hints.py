"""What to tell a player of Gouji: what they are asked, and what they have chosen in secret."""

from itertools import islice
from typing import Final

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.engine.core.cards import BIG, SMALL, Cards, rank_counts, take_all
from games.engine.core.views import View
from games.engine.gouji.actions import Burn
from games.engine.gouji.burning import covers
from games.engine.gouji.game import Gouji
from games.engine.gouji.public import PhaseName, Public
from games.play.display.log_text import name_of, short_name
from games.play.display.screens.common import cards_in_words, ranks_in_words
from games.play.display.screens.gouji.terms import SAYINGS, shown_in_words
from games.play.display.words import sentences
from games.play.state.table_state import TableState

MOST_BURNS: Final = 300
"""Burns that are tried for the advice: to list all of a large hand takes longer than the table may wait."""
MOST_ADVICE: Final = 4096
# Own hand, play to beat, rules, language: the advice is asked for at every redraw and takes the longest of all words.
_ADVICE: Final[dict[tuple[Cards, Cards, str, str | None], str]] = {}


def hint_of(table_state: TableState, view: View[Public]) -> str:
    """What to tell the viewer beside the buttons."""
    own = view.own
    if own is None:
        return ""
    said = _chosen(own.chosen)
    if not own.choices:
        return _("你已选：{chosen}。等其他人……").format(chosen=said) if said else ""
    words = _prompt(table_state, view, {choice.verb for choice in own.choices})
    return _("已选：{chosen}。{words}").format(chosen=said, words=words) if said else words


def _prompt(table_state: TableState, view: View[Public], verbs: set[str]) -> str:
    public = view.public
    if public.phase == PhaseName.RETURN:
        return _return_hint(table_state, view)
    if public.phase == PhaseName.PLAY:
        burn = public.window == "burn"
        return _burn_hint(table_state, view, verbs) if burn else _play_hint(view, verbs)
    return _opening_words(public, verbs)


def _opening_words(public: Public, verbs: set[str]) -> str:
    if public.phase == PhaseName.REVOLUTION:
        if "revolt" in verbs:
            return _("手里没有花和2，可以革命：弃牌离局，算没开点。")
        return _("没有花和2的人才能革命，你不能。")
    if public.phase == PhaseName.CHARGE:
        return _charge_hint(public, verbs)
    if public.phase == PhaseName.HEADS:
        return _("要头：你的前三手够级牌是死级，别人不能上。无头：谁的牌都能上，谁也能上你的。")
    return _opening_hint(verbs)


def _chosen(text: str) -> str:
    """A sealed choice in words.

    >>> _chosen("declare, show 4S, done")
    '宣点，亮 ♠4'
    """
    said = []
    for action in filter(None, text.split(", ")):
        verb, __, rest = action.partition(" ")
        words = _(SAYINGS.get(verb, verb))
        if verb == "show":
            words = shown_in_words(rest)
        elif rest:
            words += f" {cards_in_words(take_all(rest))}"
        said.append(words)
    if said and not any(said):
        return _("不宣也不亮")
    return _("，").join(filter(None, said))


def _return_hint(table_state: TableState, view: View[Public]) -> str:
    own, public = view.own, view.public
    if own is None:
        return ""
    payers = list(dict.fromkeys(due.payer for due in public.dues if due.receiver == view.seat))
    done = own.chosen.count("return ")
    if done >= len(payers):
        return ""
    payer = payers[done]
    words = _("还给 {name} {count} 张。").format(
        name=short_name(name_of(table_state.seats[payer])), count=own.choices[0].count
    )
    if not own.barred:
        return words
    got = _("收到的 {cards} 不能还。").format(cards=cards_in_words(own.barred))
    return sentences(words, got)


def _charge_hint(public: Public, verbs: set[str]) -> str:
    if public.charge:
        cards = ranks_in_words(public.charge[public.charge_beaten])
        words = (
            _("第 {number} 套是 {cards}，三套全打掉才算你开点。")
            if "play" in verbs
            else _("第 {number} 套是 {cards}，你打不掉。")
        )
        return words.format(number=public.charge_beaten + 1, cards=cards)
    if "charge" in verbs:
        return _("勾三套级牌冲点，或用配好的。对头有一套打不掉，你就算开点。")
    return _("手里不够三套级牌，不能冲点。")


def _opening_hint(verbs: set[str]) -> str:
    words = []
    if "declare" in verbs:
        words.append(_("宣点：声明自己要开点。"))
    if "show" in verbs:
        words.append(_("上班：亮牌争先发。"))
    return sentences(*words) or _("没有可宣可亮的了。")


def _burn_hint(table_state: TableState, view: View[Public], verbs: set[str]) -> str:
    own, top = view.own, view.public.top
    if own is None or top is None:
        return ""
    who = short_name(name_of(table_state.seats[top.seat]))
    if "burn" not in verbs:
        return _("{name} 打够级，你没有能烧的牌。").format(name=who)
    return sentences(_("烧 {name}？").format(name=who), _advice(table_state, view))


def _advice(table_state: TableState, view: View[Public]) -> str:
    """Whether a burn can succeed, from the viewer's own hand alone."""
    hand, ruleset = view.own.hand if view.own else 0, str(table_state.game.ruleset)
    top = view.public.top.cards if view.public.top else 0
    key = (hand, top, ruleset, get_language())
    known = _ADVICE.get(key)
    if known is None:
        if len(_ADVICE) >= MOST_ADVICE:
            _ADVICE.clear()
        known = _ADVICE[key] = _best_burn(Gouji.of(table_state.game), view)
    return known


def _best_burn(game: Gouji, view: View[Public]) -> str:
    hand = view.own.hand if view.own else 0
    burns = (action for action in game.legal_in(view) if isinstance(action, Burn))
    best = (False, -1, 0, 0)
    for burn in islice(burns, MOST_BURNS):
        left = rank_counts(hand & ~burn.cards)
        jokers, ranks = left[SMALL] + left[BIG], sum(count > 0 for count in left[:SMALL])
        sure = covers(hand, burn.cards, game.rules)
        best = max(best, (sure, 99 + jokers - ranks, jokers, ranks))
    sure, __, jokers, ranks = best
    words = (
        _("烧后剩 {jokers} 张花、{ranks} 种牌，能烧成。")
        if sure
        else _("烧后剩 {jokers} 张花、{ranks} 种牌，花不够，烧不成。")
    )
    return words.format(jokers=jokers, ranks=ranks)


def _play_hint(view: View[Public], verbs: set[str]) -> str:
    own, public = view.own, view.public
    if own is None:
        return ""
    if "pass" in verbs:
        if "play" not in verbs:
            return _("你没有管得上的牌，只能过。")
        count = public.top.cards.bit_count() if public.top else 0
        words = ngettext("上牌要 {count} 张，点数更大。", "上牌要 {count} 张，点数更大。", count)
        return words.format(count=count) if count else ""
    if public.burner == view.seat:
        return _("你在烧牌：每一手都要挂花，最后一手除外。")
    if own.barred:
        return _("轮到你发牌，3 留到最后。")
    return _("轮到你发牌。")
