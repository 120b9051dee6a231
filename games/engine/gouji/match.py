"""What a match carries from deal to deal, and what every phase of a deal can do."""

# ruff: noqa: ARG002 -- all phases have the same methods, whether or not one needs every parameter

from collections.abc import Sequence
from typing import ClassVar, TypeAlias

import msgspec

from games.engine.core.actions import CHANCE, Action, Chance, Seat
from games.engine.core.cards import Cards
from games.engine.core.errors import NotAllowed
from games.engine.core.events import Event
from games.engine.core.phases import Limit, Pace
from games.engine.core.views import Choice

from .public import PhaseName, Public
from .results import DealResult, Due
from .rules import Rules


class Match(msgspec.Struct, frozen=True):
    """The match so far: the number of the present deal (0 before the first), scores and results.

    ``voids`` counts void deals. ``dues`` is the tribute to pay in the present deal, or between two in the next.
    """

    deal: int = 0
    scores: tuple[int, int] = (0, 0)
    results: tuple[DealResult, ...] = ()
    voids: int = 0
    dues: tuple[Due, ...] = ()

    @property
    def last(self) -> DealResult | None:
        """The result of the deal before."""
        return self.results[-1] if self.results else None


class Phase(msgspec.Struct, frozen=True, tag_field="phase"):
    """One phase of a match: its data, who may act, and what their actions do. Subclasses override what differs."""

    NAME: ClassVar[PhaseName]
    CHANCE: ClassVar[Chance | None] = None
    """What has to be drawn, if the phase waits for a deal."""

    def to_act(self) -> tuple[Seat, ...]:
        """The seats that may act now; those that have answered a sealed question are not among them."""
        return (CHANCE,)

    def publicly_to_act(self) -> tuple[Seat, ...]:
        """The seats whose turn it is, as far as all may know: in a sealed window also those that have answered."""
        return ()

    def hand(self, seat: Seat) -> Cards:
        """The cards of a seat."""
        return 0

    def apply(self, rules: Rules, match: Match, seat: Seat, action: Action) -> "Step":
        """The match, the next phase and the events after a seat's action. Raises NotAllowed."""
        raise NotAllowed("not_now")

    def legal(self, rules: Rules, seat: Seat) -> Sequence[Action]:
        """All actions that ``apply`` accepts from the seat."""
        return ()

    def choices(self, rules: Rules, seat: Seat) -> tuple[Choice, ...]:
        """The same as ``legal``, as the screen shows it."""
        return ()

    def barred(self, rules: Rules, seat: Seat) -> Cards:
        """Cards of the seat's hand that no choice may take now."""
        return 0

    def chosen(self, seat: Seat) -> str:
        """What the seat has chosen in a sealed question that is still open."""
        return ""

    def defaults(self, rules: Rules) -> tuple[tuple[Seat, Action], ...]:
        """What happens when the time is over (gouji §2)."""
        return ()

    def prompt_key(self) -> str:
        """A key of the question, the same until something public happens (see ``Game.prompt_key``)."""
        return self.NAME

    def pace(self) -> Pace:
        """The time of the decision."""
        return Pace(Limit.NONE)

    def publish(self, public: Public) -> Public:
        """``public`` with what everybody may see of this phase added."""
        return msgspec.structs.replace(public, phase=self.NAME)


class GoujiState(msgspec.Struct, frozen=True):
    """The whole state of a match: what it carries, and the phase it is in."""

    match: Match
    phase: Phase


Step: TypeAlias = tuple[Match, Phase, tuple[Event, ...]]
