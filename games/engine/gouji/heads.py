"""Headed 要头 or headless 无头: the choice of a revolutionary's opposite (gouji §8)."""

# ruff: noqa: ARG002, ARG003 -- all phases have the same methods, whether or not one needs every parameter

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from games.engine.core.actions import Action, Seat
from games.engine.core.errors import NotAllowed
from games.engine.core.phases import Limit, Pace
from games.engine.core.views import Choice

from .actions import Head, Headless
from .events import HeadChosen
from .match import Match, Step
from .parts import Part
from .public import PhaseName, Public
from .rules import Rules
from .seats import NOBODY, OPPOSITE, flags
from .setup import Setup


class Heads(Part, frozen=True, tag="heads"):
    """The opposite of the revolutionary chooses."""

    NAME: ClassVar[PhaseName] = PhaseName.HEADS

    @classmethod
    def begin(cls, rules: Rules, match: Match, setup: Setup) -> "Heads | None":
        """Begins where somebody has revolted."""
        return cls(setup) if setup.revolted != NOBODY else None

    def to_act(self) -> tuple[Seat, ...]:
        """The opposite."""
        return (OPPOSITE[self.setup.revolted],)

    def publicly_to_act(self) -> tuple[Seat, ...]:
        """The same seat: the choice is not sealed."""
        return self.to_act()

    def apply(self, rules: Rules, match: Match, seat: Seat, action: Action) -> Step:
        """The choice. Raises NotAllowed (``not_your_turn``, ``not_now``)."""
        if seat not in self.to_act():
            raise NotAllowed("not_your_turn")
        if not isinstance(action, Head | Headless):
            raise NotAllowed("not_now")
        headed = isinstance(action, Head)
        setup = replace(self.setup, headed=seat) if headed else self.setup
        return self.finish_part(match, setup, [HeadChosen(seat, headed)])

    def legal(self, rules: Rules, seat: Seat) -> Sequence[Action]:
        """Either."""
        return (Headless(), Head()) if seat in self.to_act() else ()

    def choices(self, rules: Rules, seat: Seat) -> tuple[Choice, ...]:
        """The legal actions as buttons."""
        return (Choice("headless"), Choice("head")) if seat in self.to_act() else ()

    def defaults(self, rules: Rules) -> tuple[tuple[Seat, Action], ...]:
        """Headless."""
        return tuple((seat, Headless()) for seat in self.to_act())

    def pace(self) -> Pace:
        """A choice that needs thought."""
        return Pace(Limit.CHOICE)

    def publish(self, public: Public) -> Public:
        """Who counts as having opened."""
        return replace(super().publish(public), opened=flags(self.setup.opened))
