"""A deal before play: what the parts of a deal hand on to each other (gouji §2)."""

import msgspec

from games.engine.core.actions import Seat
from games.engine.core.cards import Cards

from .plays import NATURAL_BITS
from .results import Due
from .seats import ALL, BIT, NOBODY, SEATS


class Setup(msgspec.Struct, frozen=True):
    """The hands, and what has been settled so far.

    ``drawn`` leads when nobody shows. ``forced`` are the seats that revolt automatically (§3). ``received`` are
    the cards that tribute brought each seat. ``laid`` are those of ``discarded`` that everybody has seen.
    ``opened`` are the seats that count as having opened because of a revolution. ``paid`` are the dues as paid.
    """

    hands: tuple[Cards, ...]
    drawn: Seat
    forced: int = 0
    received: tuple[Cards, ...] = (0,) * SEATS
    revolted: Seat = NOBODY
    discarded: Cards = 0
    laid: Cards = 0
    opened: int = 0
    headed: Seat = NOBODY
    paid: tuple[Due, ...] = ()

    @property
    def active(self) -> int:
        """The seats that have not left."""
        return ALL if self.revolted == NOBODY else ALL & ~BIT[self.revolted]


def may_revolt(hand: Cards) -> bool:
    """Whether a hand has no joker and no 2 (gouji §8)."""
    return not hand >> NATURAL_BITS


def move(hands: tuple[Cards, ...], giver: Seat, receiver: Seat, cards: Cards) -> tuple[Cards, ...]:
    """The hands after cards have gone from one seat to another."""
    changed = list(hands)
    changed[giver] &= ~cards
    changed[receiver] |= cards
    return tuple(changed)
