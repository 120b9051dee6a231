"""The parts of a deal before play 开局: each settles one thing and hands on a ``Setup`` (gouji §2).

No part knows which one follows. ``part_order`` does, which keeps the parts free of circular imports.
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
    """The part named ``after`` is over, or the dealing where that is None.

    No match stays in this phase: ``Gouji.apply`` begins the next part with ``setup`` at once.
    """

    setup: Setup
    after: PhaseName | None = None


class Part(Phase, frozen=True):
    """One part of a deal before play."""

    setup: Setup

    @classmethod
    def begin(cls, rules: Rules, match: Match, setup: Setup) -> "Part | None":
        """The part at its beginning, or None if it has nothing to settle in this deal."""
        return cls(setup)

    def finish_part(self, match: Match, setup: Setup, events: Iterable[Event] = ()) -> Step:
        """The step that ends the part with what it has settled."""
        return match, PartFinished(setup, self.NAME), tuple(events)

    def hand(self, seat: Seat) -> Cards:
        """The cards of a seat."""
        return self.setup.hands[seat]

    def publish(self, public: Public) -> Public:
        """The counts, which seats are asked and which have left. Not what they have chosen."""
        setup = self.setup
        return replace(
            public,
            phase=self.NAME,
            counts=counts_of(setup.hands),
            to_act=self.publicly_to_act(),
            active=flags(setup.active),
            revolted=seat_or_none(setup.revolted),
            dues=setup.paid,
        )
