"""Stars 摘星: big jokers go into the bottom, and the smallest cards come out (huolong §3)."""

# ruff: noqa: ARG002 -- all phases have the same methods, whether or not one needs every parameter

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from games.engine.core.actions import Action, Seat
from games.engine.core.cards import BIG, Cards, lowest, of_rank
from games.engine.core.errors import NotAllowed
from games.engine.core.events import Event
from games.engine.core.phases import Limit, Pace
from games.engine.core.views import Choice
from games.engine.levels.match import DealSetup, Match
from games.engine.levels.phases import Phase, Step
from games.engine.levels.playing import begin_play
from games.engine.levels.public import PhaseName, Public, publish_setting
from games.engine.levels.rules import Rules
from games.engine.levels.seats import EVERYBODY, SEATS, after, side_of
from games.engine.levels.trumps import BIG_JOKERS, Trumps, smallest, trumps_of

from .actions import Stars
from .events import StarsPut, StarsTaken

UNSAID: Final = -1


class StarExchange(Phase, frozen=True, tag="stars"):
    """All seats say how many big jokers they put in, sealed until all are in. ``counts`` are UNSAID until said."""

    hands: tuple[Cards, ...]
    setting: DealSetup
    counts: tuple[int, ...] = (UNSAID,) * SEATS

    def to_act(self, rules: Rules) -> tuple[Seat, ...]:
        """The seats that have not said. Seats without a big joker are asked too, or the others would know."""
        return tuple(seat for seat in EVERYBODY if self.counts[seat] == UNSAID)

    def hand(self, seat: Seat) -> Cards:
        """The cards of a seat."""
        return self.hands[seat]

    def held(self, seat: Seat) -> int:
        """How many big jokers a seat holds."""
        return of_rank(self.hands[seat], BIG).bit_count()

    def apply(self, rules: Rules, match: Match, seat: Seat, action: Action, tick: int) -> Step:
        """Say how many; the last to say opens them all.

        Raises NotAllowed (``not_now``, ``stars_said``, ``stars_held``).
        """
        if not isinstance(action, Stars) or seat not in EVERYBODY:
            raise NotAllowed("not_now")
        if self.counts[seat] != UNSAID:
            raise NotAllowed("stars_said")
        if not 0 <= action.count <= self.held(seat):
            raise NotAllowed("stars_held", count=self.held(seat))
        counts = (*self.counts[:seat], action.count, *self.counts[seat + 1 :])
        if UNSAID in counts:
            return match, replace(self, counts=counts), ()
        return self._open(rules, match, counts)

    def _open(self, rules: Rules, match: Match, counts: tuple[int, ...]) -> Step:
        setting = self.setting
        trumps = trumps_of(setting.level, setting.suit, rules.natural)
        hands, bottom, took = exchange(self.hands, setting.bottom, counts, setting.dealer, trumps)
        phase = begin_play(hands, replace(setting, bottom=bottom, put=counts))
        taken: tuple[Event, ...] = tuple(
            StarsTaken(seat, cards) for seat, cards in enumerate(took) if cards
        )
        return match, phase, (StarsPut(counts), *taken)

    def legal(self, rules: Rules, seat: Seat, tick: int) -> Sequence[Action]:
        """From none to all that one holds."""
        if self.counts[seat] != UNSAID:
            return ()
        return tuple(Stars(count) for count in range(self.held(seat) + 1))

    def choices(self, rules: Rules, seat: Seat, tick: int) -> tuple[Choice, ...]:
        """The legal actions as buttons."""
        picks = tuple(f"stars {each.count}" for each in self._legal_stars(rules, seat, tick))
        return (Choice("stars", picks=picks),) if picks else ()

    def _legal_stars(self, rules: Rules, seat: Seat, tick: int) -> tuple[Stars, ...]:
        return tuple(each for each in self.legal(rules, seat, tick) if isinstance(each, Stars))

    def chosen(self, seat: Seat) -> str:
        """What the seat has said."""
        return "" if self.counts[seat] == UNSAID else f"stars {self.counts[seat]}"

    def defaults(self, rules: Rules) -> tuple[tuple[Seat, Action], ...]:
        """No stars."""
        return tuple((seat, Stars(0)) for seat in self.to_act(rules))

    def prompt_key(self) -> str:
        """One question for all."""
        return "stars"

    def pace(self, rules: Rules) -> Pace:
        """A window."""
        return Pace(Limit.WINDOW)

    def publish(self, rules: Rules, base: Public, tick: int) -> Public:
        """All seats are asked until all have said: which have answered is not shown."""
        base = publish_setting(base, self.setting, self.hands)
        return replace(base, phase=PhaseName.STARS, to_act=EVERYBODY)


def exchange(
    hands: tuple[Cards, ...],
    bottom: Cards,
    counts: tuple[int, ...],
    dealer: Seat,
    trumps: Trumps,
) -> tuple[tuple[Cards, ...], Cards, tuple[Cards, ...]]:
    """Hands and bottom after the stars, and the cards that each seat took.

    All jokers go in first. Then each seat takes as many cards out, smallest first, never a big joker: the side not
    dealing before the dealers, in playing order from the dealer's next seat.
    """
    held, took = list(hands), [0] * SEATS
    for seat, count in enumerate(counts):
        jokers = lowest(held[seat] & BIG_JOKERS, count)
        held[seat] ^= jokers
        bottom |= jokers
    # Sorting is stable: within a side playing order stays.
    for seat in sorted(after(dealer), key=lambda seat: side_of(seat) == side_of(dealer)):
        taken = smallest(bottom & ~BIG_JOKERS, counts[seat], trumps)
        took[seat] = taken
        held[seat] |= taken
        bottom ^= taken
    return tuple(held), bottom, tuple(took)


def begin_star_exchange(hands: tuple[Cards, ...], setting: DealSetup) -> StarExchange:
    """The phase after the kitty is buried."""
    return StarExchange(hands, setting)
