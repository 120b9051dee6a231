"""What a player of Gouji may do now, as buttons."""

from functools import lru_cache
from itertools import combinations, pairwise
from typing import Any, Final

from games.engine.core.cards import TWO, Cards
from games.engine.core.views import Choice, Own, View
from games.engine.gouji.plays import GOUJI_COUNT
from games.play.present import Button
from games.play.screens.common import HINT
from games.play.screens.gouji.terms import card_text, shown_in_words, times_in_words

LABELS: Final = {
    "play": "出牌",
    "pass": "过牌",
    "yield": "让牌",
    "declare": "宣点",
    "burn": "烧牌",
    "return": "还贡",
    "revolt": "革命",
    "stay": "不革命",
    "head": "要头",
    "headless": "无头",
}
MAIN: Final = frozenset({"play", "burn", "return", "declare", "show", "charge", "stay", "head"})
ORDER: Final = ("charge", "play", "burn", "return", "declare", "show", "head", "stay")
MOST_CHARGES: Final = 2
SETS: Final = 3


def buttons_of(view: View) -> tuple[Button, ...]:
    """The buttons of this moment, the weightiest first, and the hint where cards are to be ticked."""
    own, public = view.own, view.public
    if own is None or not own.choices:
        return ()
    choices = sorted(own.choices, key=_weight)
    made = [button for choice in choices for button in _buttons(choice, own, public)]
    if any(choice.cards and choice.verb != "charge" for choice in choices):
        made.append(HINT)
    return tuple(made)


def _weight(choice: Choice) -> int:
    return ORDER.index(choice.verb) if choice.verb in ORDER else len(ORDER)


def _buttons(choice: Choice, own: Own, public: Any) -> tuple[Button, ...]:  # noqa: ANN401
    verb = choice.verb
    kind = "main" if verb in MAIN else "plain"
    if verb == "charge":
        ready = tuple(Button(value, label, "offer") for value, label in _charges(own.hand))
        return (*ready, Button("charge", "冲点", kind, cards=True))
    if choice.picks:
        return tuple(Button(pick, _pick_label(pick), kind) for pick in choice.picks)
    return (Button(verb, _label(verb, own, public), kind, choice.cards),)


def _label(verb: str, own: Own, public: Any) -> str:  # noqa: ANN401
    if verb == "decline" and public.phase == "charge":
        return "不打了" if public.charge else "不冲"
    if verb == "decline":
        return "不烧"
    if verb == "play" and public.phase == "charge":
        return "打这套"
    if verb == "done":
        return _done_label(own)
    return LABELS.get(verb, verb)


def _done_label(own: Own) -> str:
    verbs = {choice.verb for choice in own.choices}
    if own.chosen or not verbs & {"declare", "show"}:
        return "选好了"
    return ("不宣" if "declare" in verbs else "") + ("不亮" if "show" in verbs else "")


def _pick_label(pick: str) -> str:
    verb, _, rest = pick.partition(" ")
    return f"{shown_in_words(rest)}上班" if verb == "show" else LABELS.get(verb, pick)


@lru_cache(maxsize=64)
def _charges(hand: Cards) -> tuple[tuple[str, str], ...]:
    """The strongest charges of a hand, each weak set first: all cards of a rank in a set, or split in two."""
    sets = _sets(hand)
    found: dict[str, str] = {}
    for picked in combinations(sets, SETS):
        together = 0
        for cards in picked:
            if together & cards:
                break
            together |= cards
        else:
            value = " ".join(card_text(cards) for cards in reversed(picked))
            words = " ".join(times_in_words(cards) for cards in reversed(picked))
            found.setdefault(f"冲 {words}", f"charge {value}")
        if len(found) == MOST_CHARGES:
            break
    return tuple((value, label) for label, value in found.items())


def _sets(hand: Cards) -> list[Cards]:
    sets: list[Cards] = []
    for rank in reversed(range(TWO)):
        least, cards = GOUJI_COUNT[rank], (hand >> (16 * rank)) & 0xFFFF
        bits = [1 << at for at in range(16) if cards >> at & 1]
        if len(bits) < least:
            continue
        for parts in range(1, len(bits) // least + 1):
            ends = [len(bits) * part // parts for part in range(parts + 1)]
            sets += [sum(bits[a:b]) << (16 * rank) for a, b in pairwise(ends)]
    return sets
