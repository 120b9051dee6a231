"""Seats 0-5 in playing order, sets of seats as six bits, federations and opposites (the rules' head)."""

from functools import lru_cache
from typing import Final

from games.engine.core.actions import Seat
from games.engine.core.sides import Sides

SIDES: Final = Sides(seats=6, teams=2)
SEATS: Final = SIDES.seats
NOBODY: Final[Seat] = -1
ALL: Final = 0b111111
BIT: Final = tuple(1 << seat for seat in range(SEATS))
FEDERATIONS: Final = tuple(sum(BIT[seat] for seat in SIDES.seats_of(team)) for team in range(2))
"""Federation 联邦: who plays together, a set of seats each."""
OPPOSITE: Final = tuple(map(SIDES.opposite_of, range(SEATS)))
"""Opposite 对头, always an enemy."""
# Tables for all 64 sets of seats: the rules ask for them at every move.
SEATS_IN: Final = tuple(
    tuple(seat for seat in range(SEATS) if mask & BIT[seat]) for mask in range(ALL + 1)
)


def _next_in(mask: int, seat: Seat) -> Seat:
    for step in range(1, SEATS + 1):
        if mask & BIT[(seat + step) % SEATS]:
            return (seat + step) % SEATS
    return NOBODY


NEXT: Final = tuple(tuple(_next_in(mask, seat) for seat in range(SEATS)) for mask in range(ALL + 1))
"""``NEXT[mask][seat]``: the first seat of the set after ``seat`` in playing order, itself last."""


def flags(mask: int) -> tuple[bool, ...]:
    """One bool per seat.

    >>> flags(0b000101)
    (True, False, True, False, False, False)
    """
    return tuple(bool(mask & bit) for bit in BIT)


@lru_cache
def mask_of(flagged: tuple[bool, ...]) -> int:
    """The set of seats whose flag is True.

    >>> mask_of((True, False, True, False, False, False)) == 0b000101
    True
    """
    return sum(bit for bit, held in zip(BIT, flagged, strict=True) if held)


@lru_cache(maxsize=512)
def from_seat(mask: int, first: Seat) -> tuple[Seat, ...]:
    """The seats of a set in playing order, beginning with ``first``.

    >>> from_seat(0b110011, 4)
    (4, 5, 0, 1)
    """
    return tuple((first + i) % SEATS for i in range(SEATS) if mask & BIT[(first + i) % SEATS])
