"""What everybody at the table may see of a match (``View.public``)."""

from enum import StrEnum

import msgspec

from games.engine.core.actions import Seat
from games.engine.core.cards import Cards

from .match import DealResult, DealSetup, Match, ShowStatus
from .seats import NOBODY, SEATS
from .trick import TrickPlay
from .trumps import NO_SUIT


class PhaseName(StrEnum):
    """The phase that a match is in, as everybody sees it; STARS is Huolong's."""

    WAITING = "waiting"
    DRAWING = "drawing"
    KITTY_EXCHANGE = "burying"
    STARS = "stars"
    PLAY = "play"
    BETWEEN = "between"
    OVER = "over"


class Public(msgspec.Struct, frozen=True):
    """The public part of a match. Tuples with an entry per seat are in the order of the seats.

    - Levels are ranks, from 0 for 3 to 11 for A; ``level`` is that of the present deal.
    - ``dealer`` may still change during the drawing; it is NOBODY (-1) before the first show.
    - ``drawn`` of ``to_draw`` cards are visible in a drawing, and ``counts`` count only those.
    - ``shows`` are all shows of the deal and what became of them. ``shown`` are cards that a seat has shown and not
      played; they may lie in the kitty by now.
    - In a window ``to_act`` has all seats that are asked, also those that have answered.
    - ``top`` is the seat that wins the trick so far. ``points`` are those of the side not dealing, ``taken`` the point
      cards that gave them. ``put`` is how many stars each seat put into the kitty (Huolong).
    - ``unplayed`` are during play the cards not yet seen by all, the kitty included: a card counter 记牌器 counts them.
    """

    deal: int
    levels: tuple[int, int]
    phase: PhaseName
    level: int
    results: tuple[DealResult, ...]
    last: DealResult | None
    winner: int | None
    dealer: Seat = NOBODY
    suit: int = NO_SUIT
    counts: tuple[int, ...] = (0,) * SEATS
    to_act: tuple[Seat, ...] = ()
    drawn: int = 0
    to_draw: int = 0
    first: Seat = NOBODY
    shows: tuple[ShowStatus, ...] = ()
    shown: tuple[Cards, ...] = (0,) * SEATS
    kitty_count: int = 0
    put: tuple[int, ...] = ()
    leader: Seat | None = None
    top: Seat | None = None
    trick: tuple[TrickPlay, ...] = ()
    last_trick: tuple[TrickPlay, ...] = ()
    points: int = 0
    taken: Cards = 0
    unplayed: Cards = 0

    def in_phase(self, phase: PhaseName) -> "Public":
        """The same in another phase."""
        return msgspec.structs.replace(self, phase=phase)


def public_of(match: Match) -> Public:
    """The public part of a match that waits for a deal. Other phases add to it."""
    return Public(
        deal=match.deal,
        levels=match.levels,
        phase=PhaseName.WAITING,
        level=match.level,
        results=match.results,
        last=match.last,
        winner=match.winner,
        dealer=match.dealer,
    )


def publish_setting(base: Public, setting: DealSetup, hands: tuple[Cards, ...]) -> Public:
    """``base`` with what everybody knows once trumps are set."""
    # The kitty too: shown cards may have been buried, and leaving them out would tell that.
    unplayed = setting.bottom
    for hand in hands:
        unplayed |= hand
    return msgspec.structs.replace(
        base,
        dealer=setting.dealer,
        suit=setting.suit,
        level=setting.level,
        to_act=(setting.dealer,),
        counts=tuple(hand.bit_count() for hand in hands),
        shows=setting.shows,
        shown=tuple(cards & unplayed for cards in setting.shown),
        kitty_count=setting.bottom.bit_count(),
        put=setting.put,
    )
