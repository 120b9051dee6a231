"""What one game and one table decide: numbers, options, and the policies that differ between games."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

import msgspec

from games.engine.core.actions import Action, Seat
from games.engine.core.cards import Cards
from games.engine.core.events import Event

from .actions import Show
from .draws import Draws
from .match import ShowStatus
from .seats import NOBODY, SEATS
from .trumps import NO_SUIT, Trumps

KITTY: Final = 6
"""Cards in the kitty 底牌 (shengji, the rules' head)."""


class Survey(msgspec.Struct, frozen=True):
    """What the shows of a drawing come to at a tick, all of it public.

    ``holds``: some show stands or is pending. ``open``: another show may follow, as far as everybody can
    know; ``open_after``: even when all cards are drawn. ``dealer`` deals if it stays so.
    """

    seen: tuple[ShowStatus, ...]
    suit: int = NO_SUIT
    dealer: Seat = NOBODY
    holds: bool = False
    open: bool = True
    open_after: bool = True


class Showing(Protocol):
    """Which shows there are, and which stands."""

    def survey(self, draws: Draws, tick: int) -> Survey:
        """What the shows come to when ``tick`` cards are drawn."""
        ...

    def shows(self, draws: Draws, seat: Seat, tick: int) -> tuple[Show, ...]:
        """What a seat may show then."""
        ...

    def why_not(self, draws: Draws, seat: Seat, show: Show, tick: int) -> str:
        """The code of the refusal of any other show; it tells nothing of cards not drawn."""
        ...

    def cards(self, draws: Draws, seat: Seat, show: Show, tick: int) -> tuple[Cards, int]:
        """The cards of a legal show, and which earlier show it carries on (-1: none)."""
        ...

    def news(self, before: Survey, after: Survey) -> tuple[Event, ...]:
        """What the clock alone has changed between two surveys."""
        ...


class Formats(Protocol):
    """What may be led, and what beats it."""

    def leads(self, hand: Cards, trumps: Trumps) -> Sequence[Action]:
        """Every lead of a hand."""
        ...

    def led(self, hands: tuple[Cards, ...], seat: Seat, cards: Cards, trumps: Trumps) -> Cards:
        """What is really led when ``seat`` tries ``cards``. Raises NotAllowed for no lead at all."""
        ...

    def strength(self, cards: Cards, suit: int, trumps: Trumps) -> int:
        """The strength of a play on a lead of that suit in play; -1: it cannot win."""
        ...


class DealScore(msgspec.Struct, frozen=True):
    """What a deal came to: ``points`` of tricks and ``took_bottom``, the last trick, of the side not dealing."""

    dealer: Seat
    points: int
    kitty: Cards
    kitty_points: int
    took_bottom: bool
    put: tuple[int, ...] = (0,) * SEATS


class Verdict(msgspec.Struct, frozen=True):
    """What a deal is worth: rises of both sides, whether the deal changes, whether the dealers held it
    (which wins at A), and how many seats after this dealer the next one sits.
    """

    points: int
    dealers: int
    others: int
    change: bool
    held: bool
    next: int
    stars: int = 0


Judge: TypeAlias = Callable[[DealScore], Verdict]


@dataclass(frozen=True, slots=True)
class Rules:
    """One game under one table's options.

    ``copies`` of each card; ``natural``: 10 above 9.
    """

    copies: int
    natural: bool
    draw_pace: float
    show_grace: float
    no_show: str
    must_play: frozenset[int]
    showing: Showing
    formats: Formats
    judge: Judge
