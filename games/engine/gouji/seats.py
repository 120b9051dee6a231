"""Seats 0-5 in playing order, sets of seats as six bits, federations and opposites (the rules' head)."""

from typing import Final

from games.engine.core.actions import Seat

SEATS: Final = 6
NOBODY: Final[Seat] = -1
ALL: Final = 0b111111
FEDERATIONS: Final = (0b010101, 0b101010)
"""Federation 联邦: the seats of one parity play together."""
BIT: Final = tuple(1 << seat for seat in range(SEATS))
OPPOSITE: Final = tuple((seat + 3) % SEATS for seat in range(SEATS))
"""Opposite 对头, always an enemy."""
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


def from_seat(mask: int, first: Seat) -> tuple[Seat, ...]:
    """The seats of a set in playing order, beginning with ``first``.

    >>> from_seat(0b110011, 4)
    (4, 5, 0, 1)
    """
    return tuple((first + i) % SEATS for i in range(SEATS) if mask & BIT[(first + i) % SEATS])
