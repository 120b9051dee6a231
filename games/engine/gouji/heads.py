"""Headed 要头 or headless 无头: the choice of a revolutionary's opposite (gouji §8)."""

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from games.engine.core.actions import Action, Seat
from games.engine.core.cards import Cards
from games.engine.core.errors import NotAllowed
from games.engine.core.phases import Limit, Pace
from games.engine.core.views import Choice

from . import opening
from .actions import Head, Headless
from .events import HeadChosen
from .match import Match, Phase, Step
from .public import PhaseName, Public, counts_of
from .rules import Rules
from .seats import OPPOSITE, flags
from .setup import Setup
from .table import Events


def begin(match: Match, setup: Setup, events: Events) -> Step:
    """The question."""
    return match, Heads(setup), tuple(events)


class Heads(Phase, frozen=True, tag="heads"):
    """The opposite of the revolutionary chooses."""

    NAME: ClassVar[PhaseName] = PhaseName.HEADS

    setup: Setup

    def to_act(self) -> tuple[Seat, ...]:
        """The opposite."""
        return (OPPOSITE[self.setup.revolted],)

    def asked(self) -> tuple[Seat, ...]:
        """The same."""
        return self.to_act()

    def hand(self, seat: Seat) -> Cards:
        """The cards of a seat."""
        return self.setup.hands[seat]

    def apply(self, rules: Rules, match: Match, seat: Seat, action: Action) -> Step:
        """The choice. Raises NotAllowed (``not_your_turn``, ``not_now``)."""
        if seat not in self.to_act():
            raise NotAllowed("not_your_turn")
        if not isinstance(action, Head | Headless):
            raise NotAllowed("not_now")
        headed = isinstance(action, Head)
        setup = replace(self.setup, headed=seat) if headed else self.setup
        return opening.begin(rules, match, setup, [HeadChosen(seat, headed)])

    def legal(self, rules: Rules, seat: Seat) -> Sequence[Action]:  # noqa: ARG002
        """Either."""
        return (Headless(), Head()) if seat in self.to_act() else ()

    def choices(self, rules: Rules, seat: Seat) -> tuple[Choice, ...]:  # noqa: ARG002
        """The same as buttons."""
        return (Choice("headless"), Choice("head")) if seat in self.to_act() else ()

    def defaults(self, rules: Rules) -> tuple[tuple[Seat, Action], ...]:  # noqa: ARG002
        """Headless."""
        return tuple((seat, Headless()) for seat in self.to_act())

    def pace(self) -> Pace:
        """A choice that needs thought."""
        return Pace(Limit.CHOICE)

    def picture(self, public: Public) -> Public:
        """Who is asked."""
        setup = self.setup
        return replace(
            public,
            phase=self.NAME,
            counts=counts_of(setup.hands),
            to_act=self.asked(),
            active=flags(setup.active),
            revolted=setup.revolted,
            opened=flags(setup.opened),
            dues=setup.paid,
        )
