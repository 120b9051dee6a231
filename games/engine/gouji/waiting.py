"""The phases in which no seat acts: before the first deal, between two deals, and after the match."""

from typing import ClassVar, Final

from msgspec.structs import replace

from games.engine.core.actions import Chance, Seat
from games.engine.core.cards import deck
from games.engine.core.phases import Limit, Pace

from .match import Phase
from .public import PhaseName, Public
from .seats import SEATS

DRAW: Final = Chance(deck=deck(4), draws=(SEATS,), takes_first=True)
"""A shuffled pack, and the seat that leads when nobody shows for the lead (gouji §4)."""


class Waiting(Phase, frozen=True, tag="waiting"):
    """Before the first deal. It begins at once when the six seats are ready (gouji §2)."""

    NAME: ClassVar[PhaseName] = PhaseName.WAITING
    CHANCE: ClassVar[Chance | None] = DRAW

    def pace(self) -> Pace:
        """No time: the deal comes at once."""
        return Pace(Limit.BETWEEN, seconds=0.0)


class _Settled(Phase, frozen=True):
    """What the last deal settled stays on the table until the next."""

    def publish(self, public: Public) -> Public:
        """What the last deal settled."""
        last = public.last
        if last is None:
            return replace(public, phase=self.NAME)
        return replace(
            public,
            phase=self.NAME,
            places=last.places,
            finished=last.finished,
            opened=last.opened,
            declared=last.declared,
            revolted=last.revolted,
        )


class Between(_Settled, frozen=True, tag="between"):
    """A deal has been settled, or was void, and the next one comes by itself."""

    NAME: ClassVar[PhaseName] = PhaseName.BETWEEN
    CHANCE: ClassVar[Chance | None] = DRAW

    def pace(self) -> Pace:
        """Time to read the result."""
        return Pace(Limit.BETWEEN)


class Over(_Settled, frozen=True, tag="over"):
    """The match is over."""

    NAME: ClassVar[PhaseName] = PhaseName.OVER

    def to_act(self) -> tuple[Seat, ...]:
        """Nobody."""
        return ()
