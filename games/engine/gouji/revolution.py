"""Revolution 革命 (gouji §8). All seats are asked, so that being asked does not tell who could."""

# ruff: noqa: ARG002, ARG003 -- all phases have the same methods, whether or not one needs every parameter

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from games.engine.core.actions import Action, Seat
from games.engine.core.errors import NotAllowed
from games.engine.core.phases import Limit, Pace
from games.engine.core.views import Choice

from .actions import Revolt, Stay
from .ending import void
from .events import Revolted
from .match import Match, Step
from .parts import Part
from .play_state import put
from .public import PhaseName
from .rules import Rules
from .seats import ALL, BIT, OPPOSITE, SEATS_IN
from .setup import Setup, may_revolt


class Revolution(Part, frozen=True, tag="revolution"):
    """Each seat says whether it revolts; the answers are sealed until all are in."""

    NAME: ClassVar[PhaseName] = PhaseName.REVOLUTION

    answered: int = 0
    revolts: int = 0

    @classmethod
    def begin(cls, rules: Rules, match: Match, setup: Setup) -> "Revolution":
        """Always begins. Seats that revolt automatically (§3) count as having answered."""
        return cls(setup, answered=setup.forced, revolts=setup.forced)

    def to_act(self) -> tuple[Seat, ...]:
        """The seats that have not answered."""
        return SEATS_IN[ALL & ~self.answered]

    def publicly_to_act(self) -> tuple[Seat, ...]:
        """All seats, answered or not: an automatic answer would tell what a hand lacks."""
        return SEATS_IN[ALL]

    def apply(self, rules: Rules, match: Match, seat: Seat, action: Action) -> Step:
        """Seal an answer. Raises NotAllowed (``revolt_answered``, ``revolt_hand``, ``not_now``)."""
        if not isinstance(action, Revolt | Stay):
            raise NotAllowed("not_now")
        if self.answered & BIT[seat]:
            raise NotAllowed("revolt_answered")
        revolts = self.revolts
        if isinstance(action, Revolt):
            if not may_revolt(self.setup.hands[seat]):
                raise NotAllowed("revolt_hand")
            revolts |= BIT[seat]
        phase = replace(self, answered=self.answered | BIT[seat], revolts=revolts)
        if phase.answered != ALL:
            return match, phase, ()
        return phase.close(match)

    def close(self, match: Match) -> Step:
        """One revolutionary leaves; two or more void the game."""
        seats = SEATS_IN[self.revolts]
        if len(seats) > 1:
            return void(match, seats, [])
        if not seats:
            return self.finish_part(match, self.setup)
        seat = seats[0]
        setup = replace(
            self.setup,
            hands=put(self.setup.hands, seat, 0),
            discarded=self.setup.hands[seat],
            revolted=seat,
            opened=BIT[OPPOSITE[seat]],  # unless a charge decides otherwise (§8)
        )
        return self.finish_part(match, setup, [Revolted(seat)])

    def legal(self, rules: Rules, seat: Seat) -> Sequence[Action]:
        """Staying, and revolting with a hand that allows it."""
        if self.answered & BIT[seat]:
            return ()
        return (Stay(), Revolt()) if may_revolt(self.setup.hands[seat]) else (Stay(),)

    def choices(self, rules: Rules, seat: Seat) -> tuple[Choice, ...]:
        """The legal actions as buttons."""
        verbs = ("stay", "revolt")[: len(self.legal(rules, seat))]
        return tuple(Choice(verb) for verb in verbs)

    def chosen(self, seat: Seat) -> str:
        """What the seat has answered, or what its hand answered for it."""
        if not self.answered & BIT[seat]:
            return ""
        return "revolt" if self.revolts & BIT[seat] else "stay"

    def defaults(self, rules: Rules) -> tuple[tuple[Seat, Action], ...]:
        """No revolution."""
        return tuple((seat, Stay()) for seat in self.to_act())

    def pace(self) -> Pace:
        """A window."""
        return Pace(Limit.WINDOW)
