"""What a player of Gouji may do now, as buttons."""

from itertools import combinations, pairwise
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.engine.core.cards import TWO, Cards
from games.engine.core.views import Choice, Own, View
from games.engine.gouji.plays import GOUJI_COUNT
from games.engine.gouji.public import PhaseName, Public
from games.play.display.screens.common import HINT
from games.play.display.screens.gouji.terms import card_text, shown_in_words, times_in_words
from games.play.display.types import Button
from games.play.display.words import cached_words

LABELS: Final = {
    "play": gettext_noop("出牌"),
    "pass": gettext_noop("过牌"),
    "yield": gettext_noop("让牌"),
    "declare": gettext_noop("宣点"),
    "burn": gettext_noop("烧牌"),
    "return": gettext_noop("还贡"),
    "revolt": gettext_noop("革命"),
    "stay": gettext_noop("不革命"),
    "head": gettext_noop("要头"),
    "headless": gettext_noop("无头"),
}
MAIN: Final = frozenset({"play", "burn", "return", "declare", "show", "charge", "stay", "head"})
ORDER: Final = ("charge", "play", "burn", "return", "declare", "show", "head", "stay")
MOST_CHARGES: Final = 2
"""Ready-made charges that are offered; for any other the player ticks cards."""
SETS: Final = 3
"""A charge 冲点 is three sets."""


def buttons_of(view: View[Public]) -> tuple[Button, ...]:
    """The buttons of this moment, the most important first, and the hint where cards are to be ticked."""
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


def _buttons(choice: Choice, own: Own, public: Public) -> tuple[Button, ...]:
    verb = choice.verb
    kind = "main" if verb in MAIN else "plain"
    if verb == "charge":
        ready = tuple(Button(value, label, "offer") for value, label in _charges(own.hand))
        return (*ready, Button("charge", _("冲点"), kind, cards=True))
    if choice.picks:
        return tuple(Button(pick, _pick_label(pick), kind) for pick in choice.picks)
    return (Button(verb, _label(verb, own, public), kind, choice.cards),)


def _label(verb: str, own: Own, public: Public) -> str:
    if verb == "decline" and public.phase == PhaseName.CHARGE:
        return _("不打了") if public.charge else _("不冲")
    if verb == "decline":
        return _("不烧")
    if verb == "play" and public.phase == PhaseName.CHARGE:
        return _("打这套")
    if verb == "done":
        return _done_label(own)
    return _(LABELS.get(verb, verb))


def _done_label(own: Own) -> str:
    verbs = {choice.verb for choice in own.choices}
    if own.chosen or not verbs & {"declare", "show"}:
        return _("选好了")
    if "show" not in verbs:
        return _("不宣")
    return _("不宣不亮") if "declare" in verbs else _("不亮")


def _pick_label(pick: str) -> str:
    verb, __, rest = pick.partition(" ")
    if verb == "show":
        return _("{shown}上班").format(shown=shown_in_words(rest))
    return _(LABELS.get(verb, pick))


@cached_words(64)
def _charges(hand: Cards) -> tuple[tuple[str, str], ...]:
    """Up to MOST_CHARGES charges of a hand, strong ranks first, as (action, label); a rank with many cards may give several
    sets. In each the weakest set comes first.
    """
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
            found.setdefault(_("冲 {sets}").format(sets=words), f"charge {value}")
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
