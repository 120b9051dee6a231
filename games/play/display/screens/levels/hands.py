"""A hand of a Shengji game: trumps first, then suit by suit, high cards first."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.engine.core.cards import Cards, each_card
from games.engine.core.views import View
from games.engine.levels.public import Public
from games.engine.levels.trumps import TRUMP, Trumps, trumps_of
from games.play.display.card_display import SUIT_SIGNS, card_faces_of
from games.play.display.types import CardGroup
from games.play.display.words import cached_words
from games.play.state.table_state import TableState

ORDER: Final = (TRUMP, 3, 2, 0, 1)
"""Trumps, then ♠ ♥ ♣ ♦: black and red in turn, as suits of one colour side by side are mixed up."""
LABELS: Final = (*SUIT_SIGNS, gettext_noop("主"))


def trumps_in(table_state: TableState, view: View[Public]) -> Trumps:
    """The order of cards, as far as the deal's trumps are settled."""
    return trumps_of(view.public.level, view.public.suit, table_state.game.rules.natural)  # type: ignore[attr-defined]


def hand_of(table_state: TableState, view: View[Public]) -> tuple[CardGroup, ...]:
    own, natural = view.own, table_state.game.rules.natural  # type: ignore[attr-defined]
    return (
        _sorted(own.hand, own.barred, view.public.level, view.public.suit, natural) if own else ()
    )


@cached_words(2048)
def _sorted(
    hand: Cards,
    barred: Cards,
    level: int,
    suit: int,
    natural: bool,  # noqa: FBT001
) -> tuple[CardGroup, ...]:
    trumps = trumps_of(level, suit, natural)
    held: dict[int, list[int]] = {each: [] for each in ORDER}
    for number in sorted(each_card(hand), key=trumps.places.__getitem__, reverse=True):
        held[trumps.suits[number]].append(number)
    return tuple(
        CardGroup(f"{_(LABELS[each])} {len(numbers)}", card_faces_of(numbers, barred))
        for each, numbers in held.items()
        if numbers
    )
