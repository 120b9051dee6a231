"""The phases in which no seat acts: before a deal, between two deals, and after the match."""

# ruff: noqa: ARG002 -- all phases have the same methods, whether or not one needs every parameter

from games.engine.core.actions import Seat
from games.engine.core.phases import Limit, Pace

from .phases import Phase
from .public import PhaseName, Public
from .rules import Rules


class _Dealing(Phase, frozen=True):
    """A phase that waits for a shuffle."""

    def deals(self) -> bool:
        return True

    def prompt_key(self) -> str:
        return "deal"


class Waiting(_Dealing, frozen=True, tag="waiting"):
    """Before the first deal, and before a redeal."""

    def pace(self, rules: Rules) -> Pace:
        """No time: the deal comes at once."""
        return Pace(Limit.BETWEEN, seconds=0.0)


class Between(_Dealing, frozen=True, tag="between"):
    """A deal has been settled and the next one comes by itself."""

    def pace(self, rules: Rules) -> Pace:
        """Time to read the result."""
        return Pace(Limit.BETWEEN)

    def publish(self, rules: Rules, base: Public, tick: int) -> Public:
        return base.in_phase(PhaseName.BETWEEN)


class Over(Phase, frozen=True, tag="over"):
    """The match is over."""

    def to_act(self, rules: Rules) -> tuple[Seat, ...]:
        """Nobody."""
        return ()

    def publish(self, rules: Rules, base: Public, tick: int) -> Public:
        return base.in_phase(PhaseName.OVER)
