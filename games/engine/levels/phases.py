"""What every phase of a deal can do, and a match as a value."""

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

from .match import Match, Setting
from .public import Public
from .rules import Rules


class Phase(msgspec.Struct, frozen=True, tag_field="phase"):
    """One phase of a match: it owns its data, says who may do what, and handles the doing."""

    def to_act(self, rules: Rules) -> tuple[Seat, ...]:
        """The seats that may act now; (CHANCE,) where a deal or the clock is waited for."""
        return (CHANCE,)

    def deals(self) -> bool:
        """Whether a shuffle is waited for."""
        return False

    def hand(self, seat: Seat) -> Cards:
        """The cards of a seat that it surely knows of."""
        return 0

    def hand_at(self, seat: Seat, tick: int) -> Cards:
        """The cards of a seat that the clock has shown."""
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
        """What is asked, the same until everybody's picture of the table changes."""
        return ""

    def pace(self, rules: Rules) -> Pace:
        """The time of the decision."""
        return Pace(Limit.NONE)

    def publish(self, rules: Rules, base: Public, tick: int) -> Public:
        """The public side of the match, with what this phase adds to it."""
        return base


class KittyFinished(Phase, frozen=True):
    """The kitty is buried. No match stays in this phase: the game's own next one takes it over at once."""

    hands: tuple[Cards, ...]
    setting: Setting


class LevelsState(msgspec.Struct, frozen=True):
    """The whole state of a match: what it carries, and the phase it is in."""

    match: Match
    phase: Phase


Step: TypeAlias = tuple[Match, Phase, tuple[Event, ...]]
