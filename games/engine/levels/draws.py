"""The cards of a deal in the order in which they are drawn, and the shows made meanwhile (shengji §3)."""

import msgspec

from games.engine.core.actions import Seat
from games.engine.core.cards import Cards, cards_of

from .seats import SEATS


class TrumpShow(msgspec.Struct, frozen=True):
    """A show as it was made. ``joins`` is the index of the earlier show that it carries on (-1: none)."""

    seat: Seat
    cards: Cards
    tick: int
    joins: int = -1


class Draws(msgspec.Struct, frozen=True):
    """A drawing. The whole deal is fixed; at tick t the first t cards of ``order`` are visible, each to its seat.

    ``tick`` is the last one seen: it never goes back. ``dealer`` is NOBODY in deal 1.
    """

    # Which show stands is not stored but worked out (``Showing.survey``): the clock alone can change it,
    # and a stored value would be wrong until the next action.
    number: int
    order: tuple[int, ...]
    kitty: tuple[int, ...]
    first: Seat
    dealer: Seat
    level: int
    tick: int = 0
    declined: int = 0
    shows: tuple[TrumpShow, ...] = ()

    def at(self, tick: int) -> int:
        """The tick that counts: not before the last one seen, and not after the last card."""
        # A request may be applied after a later one has been: cards once visible stay visible.
        return min(max(tick, self.tick), len(self.order))

    def drawn_by(self, seat: Seat, tick: int) -> tuple[int, ...]:
        """The cards that a seat has drawn at a tick, in order."""
        # Every fourth card, from the seat's place after the first to draw.
        return self.order[(seat - self.first) % SEATS : tick : SEATS]

    def next_draw(self, seat: Seat, tick: int) -> int:
        """The index in ``order`` of the card that a seat draws next after a tick; past the end: none is left."""
        return tick + (seat - self.first - tick) % SEATS

    def may_draw(self, seat: Seat, tick: int) -> bool:
        """Whether a seat has a card left to draw after a tick."""
        return self.next_draw(seat, tick) < len(self.order)

    def hand_at(self, seat: Seat, tick: int) -> Cards:
        """The cards that the clock has shown to the seat."""
        return cards_of(self.drawn_by(seat, self.at(tick)))
