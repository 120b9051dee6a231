"""What everybody at the table may see of a match (``View.public``)."""

from enum import StrEnum

import msgspec

from games.engine.core.actions import Seat
from games.engine.core.cards import Cards

from .match import DealResult, Match, Setting, ShowStatus
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
    """The public side of a match.

    Levels are ranks of the notation, 0 for 3 to 11 for A; ``level`` is the present deal's. ``dealer`` may still change while the
    drawing goes on; NOBODY (-1) before the first show. In a drawing ``drawn`` of ``to_draw`` cards are out, and
    ``counts`` say no more. ``shows`` are all shows of the deal and what became of them, ``shown`` cards that a seat has
    shown and not played; they may lie in the kitty. ``to_act`` names in a window all seats that are asked, answered or
    not. ``top`` is the seat that wins the trick so far, ``points`` what the side not dealing has taken, ``taken`` the
    cards it took them with, ``put`` how many cards each seat put into the kitty after the dealer. ``unplayed`` are in
    play the cards that nobody has laid open, the kitty among them: what a card counter 记牌器 counts.
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
    """The public side of a match that waits for a deal; phases add their own."""
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


def publish_setting(base: Public, setting: Setting, hands: tuple[Cards, ...]) -> Public:
    """What everybody knows once trumps are set. Shown cards may lie in the kitty by now: that they were
    shown stays known until they are played.
    """
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
