"""What everybody at the table may see of a match (``View.public``)."""

from collections.abc import Sequence
from enum import StrEnum

import msgspec

from games.engine.core.actions import Seat
from games.engine.core.cards import Cards

from .results import DealResult, Due
from .seats import SEATS
from .trick import TrickEntry

NO_SEAT = (False,) * SEATS


class PhaseName(StrEnum):
    """The phase that a match is in, as everybody sees it."""

    WAITING = "waiting"
    TRIBUTE = "tribute"
    RETURN = "return"
    REVOLUTION = "revolution"
    CHARGE = "charge"
    HEADS = "heads"
    OPENING = "opening"
    PLAY = "play"
    BETWEEN = "between"
    OVER = "over"


class Public(msgspec.Struct, frozen=True):
    """The public part of a match. Tuples with an entry per seat are in the order of the seats.

    - ``window`` is ``burn`` while burners are asked. In a sealed window ``to_act`` has all seats that are asked,
      also those that have answered.
    - ``top`` is the play to beat. ``gouji``: it is a gouji play in force; ``dead``: nobody may answer it.
    - ``places`` are 1 to 6, or 0 while unsettled.
    - ``unplayed`` are during play the cards not yet seen by all, those discarded unseen among them: a card
      counter 记牌器 counts them.
    - ``dues`` are paid in this deal, ``owed`` arose in it. ``stifled`` 被闷 and ``burnt`` 被烧 are the seats to
      which that happened, also by partners, who are owed nothing.
    - ``charge`` are the three sets of 冲点, ``charge_beaten`` is how many of them are beaten.
    - ``burner`` 烧牌者 leads on until the burn ends; ``burned`` owes tribute if it succeeds.
    """

    deal: int
    games: int
    scores: tuple[int, int]
    results: tuple[DealResult, ...]
    last: DealResult | None
    phase: PhaseName = PhaseName.BETWEEN
    window: str = ""
    counts: tuple[int, ...] = (0,) * SEATS
    to_act: tuple[Seat, ...] = ()
    leader: Seat | None = None
    trick: tuple[TrickEntry, ...] = ()
    last_trick: tuple[TrickEntry, ...] = ()
    top: TrickEntry | None = None
    gouji: bool = False
    dead: bool = False
    passed: tuple[bool, ...] = NO_SEAT
    yielder: Seat | None = None
    active: tuple[bool, ...] = NO_SEAT
    places: tuple[int, ...] = (0,) * SEATS
    finished: tuple[Seat, ...] = ()
    fallen: tuple[Seat, ...] = ()
    opened: tuple[bool, ...] = NO_SEAT
    declared: tuple[bool, ...] = NO_SEAT
    headless: tuple[bool, ...] = NO_SEAT
    headed: Seat | None = None
    heads_left: int = 0
    revolted: Seat | None = None
    shown: tuple[Cards, ...] = (0,) * SEATS
    melee: bool = False
    burner: Seat | None = None
    burned: Seat | None = None
    dues: tuple[Due, ...] = ()
    owed: tuple[Due, ...] = ()
    stifled: tuple[Seat, ...] = ()
    burnt: tuple[Seat, ...] = ()
    charge: tuple[Cards, ...] = ()
    charge_beaten: int = 0
    unplayed: Cards = 0


def counts_of(hands: Sequence[Cards]) -> tuple[int, ...]:
    """How many cards each seat holds."""
    return tuple(hand.bit_count() for hand in hands)


def seat_or_none(seat: Seat) -> Seat | None:
    """A seat for the public part, where None and not -1 stands for nobody."""
    return seat if seat >= 0 else None
