"""Revolution 革命 (gouji §8). Everybody is asked, for nobody is to see who could."""

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from games.engine.core.actions import Action, Seat
from games.engine.core.cards import Cards
from games.engine.core.errors import NotAllowed
from games.engine.core.phases import Limit, Pace
from games.engine.core.views import Choice

from . import charging, opening
from .actions import Revolt, Stay
from .events import DealVoided, Revolted
from .match import Match, Phase, Step
from .public import PhaseName, Public, counts_of
from .rules import Rules
from .seats import ALL, BIT, OPPOSITE, SEATS_IN, flags
from .setup import Setup, may_revolt
from .table import Events, put
from .waiting import Between


def begin(rules: Rules, match: Match, setup: Setup, events: Events) -> Step:  # noqa: ARG001
    """The question; who revolts automatically has answered it."""
    return match, Revolution(setup, answered=setup.forced, revolts=setup.forced), tuple(events)


def void(match: Match, seats: tuple[Seat, ...], events: Events) -> Step:
    """Two or more revolted: dealt again, unscored, not counted; what is owed stays owed."""
    events.append(DealVoided(seats))
    return replace(match, voids=match.voids + 1), Between(), tuple(events)


class Revolution(Phase, frozen=True, tag="revolution"):
    """Each seat says sealed whether it revolts."""

    NAME: ClassVar[PhaseName] = PhaseName.REVOLUTION

    setup: Setup
    answered: int = 0
    revolts: int = 0

    def to_act(self) -> tuple[Seat, ...]:
        """The seats that have not answered."""
        return SEATS_IN[ALL & ~self.answered]

    def asked(self) -> tuple[Seat, ...]:
        """All."""
        return SEATS_IN[ALL]

    def hand(self, seat: Seat) -> Cards:
        """The cards of a seat."""
        return self.setup.hands[seat]

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
        return phase.close(rules, match)

    def close(self, rules: Rules, match: Match) -> Step:
        """One revolutionary leaves; two or more void the game."""
        seats = SEATS_IN[self.revolts]
        if len(seats) > 1:
            return void(match, seats, [])
        if not seats:
            return opening.begin(rules, match, self.setup, [])
        seat = seats[0]
        setup = replace(
            self.setup,
            hands=put(self.setup.hands, seat, 0),
            discarded=self.setup.hands[seat],
            revolted=seat,
            opened=BIT[OPPOSITE[seat]],
        )
        return charging.begin(rules, match, setup, [Revolted(seat)])

    def legal(self, rules: Rules, seat: Seat) -> Sequence[Action]:  # noqa: ARG002
        """Staying, and revolting with a hand that allows it."""
        if self.answered & BIT[seat]:
            return ()
        return (Stay(), Revolt()) if may_revolt(self.setup.hands[seat]) else (Stay(),)

    def choices(self, rules: Rules, seat: Seat) -> tuple[Choice, ...]:
        """The same as buttons."""
        verbs = ("stay", "revolt")[: len(self.legal(rules, seat))]
        return tuple(Choice(verb) for verb in verbs)

    def chosen(self, seat: Seat) -> str:
        """What the seat has answered, or what its hand answered for it."""
        if not self.answered & BIT[seat]:
            return ""
        return "revolt" if self.revolts & BIT[seat] else "stay"

    def defaults(self, rules: Rules) -> tuple[tuple[Seat, Action], ...]:  # noqa: ARG002
        """No revolution."""
        return tuple((seat, Stay()) for seat in self.to_act())

    def pace(self) -> Pace:
        """A window."""
        return Pace(Limit.WINDOW)

    def picture(self, public: Public) -> Public:
        """Nothing but the counts."""
        return replace(
            public,
            phase=self.NAME,
            counts=counts_of(self.setup.hands),
            to_act=self.asked(),
            active=flags(ALL),
            dues=self.setup.paid,
        )
