"""The cards of a deal in the order in which they are drawn, and what has been shown meanwhile (shengji §3)."""

import msgspec

from games.engine.core.actions import Seat
from games.engine.core.cards import Cards, cards_of

from .seats import SEATS


class TrumpShow(msgspec.Struct, frozen=True):
    """A show as it was made: at which tick, and which earlier one it carries on (-1: none)."""

    seat: Seat
    cards: Cards
    tick: int
    joins: int = -1


class Draws(msgspec.Struct, frozen=True):
    """The whole deal is fixed; at tick t the first t cards of ``order`` are visible, each to its seat.

    ``tick`` is the last one seen: it never goes back. ``dealer`` is NOBODY in deal 1. What the shows come to
    is not kept: it follows from them and the tick.
    """

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
        return min(max(tick, self.tick), len(self.order))

    def drawn_by(self, seat: Seat, tick: int) -> tuple[int, ...]:
        """The cards that a seat has drawn at a tick, in order."""
        return self.order[(seat - self.first) % SEATS : tick : SEATS]

    def next_draw(self, seat: Seat, tick: int) -> int:
        """Where in ``order`` the card lies that a seat draws next after a tick; past its end: it has them all."""
        return tick + (seat - self.first - tick) % SEATS

    def may_draw(self, seat: Seat, tick: int) -> bool:
        """Whether a seat has a card left to draw after a tick."""
        return self.next_draw(seat, tick) < len(self.order)

    def hand_at(self, seat: Seat, tick: int) -> Cards:
        """The cards that the clock has shown to the seat."""
        return cards_of(self.drawn_by(seat, self.at(tick)))
