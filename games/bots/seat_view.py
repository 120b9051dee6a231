"""What a Gouji bot takes from its view: its hand, the public part, the options, and questions about them."""

from typing import NamedTuple

from games.engine.core.actions import Seat
from games.engine.core.cards import Cards, rank_counts
from games.engine.core.views import View
from games.engine.gouji import legal_from_view
from games.engine.gouji.game import Gouji
from games.engine.gouji.plays import Shape, shape_of
from games.engine.gouji.public import Public
from games.engine.gouji.rules import Rules
from games.engine.gouji.seats import OPPOSITE, SIDES

Counts = tuple[int, ...]
"""How many cards of each rank, from 3 to the big joker."""


class SeatView(NamedTuple):
    """One seat's picture of the table, with the options of its ruleset."""

    me: Seat
    hand: Cards
    counts: Counts
    public: Public
    rules: Rules

    @property
    def opposite(self) -> Seat:
        """对头, always an enemy."""
        return OPPOSITE[self.me]

    @property
    def melee(self) -> bool:
        """Whether the melee has begun, in which there are no gouji plays (gouji §7)."""
        return self.public.melee

    @property
    def burning(self) -> bool:
        """Whether the seat leads on in a burn 烧牌."""
        return self.public.burner == self.me

    def is_enemy(self, seat: Seat) -> bool:
        """Whether the seat plays for the other federation."""
        return not SIDES.are_partners(seat, self.me)

    def answerers(self, seat: Seat, *, gouji: bool) -> tuple[Seat, ...]:
        """Who may still answer a play of ``seat`` laid now, in playing order."""
        return legal_from_view.answerers(self.rules, self.public, seat, gouji=gouji)

    def top_shape(self) -> Shape | None:
        """What the play to beat reduces to, or None at a lead."""
        top = self.public.top
        return shape_of(top.cards, self.rules.mixed_jokers) if top else None


def seat_view_of(view: View[Public], game: Gouji) -> SeatView:
    """The picture of the seat whose view it is. Raises ValueError for a watcher's."""
    if view.seat is None or view.own is None:
        raise ValueError("a watcher does not play")
    hand = view.own.hand
    return SeatView(view.seat, hand, rank_counts(hand), view.public, game.rules)
