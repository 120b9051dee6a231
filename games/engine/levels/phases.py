"""The base of all phases of a deal, and the state of a match."""

# ruff: noqa: ARG002 -- all phases have the same methods, whether or not one needs every parameter

from collections.abc import Sequence
from typing import TypeAlias

import msgspec

from games.engine.core.actions import CHANCE, Action, Seat
from games.engine.core.cards import Cards
from games.engine.core.errors import NotAllowed
from games.engine.core.events import Event
from games.engine.core.phases import Limit, Pace
from games.engine.core.views import Choice

from .match import DealSetup, Match
from .public import Public
from .rules import Rules


class Phase(msgspec.Struct, frozen=True, tag_field="phase"):
    """One phase of a match: its data, who may act, and what their actions do. Subclasses override what differs."""

    def to_act(self, rules: Rules) -> tuple[Seat, ...]:
        """The seats that may act now; (CHANCE,) where a deal or the clock is waited for."""
        return (CHANCE,)

    def deals(self) -> bool:
        """Whether a shuffle is waited for."""
        return False

    def hand(self, seat: Seat) -> Cards:
        """The cards that a seat has seen of its hand, without asking the clock."""
        return 0

    def hand_at(self, seat: Seat, tick: int) -> Cards:
        """The cards that a seat has seen of its hand when the clock shows ``tick``."""
        return self.hand(seat)

    def apply(
        self,
        rules: Rules,
        match: Match,
        seat: Seat,
        action: Action,
        tick: int,
    ) -> "Step":
        """The match, the next phase and the events after an action. Raises NotAllowed."""
        raise NotAllowed("not_now")

    def legal(self, rules: Rules, seat: Seat, tick: int) -> Sequence[Action]:
        """All actions that ``apply`` accepts from the seat."""
        return ()

    def choices(self, rules: Rules, seat: Seat, tick: int) -> tuple[Choice, ...]:
        """The same as ``legal``, as the screen shows it."""
        return ()

    def chosen(self, seat: Seat) -> str:
        """What the seat has chosen in secret, in text form."""
        return ""

    def barred(self, rules: Rules, seat: Seat) -> Cards:
        """Cards of the hand that the seat may not lay now."""
        return 0

    def defaults(self, rules: Rules) -> tuple[tuple[Seat, Action], ...]:
        """What happens when the time is over."""
        return ()

    def prompt_key(self) -> str:
        """A key of the question, the same until something public happens (see ``Game.prompt_key``)."""
        return ""

    def pace(self, rules: Rules) -> Pace:
        """The time of the decision."""
        return Pace(Limit.NONE)

    def publish(self, rules: Rules, base: Public, tick: int) -> Public:
        """``base`` with what everybody may see of this phase added."""
        return base


class KittyFinished(Phase, frozen=True):
    """The kitty is buried. No match stays in this phase: ``LevelsGame.apply`` begins the next one at once."""

    hands: tuple[Cards, ...]
    setting: DealSetup


class LevelsState(msgspec.Struct, frozen=True):
    """The whole state of a match: what it carries, and the phase it is in."""

    match: Match
    phase: Phase


Step: TypeAlias = tuple[Match, Phase, tuple[Event, ...]]
