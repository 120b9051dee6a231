"""What a match carries from deal to deal, and what every phase of a deal can do."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from games.engine.core.actions import CHANCE, Action, Seat
from games.engine.core.cards import Cards
from games.engine.core.errors import NotAllowed
from games.engine.core.events import Event
from games.engine.core.phases import Limit, Pace
from games.engine.core.views import Choice

from .seats import NOBODY, side_of
from .trumps import FIRST_LEVEL, NO_SUIT

if TYPE_CHECKING:
    from .public import Public
    from .rules import Rules


class DealResult(msgspec.Struct, frozen=True):
    """How a deal ended (shengji §5, huolong §5).

    ``points`` are those of the side not dealing, ``kitty_points`` those of the kitty, which are in them when
    that side ``took_bottom`` 抠底; ``rises`` what each side won in steps, ``levels`` where the sides stand
    after them; ``stars`` the big jokers that counted.
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

    ``deal`` is the number of the present deal (0 before the first), ``drawings`` counts redeals too;
    ``dealer`` deals next, NOBODY before the first show; ``dealt`` has for each side a bit per level at which
    it has dealt.
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
        """The level of the present deal: its dealer side's; the first for all."""
        return FIRST_LEVEL if self.dealer == NOBODY else self.levels[side_of(self.dealer)]


class ShowSeen(msgspec.Struct, frozen=True):
    """A show as everybody sees it.

    ``state`` is ``stands``, ``covered`` by a stronger one, ``pending`` until its owner's next card fixes the suit,
    ``awaiting`` him to show that card in turn, or ``lost``. ``fixed_by`` is the card that gave the suit (-1: none
    yet). Of the shows not lost the strongest counts, ``on_top``.
    """

    seat: Seat
    cards: Cards
    state: str
    suit: int = NO_SUIT
    fixed_by: int = -1
    on_top: bool = False


class Setting(msgspec.Struct, frozen=True):
    """What is settled for the rest of a deal.

    ``bottom`` are the cards in the kitty, ``buried`` those that the dealer buried, ``put`` how many cards
    each seat then put in, ``shown`` what each seat has shown, ``shows`` what became of each show.
    """

    level: int
    suit: int
    dealer: Seat
    bottom: Cards = 0
    buried: Cards = 0
    put: tuple[int, ...] = ()
    shown: tuple[Cards, ...] = (0, 0, 0, 0)
    shows: tuple[ShowSeen, ...] = ()


class Phase(msgspec.Struct, frozen=True, tag_field="phase"):
    """One phase of a match: it owns its data, says who may do what, and handles the doing."""

    def to_act(self, rules: "Rules") -> tuple[Seat, ...]:  # noqa: ARG002
        """The seats that may act now; (CHANCE,) where a deal or the clock is waited for."""
        return (CHANCE,)

    def deals(self) -> bool:
        """Whether a shuffle is waited for."""
        return False

    def hand(self, seat: Seat) -> Cards:  # noqa: ARG002 -- a phase without hands
        """The cards of a seat that it surely knows of."""
        return 0

    def hand_at(self, seat: Seat, tick: int) -> Cards:  # noqa: ARG002 -- most phases have no clock
        """The cards of a seat that the clock has shown."""
        return self.hand(seat)

    def apply(
        self,
        rules: "Rules",  # noqa: ARG002 -- phases without a move refuse them all
        match: Match,  # noqa: ARG002
        seat: Seat,  # noqa: ARG002
        action: Action,  # noqa: ARG002
        tick: int,  # noqa: ARG002
    ) -> "Step":
        """The match, the next phase and the events after an action. Raises NotAllowed."""
        raise NotAllowed("not_now")

    def legal(self, rules: "Rules", seat: Seat, tick: int) -> Sequence[Action]:  # noqa: ARG002
        """All actions that ``apply`` accepts from the seat."""
        return ()

    def choices(self, rules: "Rules", seat: Seat, tick: int) -> tuple[Choice, ...]:  # noqa: ARG002
        """The same as ``legal``, as the screen shows it."""
        return ()

    def chosen(self, seat: Seat) -> str:  # noqa: ARG002
        """What the seat has chosen in secret, in text form."""
        return ""

    def barred(self, rules: "Rules", seat: Seat) -> Cards:  # noqa: ARG002
        """Cards of the hand that the seat may not lay now."""
        return 0

    def defaults(self, rules: "Rules") -> tuple[tuple[Seat, Action], ...]:  # noqa: ARG002
        """What happens when the time is over."""
        return ()

    def question(self) -> str:
        """What is asked, the same until everybody's picture of the table changes."""
        return ""

    def pace(self, rules: "Rules") -> Pace:  # noqa: ARG002
        """The time of the decision."""
        return Pace(Limit.NONE)

    def publish(self, rules: "Rules", base: "Public", tick: int) -> "Public":  # noqa: ARG002
        """The public side of the match, with what this phase adds to it."""
        return base


class State(msgspec.Struct, frozen=True):
    """The whole state of a match: what it carries, and the phase it is in."""

    match: Match
    phase: Phase


Step: TypeAlias = tuple[Match, Phase, tuple[Event, ...]]
