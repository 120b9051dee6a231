"""What a game and its options decide: numbers, and the policies that differ between Shengji games."""

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
    """What the shows of a drawing amount to at a tick. All of it is public.

    ``holds``: some show stands or is pending. ``open``: another show may follow, as far as all may know;
    ``open_after``: also when all cards are drawn. ``suit`` and ``dealer`` are what the drawing ends with if no
    other show follows.
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
        """What the shows amount to when ``tick`` cards are drawn."""
        ...

    def shows(self, draws: Draws, seat: Seat, tick: int) -> tuple[Show, ...]:
        """What a seat may show then."""
        ...

    def why_not(self, draws: Draws, seat: Seat, show: Show, tick: int) -> str:
        """The code that refuses a show which is not among ``shows``. It must not tell of cards not yet drawn."""
        ...

    def cards(self, draws: Draws, seat: Seat, show: Show, tick: int) -> tuple[Cards, int]:
        """The cards of a legal show, and which earlier show it carries on (-1: none)."""
        ...

    def news(self, before: Survey, after: Survey) -> tuple[Event, ...]:
        """Events for what the clock alone has changed between two surveys."""
        ...


class LeadFormats(Protocol):
    """What may be led, and what beats it."""

    def leads(self, hand: Cards, trumps: Trumps) -> Sequence[Action]:
        """Every lead of a hand."""
        ...

    def resolve_lead(
        self, hands: tuple[Cards, ...], seat: Seat, cards: Cards, trumps: Trumps
    ) -> Cards:
        """The cards that are led when ``seat`` tries ``cards``. Raises NotAllowed if they are no lead at all."""
        ...

    def strength(self, cards: Cards, suit: int, trumps: Trumps) -> int:
        """The strength of a play where ``suit`` in play was led; -1: it cannot win."""
        ...


class DealScore(msgspec.Struct, frozen=True):
    """What is known at the end of a deal. ``points`` and ``took_bottom`` (the last trick) are of the side not dealing.

    ``points`` are those of tricks alone: how the kitty counts is for ``Judge``. ``put`` are the stars of each seat.
    """

    dealer: Seat
    points: int
    kitty: Cards
    kitty_points: int
    took_bottom: bool
    put: tuple[int, ...] = (0,) * SEATS


class DealVerdict(msgspec.Struct, frozen=True):
    """What a deal is worth: final points, and by how many levels the dealers and the others rise.

    ``change``: the other side deals next. ``held``: the dealers held the deal, which wins the match at A.
    ``next`` is how many seats after this dealer the next one sits.
    """

    points: int
    dealers: int
    others: int
    change: bool
    held: bool
    next: int
    stars: int = 0


Judge: TypeAlias = Callable[[DealScore], DealVerdict]


@dataclass(frozen=True, slots=True)
class Rules:
    """One game under one table's options.

    ``copies`` is the number of decks, ``natural``: 10 is above 9, ``draw_pace`` and ``show_grace`` are seconds,
    ``must_play`` are the levels that a side leaves only after dealing at them.
    """

    copies: int
    natural: bool
    draw_pace: float
    show_grace: float
    no_show: str
    must_play: frozenset[int]
    showing: Showing
    lead_formats: LeadFormats
    judge: Judge
