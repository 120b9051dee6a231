"""What a match carries from deal to deal, and a deal from phase to phase."""

import msgspec

from games.engine.core.actions import Seat
from games.engine.core.cards import Cards

from .seats import NOBODY, side_of
from .trumps import FIRST_LEVEL, NO_SUIT


class DealResult(msgspec.Struct, frozen=True):
    """How a deal ended (shengji §5, huolong §5).

    ``points`` are those of the side not dealing; they include ``kitty_points`` if that side ``took_bottom`` 抠底.
    ``rises`` are the levels that each side won, ``levels`` where the sides stand after them: less far, where A or
    a must-play level stopped a rise. ``stars`` are the big jokers that counted.
    """

    number: int
    dealer: Seat
    level: int
    suit: int
    points: int
    kitty: Cards
    kitty_points: int
    took_bottom: bool
    change: bool
    rises: tuple[int, int]
    levels: tuple[int, int]
    stars: int = 0


class Match(msgspec.Struct, frozen=True):
    """The match so far.

    ``deal`` is the number of the present deal (0 before the first); ``drawings`` counts redeals too. ``dealer`` is
    the seat that deals next, NOBODY before the first show. ``dealt`` has for each side a bit per level at which it
    has dealt.
    """

    deal: int = 0
    drawings: int = 0
    dealer: Seat = NOBODY
    levels: tuple[int, int] = (FIRST_LEVEL, FIRST_LEVEL)
    dealt: tuple[int, int] = (0, 0)
    results: tuple[DealResult, ...] = ()
    winner: int | None = None

    @property
    def last(self) -> DealResult | None:
        """The result of the deal before."""
        return self.results[-1] if self.results else None

    @property
    def level(self) -> int:
        """The level of the present deal: that of its dealer's side, or the first level without a dealer."""
        return FIRST_LEVEL if self.dealer == NOBODY else self.levels[side_of(self.dealer)]


class ShowStatus(msgspec.Struct, frozen=True):
    """A show as everybody sees it.

    ``state`` is ``stands``, ``covered`` by a stronger one, ``pending`` until its owner's next card fixes the suit,
    ``awaiting`` the owner to show that card in turn, or ``lost``. ``fixed_by`` is the card that gave the suit (-1: none
    yet). Of the shows not lost the strongest counts, ``on_top``.
    """

    seat: Seat
    cards: Cards
    state: str
    suit: int = NO_SUIT
    fixed_by: int = -1
    on_top: bool = False


class DealSetup(msgspec.Struct, frozen=True):
    """What is settled for the rest of a deal.

    ``bottom`` are the cards in the kitty, ``buried`` those that the dealer buried; ``put`` is how many stars each
    seat then put in (Huolong). ``shown`` are the cards that each seat has shown, ``shows`` what became of each show.
    """

    level: int
    suit: int
    dealer: Seat
    bottom: Cards = 0
    buried: Cards = 0
    put: tuple[int, ...] = ()
    shown: tuple[Cards, ...] = (0, 0, 0, 0)
    shows: tuple[ShowStatus, ...] = ()
