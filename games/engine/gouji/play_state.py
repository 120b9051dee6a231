"""A deal in play as data: who holds what, the trick on the table, who is in what condition."""

from collections.abc import Sequence
from typing import Final

from games.engine.core.actions import Seat
from games.engine.core.cards import Cards
from games.engine.core.events import Event

from .match import Phase
from .plays import Shape
from .results import Due
from .seats import ALL, NOBODY, SEATS
from .trick import TrickEntry

THREES: Final = 0xFFFF
JOKERS: Final = 0xFFFF_FFFF << 208
DEAD_GOUJIS: Final = 3
"""So many gouji plays of one who chose to be headed are dead 够死级 (gouji §8)."""
Events = list[Event]


class PlayState(Phase, frozen=True):
    """A deal in play. Sets of seats are six bits each.

    ``pending`` are the seats that may still answer ``top``, the one on turn included; ``burners`` those
    that are asked to burn it, before them, with their sealed ``answered`` and ``offers``. ``yielder`` has yielded and
    waits for those after him. ``awaited`` is somebody without an opposite who still counts as having a
    head until the top is settled: the opposite of one who left with a gouji play (§6), or one who was
    headed and has laid the last dead gouji (§8). ``gouji`` says that the top is a gouji play in force,
    ``dead`` that nobody may answer it. ``burner`` leads on till the burn ends; ``burned`` will owe the burner.
    ``fallen`` were stifled out or failed a burn, in the order they left. ``discarded`` went with those who left;
    ``laid`` are those of them that everybody saw.
    """

    hands: tuple[Cards, ...]
    turn: Seat
    active: int = ALL
    pending: int = 0
    top: TrickEntry | None = None
    shape: Shape | None = None
    gouji: bool = False
    dead: bool = False
    trick: tuple[TrickEntry, ...] = ()
    last_trick: tuple[TrickEntry, ...] = ()
    played_last: Seat = 0
    passed: int = 0
    yielded: int = 0
    yielder: Seat = NOBODY
    awaited: Seat = NOBODY
    headless: int = 0
    headed: Seat = NOBODY
    heads_left: int = 0
    opened: int = 0
    declared: int = 0
    shown: tuple[Cards, ...] = (0,) * SEATS
    finished: tuple[Seat, ...] = ()
    fallen: tuple[Seat, ...] = ()
    revolted: Seat = NOBODY
    melee: bool = False
    burner: Seat = NOBODY
    burned: Seat = NOBODY
    burners: int = 0
    answered: int = 0
    offers: tuple[tuple[Seat, Cards], ...] = ()
    owed: tuple[Due, ...] = ()
    discarded: Cards = 0
    laid: Cards = 0
    moves: int = 0


def put(hands: Sequence[Cards], seat: Seat, hand: Cards) -> tuple[Cards, ...]:
    """The hands with one of them changed."""
    return (*hands[:seat], hand, *hands[seat + 1 :])


def only_threes(hand: Cards) -> bool:
    """Whether there is at least one card, all of them 3s."""
    return 0 < hand <= THREES
