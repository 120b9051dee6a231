"""The parts of a deal before play 开局: each settles one thing and hands on what it has settled (gouji §2).

No part knows which one follows: ``order`` does.
"""

# ruff: noqa: ARG003 -- all phases have the same methods, whether or not one needs every parameter

from collections.abc import Iterable

from msgspec.structs import replace

from games.engine.core.actions import Seat
from games.engine.core.cards import Cards
from games.engine.core.events import Event

from .match import Match, Phase, Step
from .public import PhaseName, Public, counts_of, seat_or_none
from .rules import Rules
from .seats import flags
from .setup import Setup


class PartFinished(Phase, frozen=True):
    """A part is over, the one named ``after`` or, where that is None, the dealing. No match stays in this phase: the
    next part in order takes ``setup`` at once.
    """

    setup: Setup
    after: PhaseName | None = None


class Part(Phase, frozen=True):
    """One part of a deal before play."""

    setup: Setup

    @classmethod
    def begin(cls, rules: Rules, match: Match, setup: Setup) -> "Part | None":
        """The part, as it begins; None where there is nothing to settle in it."""
        return cls(setup)

    def finish_part(self, match: Match, setup: Setup, events: Iterable[Event] = ()) -> Step:
        """The part is over, and has settled this much."""
        return match, PartFinished(setup, self.NAME), tuple(events)

    def hand(self, seat: Seat) -> Cards:
        """The cards of a seat."""
        return self.setup.hands[seat]

    def publish(self, public: Public) -> Public:
        """The counts, who is asked and who has left; nothing of what is chosen."""
        setup = self.setup
        return replace(
            public,
            phase=self.NAME,
            counts=counts_of(setup.hands),
            to_act=self.visible_to_act(),
            active=flags(setup.active),
            revolted=seat_or_none(setup.revolted),
            dues=setup.paid,
        )
