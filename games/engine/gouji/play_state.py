"""A deal in play as data: the hands, the trick on the table, and the condition of each seat."""

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

# 3 is the lowest rank, 16 bits wide; the two jokers follow thirteen ranks of 16 bits.
THREES: Final = 0xFFFF
JOKERS: Final = 0xFFFF_FFFF << 208
DEAD_GOUJIS: Final = 3
"""How many gouji plays of a seat that chose to be headed are dead 够死级 (gouji §8)."""
Events = list[Event]


class PlayState(Phase, frozen=True):
    """A deal in play. Sets of seats are numbers with a bit per seat.

    - ``top`` is the play to beat, ``shape`` what it reduces to. ``gouji``: it is a gouji play in force;
      ``dead``: nobody may answer it.
    - ``pending`` may still answer the top, the seat on turn among them. ``burners`` are asked before them, with
      their sealed ``answered`` and ``offers``.
    - ``yielder`` has yielded in this trick and waits for the seats after it; ``yielded`` may not do so again.
    - ``awaited`` is a seat without an opposite that keeps its head until the top is settled: the opposite of a
      seat that left with a gouji play (§6), or a headed seat that has laid its last dead gouji (§8).
    - ``burner`` leads on until the burn ends; ``burned`` owes tribute if it succeeds.
    - ``finished`` laid all their cards, ``fallen`` were stifled out or failed a burn, each in the order they left.
    - ``discarded`` are the cards of seats that left, ``laid`` those of them that everybody saw.
    - ``moves`` counts plays, passes and yields; it tells one question from the next.
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
