"""Four seats in playing order, partners opposite (shengji, the rules' head)."""

from typing import Final

from games.engine.core.actions import Seat
from games.engine.core.sides import Sides

SIDES: Final = Sides(seats=4, teams=2)
SEATS: Final = SIDES.seats
NOBODY: Final[Seat] = -1
EVERYBODY: Final[tuple[Seat, ...]] = (0, 1, 2, 3)
ALL: Final = 0b1111
BIT: Final = tuple(1 << seat for seat in range(SEATS))
NEXT: Final = (1, 2, 3, 0)
"""The next seat in playing order 下家."""


def side_of(seat: Seat) -> int:
    """The side of a seat: partners 对家 sit opposite.

    >>> side_of(3) == side_of(1)
    True
    """
    return SIDES.team_of(seat)


def after(seat: Seat) -> tuple[Seat, ...]:
    """All seats in playing order from the one after ``seat``, itself last.

    >>> after(2)
    (3, 0, 1, 2)
    """
    return tuple((seat + step) % SEATS for step in range(1, SEATS + 1))
