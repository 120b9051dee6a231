"""The opening window: declaring 宣点 and showing for the lead 上班 (gouji §2, §4)."""

from collections.abc import Sequence

from msgspec.structs import replace

from games.engine.core.actions import Action, Seat
from games.engine.core.cards import Cards, of_suit, rank_counts
from games.engine.core.errors import NotAllowed
from games.engine.core.events import Event
from games.engine.core.phases import Limit, Pace
from games.engine.core.views import Choice

from .actions import Declare, Done, Show
from .events import Declared, LeadGiven, Shown
from .match import Match, Phase, Step
from .playing import Playing
from .rules import Rules
from .seats import ALL, BIT, NOBODY, SEATS_IN
from .text import write

SHOWN_RANK = 0
"""Threes are shown for the lead where they are not held to the end (gouji §4)."""
LEAST_SHOWN = 2


class Opening(Phase, frozen=True, tag="opening"):
    """All seats may declare and show at once; what they choose is sealed until all are done.

    ``shows`` stand in the order received, which settles equal ones.
    """

    hands: tuple[Cards, ...]
    drawn: Seat
    may_show: bool
    declared: int = 0
    shows: tuple[tuple[Seat, Cards], ...] = ()
    done: int = 0

    def to_act(self) -> tuple[Seat, ...]:
        """The seats that have not said that they are done."""
        return SEATS_IN[ALL & ~self.done]

    def asked(self) -> tuple[Seat, ...]:
        """All seats, answered or not."""
        return SEATS_IN[ALL]

    def hand(self, seat: Seat) -> Cards:
        """The cards of a seat."""
        return self.hands[seat]

    def apply(self, rules: Rules, match: Match, seat: Seat, action: Action) -> Step:
        """Seal a choice; the last seat that is done opens the window.

        Raises NotAllowed (``done``, ``declared``, ``shown``, ``show_rank``, ``show_two``, ``show_not_asked``,
        ``not_now``).
        """
        if self.done & BIT[seat]:
            raise NotAllowed("done")
        if isinstance(action, Declare):
            if self.declared & BIT[seat]:
                raise NotAllowed("declared")
            return match, replace(self, declared=self.declared | BIT[seat]), ()
        if isinstance(action, Show):
            cards = self._showable(seat, action)
            return match, replace(self, shows=(*self.shows, (seat, cards))), ()
        if isinstance(action, Done):
            phase = replace(self, done=self.done | BIT[seat])
            return phase.close(rules, match) if phase.done == ALL else (match, phase, ())
        raise NotAllowed("not_now")

    def _showable(self, seat: Seat, action: Show) -> Cards:
        if not self.may_show:
            raise NotAllowed("show_not_asked")
        if any(seat == each for each, _ in self.shows):
            raise NotAllowed("shown")
        if action.rank != SHOWN_RANK:
            raise NotAllowed("show_rank")
        cards = of_suit(self.hands[seat], action.rank, action.suit)
        if cards.bit_count() < LEAST_SHOWN:
            raise NotAllowed("show_two")
        return cards

    def close(self, rules: Rules, match: Match) -> Step:
        """Unseal what was chosen and begin play: who showed most leads, else the lead is drawn."""
        leader, by = self._leader(rules, match)
        shown = [0] * len(self.hands)
        for seat, cards in self.shows:
            shown[seat] = cards
        events: tuple[Event, ...] = (
            *(Declared(seat) for seat in SEATS_IN[self.declared]),
            *(Shown(seat, cards) for seat, cards in self.shows),
            LeadGiven(leader, by),
        )
        phase = Playing(hands=self.hands, turn=leader, declared=self.declared, shown=tuple(shown))
        return match, phase, events

    def _leader(self, rules: Rules, match: Match) -> tuple[Seat, str]:
        if not self.may_show and match.last is not None:
            place = 6 if rules.lead == "last_place" else 1
            return match.last.places.index(place), rules.lead
        best, leader = 0, NOBODY
        for seat, cards in self.shows:
            if cards.bit_count() > best:
                best, leader = cards.bit_count(), seat
        return (leader, "show") if leader != NOBODY else (self.drawn, "drawn")

    def legal(self, rules: Rules, seat: Seat) -> Sequence[Action]:  # noqa: ARG002
        """Declare, show and done, as far as they have not been said."""
        if self.done & BIT[seat]:
            return ()
        declare = () if self.declared & BIT[seat] else (Declare(),)
        return (*declare, *self._shows(seat), Done())

    def _shows(self, seat: Seat) -> tuple[Show, ...]:
        if not self.may_show or any(seat == each for each, _ in self.shows):
            return ()
        hand = self.hands[seat]
        if rank_counts(hand)[SHOWN_RANK] < LEAST_SHOWN:
            return ()
        return tuple(
            Show(SHOWN_RANK, suit)
            for suit in range(4)
            if of_suit(hand, SHOWN_RANK, suit).bit_count() >= LEAST_SHOWN
        )

    def choices(self, rules: Rules, match: Match, seat: Seat) -> tuple[Choice, ...]:  # noqa: ARG002
        """Buttons for what ``legal`` allows."""
        if self.done & BIT[seat]:
            return ()
        declare = () if self.declared & BIT[seat] else (Choice("declare"),)
        picks = tuple(write(show) for show in self._shows(seat))
        show = (Choice("show", picks=picks),) if picks else ()
        return (*declare, *show, Choice("done"))

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

    def defaults(self) -> tuple[tuple[Seat, Action], ...]:
        """No declaration and no showing."""
        return tuple((seat, Done()) for seat in self.to_act())

    def question(self) -> str:
        """One question for the whole window."""
        return "opening"

    def pace(self) -> Pace:
        """A window."""
        return Pace(Limit.WINDOW)
