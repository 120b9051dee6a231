"""What a Gouji bot reads off its view: who may answer, who is near going out, what binds its cards."""

from typing import Final, NamedTuple

from games.engine.core.actions import Seat
from games.engine.core.cards import Cards, rank_counts
from games.engine.core.views import View
from games.engine.gouji.game import Gouji
from games.engine.gouji.plays import MixedJokers, Shape, shape_of
from games.engine.gouji.public import Public

Counts = tuple[int, ...]
"""How many cards of each rank, from 3 to the big joker."""
SEATS: Final = 6


class Sight(NamedTuple):
    """One seat's picture of the table, with the options that matter to its choice."""

    me: Seat
    hand: Cards
    counts: Counts
    public: Public
    mixed: MixedJokers
    two_to_one: bool
    hold_threes: bool
    twos_open: bool
    reentry: bool

    @property
    def opposite(self) -> Seat:
        """对头, always an enemy."""
        return (self.me + 3) % SEATS

    @property
    def melee(self) -> bool:
        """Whether gouji plays no longer count as such."""
        return self.public.melee

    @property
    def burning(self) -> bool:
        """Whether the seat leads on in a burn 烧牌."""
        return self.public.burner == self.me

    def is_enemy(self, seat: Seat) -> bool:
        """Whether the seat plays for the other federation."""
        return (seat - self.me) % 2 == 1

    def headless(self, seat: Seat) -> bool:
        """Whether the seat plays without a head."""
        return self.public.headless[seat]

    def answerers(self, seat: Seat, *, gouji: bool) -> tuple[Seat, ...]:
        """Who may still answer a play of ``seat`` laid now, in playing order."""
        public = self.public
        after = ((seat + step) % SEATS for step in range(1, SEATS))
        active = tuple(each for each in after if public.active[each])
        if public.melee:
            return tuple(each for each in active if self.reentry or not public.passed[each])
        opposite = (seat + 3) % SEATS
        fresh = tuple(each for each in active if each == opposite or not public.passed[each])
        if not gouji or public.headless[seat]:
            return fresh
        return tuple(each for each in fresh if each == opposite or public.headless[each])

    def top_shape(self) -> Shape | None:
        """What the play to beat reduces to."""
        top = self.public.top
        return shape_of(top.cards, self.mixed) if top else None


def sight_of(view: View[Public], game: Gouji) -> Sight:
    """The picture of the seat whose view it is. Raises ValueError for a watcher's."""
    if view.seat is None or view.own is None:
        raise ValueError("a watcher does not play")
    values = game.ruleset.values
    hand = view.own.hand
    return Sight(
        me=view.seat,
        hand=hand,
        counts=rank_counts(hand),
        public=view.public,
        mixed="keep" if values.get("mixed_jokers") == "keep" else "as_small",
        two_to_one=values.get("big_joker_two_to_one") == "on",
        hold_threes=values.get("hold_threes") == "on",
        twos_open=values.get("open_with_twos", "on") == "on",
        reentry=values.get("melee_reentry", "on") == "on",
    )
