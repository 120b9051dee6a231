"""The phases in which no seat acts: before a deal, between two deals, and after the match."""

from games.engine.core.actions import Seat
from games.engine.core.phases import Limit, Pace

from .match import Phase


class Waiting(Phase, frozen=True, tag="waiting"):
    """Before the first deal. It begins at once when the six seats are ready (gouji §2)."""

    def pace(self) -> Pace:
        """No time: the deal comes at once."""
        return Pace(Limit.BETWEEN, seconds=0.0)

    def question(self) -> str:
        """The deal."""
        return "deal"


class Between(Phase, frozen=True, tag="between"):
    """A deal has been settled and the next one comes by itself."""

    def pace(self) -> Pace:
        """Time to read the result."""
        return Pace(Limit.BETWEEN)

    def question(self) -> str:
        """The deal."""
        return "deal"


class Over(Phase, frozen=True, tag="over"):
    """The match is over."""

    def to_act(self) -> tuple[Seat, ...]:
        """Nobody."""
        return ()
