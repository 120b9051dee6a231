"""The opening window: declaring 宣点 and showing for the lead 上班 (gouji §2, §4)."""

# ruff: noqa: ARG002 -- all phases have the same methods, whether or not one needs every parameter

from collections.abc import Sequence
from typing import ClassVar, Final

from msgspec.structs import replace

from games.engine.core.actions import Action, Seat
from games.engine.core.cards import RANKS, SUITS, Cards, of_suit
from games.engine.core.errors import NotAllowed
from games.engine.core.events import Event
from games.engine.core.phases import Limit, Pace
from games.engine.core.views import Choice

from .actions import Declare, Done, Show
from .events import CardsShown, Declared, LeadGiven
from .match import Match, Step
from .notation import write
from .parts import Part
from .play_state import DEAD_GOUJIS
from .playing import Playing
from .public import PhaseName, Public, seat_or_none
from .rules import Rules
from .seats import BIT, NEXT, NOBODY, OPPOSITE, SEATS, SEATS_IN, flags
from .setup import Setup

LEAST_SHOWN: Final = 2


def shown_rank(rules: Rules) -> int:
    """4s are shown for the lead; without hold_threes, 3s (gouji §4)."""
    return 1 if rules.hold_threes else 0


class Opening(Part, frozen=True, tag="opening"):
    """All active seats may declare and show at once; what they choose is sealed until all are done.

    ``shows`` stand in the order received, which settles equal ones.
    """

    NAME: ClassVar[PhaseName] = PhaseName.OPENING

    may_show: bool
    declared: int = 0
    shows: tuple[tuple[Seat, Cards], ...] = ()
    done: int = 0

    @classmethod
    def begin(cls, rules: Rules, match: Match, setup: Setup) -> "Opening":
        """Always begins, for declaring. Nobody shows where the option lead names a place, from game 2 on."""
        return cls(setup, may_show=rules.lead == "show" or match.last is None)

    def to_act(self) -> tuple[Seat, ...]:
        """The seats that have not said that they are done."""
        return SEATS_IN[self.setup.active & ~self.done]

    def publicly_to_act(self) -> tuple[Seat, ...]:
        """All active seats, answered or not."""
        return SEATS_IN[self.setup.active]

    def apply(self, rules: Rules, match: Match, seat: Seat, action: Action) -> Step:
        """Seal a choice; the last seat that is done opens the window.

        Raises NotAllowed (``out``, ``done``, ``declared``, ``declare_settled``, ``shown``, ``show_rank``, ``show_two``,
        ``show_not_asked``, ``not_now``).
        """
        bit = BIT[seat]
        if not self.setup.active & bit:
            raise NotAllowed("out")
        if self.done & bit:
            raise NotAllowed("done")
        if isinstance(action, Declare):
            if self.declared & bit:
                raise NotAllowed("declared")
            if not self._may_declare(seat):
                raise NotAllowed("declare_settled")
            return match, replace(self, declared=self.declared | bit), ()
        if isinstance(action, Show):
            cards = self._showable(rules, seat, action)
            # Appended: of equal shows the one received first leads (§4).
            return match, replace(self, shows=(*self.shows, (seat, cards))), ()
        if not isinstance(action, Done):
            raise NotAllowed("not_now")
        phase = replace(self, done=self.done | bit)
        return (match, phase, ()) if phase.to_act() else phase.close(rules, match)

    def _may_declare(self, seat: Seat) -> bool:
        """Everybody but a revolutionary's opposite, whose opening is already settled (§4)."""
        return self.setup.revolted == NOBODY or seat != OPPOSITE[self.setup.revolted]

    def _showable(self, rules: Rules, seat: Seat, action: Show) -> Cards:
        if not self.may_show:
            raise NotAllowed("show_not_asked")
        if any(seat == each for each, _ in self.shows):
            raise NotAllowed("shown")
        if action.rank != shown_rank(rules):
            raise NotAllowed("show_rank", rank=RANKS[shown_rank(rules)])
        cards = of_suit(self.setup.hands[seat], action.rank, action.suit)
        if cards.bit_count() < LEAST_SHOWN:
            raise NotAllowed("show_two")
        return cards

    def close(self, rules: Rules, match: Match) -> Step:
        """Open what was sealed and begin play. The seat that showed most leads, else the seat drawn."""
        setup = self.setup
        leader, by = self._leader(rules, match)
        # A revolutionary may have been drawn, or have had the place that leads (§4).
        if not setup.active & BIT[leader]:
            leader = NEXT[setup.active][leader]
        shown = [0] * SEATS
        for seat, cards in self.shows:
            shown[seat] = cards
        events: tuple[Event, ...] = (
            *(Declared(seat) for seat in SEATS_IN[self.declared]),
            *(CardsShown(seat, cards) for seat, cards in self.shows),
            LeadGiven(leader, by),
        )
        return match, self._play(leader, tuple(shown)), events

    def _play(self, leader: Seat, shown: tuple[Cards, ...]) -> Playing:
        setup = self.setup
        return Playing(
            hands=setup.hands,
            turn=leader,
            active=setup.active,
            headless=self._headless(),
            headed=setup.headed,
            heads_left=0 if setup.headed == NOBODY else DEAD_GOUJIS,
            opened=setup.opened,
            declared=self.declared,
            shown=shown,
            revolted=setup.revolted,
            discarded=setup.discarded,
            laid=setup.laid,
        )

    def _leader(self, rules: Rules, match: Match) -> tuple[Seat, str]:
        if not self.may_show and match.last is not None:
            place = 6 if rules.lead == "last_place" else 1
            return match.last.places.index(place), rules.lead
        best, leader = 0, NOBODY
        for seat, cards in self.shows:
            # Only more cards, not as many: the earlier of equal shows stays.
            if cards.bit_count() > best:
                best, leader = cards.bit_count(), seat
        return (leader, "show") if leader != NOBODY else (self.setup.drawn, "drawn")

    def legal(self, rules: Rules, seat: Seat) -> Sequence[Action]:
        """Declare, show and done, as far as they have not been said."""
        if not self.setup.active & ~self.done & BIT[seat]:
            return ()
        declare: tuple[Action, ...] = ()
        if not self.declared & BIT[seat] and self._may_declare(seat):
            declare = (Declare(),)
        return (*declare, *self._shows(rules, seat), Done())

    def _shows(self, rules: Rules, seat: Seat) -> tuple[Show, ...]:
        if not self.may_show or any(seat == each for each, _ in self.shows):
            return ()
        hand, rank = self.setup.hands[seat], shown_rank(rules)
        return tuple(
            Show(rank, suit)
            for suit in range(len(SUITS))
            if of_suit(hand, rank, suit).bit_count() >= LEAST_SHOWN
        )

    def choices(self, rules: Rules, seat: Seat) -> tuple[Choice, ...]:
        """Buttons for what ``legal`` allows."""
        texts = [write(action) for action in self.legal(rules, seat)]
        shows = tuple(text for text in texts if text.startswith("show"))
        buttons = [Choice("declare")] if "declare" in texts else []
        buttons += [Choice("show", picks=shows)] if shows else []
        return (*buttons, Choice("done")) if texts else ()

    def chosen(self, seat: Seat) -> str:
        """What the seat has declared and shown, in text form."""
        said = ["declare"] if self.declared & BIT[seat] else []
        for each, cards in self.shows:
            if each == seat:
                number = cards.bit_length() - 1
                said.append(write(Show(number >> 4, (number >> 2) & 3)))
        if self.done & BIT[seat]:
            said.append("done")
        return ", ".join(said)

    def defaults(self, rules: Rules) -> tuple[tuple[Seat, Action], ...]:
        """No declaration and no showing."""
        return tuple((seat, Done()) for seat in self.to_act())

    def pace(self) -> Pace:
        """A window."""
        return Pace(Limit.WINDOW)

    def publish(self, public: Public) -> Public:
        """What a revolution has settled. Not what is chosen in this window, nor which seats have chosen."""
        setup = self.setup
        return replace(
            super().publish(public),
            opened=flags(setup.opened),
            headed=seat_or_none(setup.headed),
            headless=flags(self._headless()),
        )

    def _headless(self) -> int:
        """The opposite of a revolutionary, unless it chose to be headed."""
        setup = self.setup
        if setup.revolted == NOBODY or setup.headed != NOBODY:
            return 0
        return BIT[OPPOSITE[setup.revolted]]
