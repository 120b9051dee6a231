"""The events of the Shengji games, in the past tense.

All are public but three: what a seat drew, what the dealer took, and what the dealer buried. No event holds a card
that is not yet drawn.
"""

from games.engine.core.actions import Seat
from games.engine.core.cards import Cards
from games.engine.core.events import Audience, Event, PublicEvent, SeatEvent

from .match import DealResult


class OwnerOnly(Event, frozen=True):
    """An event that only its seat may see."""

    seat: Seat

    def audience(self) -> Audience:
        """The seat itself."""
        return (self.seat,)


class DealBegan(PublicEvent, frozen=True, tag="deal_began"):
    """The drawing of the deal ``number`` began, at a level. ``again``: it is a redeal."""

    number: int
    level: int
    first: Seat
    again: bool = False


class TrumpShown(PublicEvent, frozen=True, tag="shown"):
    """亮主: a seat showed cards, which stay in its hand."""

    seat: Seat
    cards: Cards


class SuitFixed(PublicEvent, frozen=True, tag="suit_fixed"):
    """The next card that a seat drew fixed the suit of its jokers' show."""

    seat: Seat
    card: int


class ShowLost(SeatEvent, frozen=True, tag="show_lost"):
    """A seat's jokers found no suit, and their show is lost."""


class NobodyShowed(PublicEvent, frozen=True, tag="nobody_showed"):
    """The drawing ended without a show: the cards are shuffled and drawn again."""


class Drew(OwnerOnly, frozen=True, tag="drew"):
    """A seat drew these cards."""

    cards: Cards


class TrumpsSet(PublicEvent, frozen=True, tag="trumps_set"):
    """The trump suit and the dealer are settled, by a ``show`` or by a ``card`` of the kitty."""

    suit: int
    level: int
    dealer: Seat
    card: int = -1


class KittyTaken(SeatEvent, frozen=True, tag="kitty_taken"):
    """The dealer took the kitty."""


class KittySeen(OwnerOnly, frozen=True, tag="kitty_seen"):
    """The cards that the dealer took."""

    cards: Cards


class Buried(SeatEvent, frozen=True, tag="buried"):
    """扣底: the dealer buried as many cards as were taken."""


class KittyBuried(OwnerOnly, frozen=True, tag="kitty_buried"):
    """The cards that the dealer buried."""

    cards: Cards


class ThrowFailed(PublicEvent, frozen=True, tag="throw_failed"):
    """甩牌 failed: all see the cards that a seat tried. They return to its hand but for the smallest, which is led."""

    seat: Seat
    cards: Cards


class Played(PublicEvent, frozen=True, tag="played"):
    """A seat laid cards."""

    seat: Seat
    cards: Cards
    leads: bool


class TrickWon(PublicEvent, frozen=True, tag="trick_won"):
    """A trick was won. ``points`` are those of its cards; ``kept``: they count for the side not dealing."""

    seat: Seat
    points: int
    kept: bool


class DealEnded(PublicEvent, frozen=True, tag="deal_ended"):
    """A deal was settled, and the kitty shown."""

    result: DealResult


class MatchEnded(PublicEvent, frozen=True, tag="match_ended"):
    """A dealer side held its deal at A."""

    winner: int
    levels: tuple[int, int]
