"""Tribute 进贡 and return tribute 还贡 before a game (gouji §9)."""

# ruff: noqa: ARG002, ARG003 -- all phases have the same methods, whether or not one needs every parameter

from collections.abc import Sequence
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from games.engine.core.actions import CHANCE, Action, Seat
from games.engine.core.cards import Cards, lowest
from games.engine.core.errors import NotAllowed
from games.engine.core.phases import Limit, Pace
from games.engine.core.views import Choice

from .actions import Return, Settle
from .events import CardsGiven, CardsMoved
from .match import Match, Step
from .notation import write
from .parts import Part
from .play_state import THREES, Events
from .public import PhaseName, Public
from .results import Due
from .returns import returns_of, spare_threes
from .rules import Rules
from .seats import BIT, SEATS, SEATS_IN
from .setup import Setup, move
from .tribute_dues import payments


class Tribute(Part, frozen=True, tag="tribute"):
    """The tribute of the game before is due. It waits for ``Settle``, an action of chance."""

    NAME: ClassVar[PhaseName] = PhaseName.TRIBUTE

    @classmethod
    def begin(cls, rules: Rules, match: Match, setup: Setup) -> "Tribute | None":
        """Begins where any is owed."""
        # ``match.dues`` and not the last result: after a void deal the same dues are paid again (§8).
        return cls(setup) if match.dues else None

    def apply(self, rules: Rules, match: Match, seat: Seat, action: Action) -> Step:
        """Pay everything. Raises NotAllowed (``not_now``)."""
        if seat != CHANCE or not isinstance(action, Settle):
            raise NotAllowed("not_now")
        setup = self.setup
        events: Events = []
        hands, received, paid = setup.hands, [0] * SEATS, []
        # All payments are worked out from the hands before the first one moves: received cards are not
        # passed on (§9).
        for due, cards in payments(setup.hands, match.dues, rules.tribute_cards):
            count = cards.bit_count()
            hands = move(hands, due.payer, due.receiver, cards)
            received[due.receiver] |= cards
            paid.append(
                replace(due, count=count)
            )  # may be less: return tribute is for each card received
            events.append(CardsGiven(due.kind, due.payer, due.receiver, count))
            events.append(CardsMoved(due.payer, due.receiver, cards))
        setup = replace(setup, hands=hands, received=tuple(received), paid=tuple(paid))
        return self.finish_part(match, setup, events)

    def defaults(self, rules: Rules) -> tuple[tuple[Seat, Action], ...]:
        """The tribute is paid."""
        return ((CHANCE, Settle()),)

    def pace(self) -> Pace:
        """At once."""
        return Pace(Limit.BETWEEN, seconds=0.0)

    def publish(self, public: Public) -> Public:
        """What is owed."""
        return replace(super().publish(public), dues=public.dues)


class Gift(msgspec.Struct, frozen=True):
    """``giver`` has to return ``count`` cards to ``receiver``, who paid tribute."""

    giver: Seat
    receiver: Seat
    count: int


def _gifts(paid: Sequence[Due]) -> tuple[Gift, ...]:
    # Several dues between the same two seats become one choice.
    counts: dict[tuple[Seat, Seat], int] = {}
    for due in paid:
        pair = (due.receiver, due.payer)
        counts[pair] = counts.get(pair, 0) + due.count
    return tuple(Gift(giver, receiver, count) for (giver, receiver), count in counts.items())


class Returning(Part, frozen=True, tag="returning"):
    """Each receiver gives cards back to the payers, one payer after another, sealed until all are in.

    ``given`` are the cards chosen for each of ``gifts``, 0 while not chosen; empty before the first choice.
    """

    NAME: ClassVar[PhaseName] = PhaseName.RETURN

    gifts: tuple[Gift, ...]
    given: tuple[Cards, ...] = ()

    @classmethod
    def begin(cls, rules: Rules, match: Match, setup: Setup) -> "Returning | None":
        """Begins where tribute was paid and has to be returned."""
        return cls(setup, _gifts(setup.paid)) if rules.return_tribute and setup.paid else None

    def _chosen(self) -> tuple[Cards, ...]:
        return self.given or (0,) * len(self.gifts)

    def _gift_of(self, seat: Seat) -> int:
        """The index of the gift that a seat chooses for next; -1 if it has none left."""
        for index, (gift, cards) in enumerate(zip(self.gifts, self._chosen(), strict=True)):
            if gift.giver == seat and not cards:
                return index
        return -1

    def to_act(self) -> tuple[Seat, ...]:
        """The seats that have not chosen all they return."""
        return tuple(seat for seat in self.publicly_to_act() if self._gift_of(seat) >= 0)

    def publicly_to_act(self) -> tuple[Seat, ...]:
        """All receivers."""
        return SEATS_IN[sum(BIT[seat] for seat in {gift.giver for gift in self.gifts})]

    def hand(self, seat: Seat) -> Cards:
        """The cards of a seat, without those it has chosen to return."""
        hand = self.setup.hands[seat]
        for gift, cards in zip(self.gifts, self._chosen(), strict=True):
            if gift.giver == seat:
                hand &= ~cards
        return hand

    def _free(self, seat: Seat) -> Cards:
        return self.hand(seat) & ~self.setup.received[seat]

    def barred(self, rules: Rules, seat: Seat) -> Cards:
        """What it has just received as tribute."""
        return self.hand(seat) & self.setup.received[seat]

    def apply(self, rules: Rules, match: Match, seat: Seat, action: Action) -> Step:
        """Seal a gift; the last one is followed by all of them changing hands.

        Raises NotAllowed (``return_none``, ``return_count``, ``not_in_hand``, ``return_received``, ``return_keep_three``,
        ``not_now``).
        """
        if not isinstance(action, Return):
            raise NotAllowed("not_now")
        index = self._gift_of(seat)
        if index < 0:
            raise NotAllowed("return_none")
        self._check(rules, seat, action.cards, self.gifts[index].count)
        given = list(self._chosen())
        given[index] = action.cards
        phase = replace(self, given=tuple(given))
        if all(given):
            return phase._hand_over(match)  # noqa: SLF001 -- a value of its own kind
        return match, phase, ()

    def _check(self, rules: Rules, seat: Seat, cards: Cards, count: int) -> None:
        if cards.bit_count() != count:
            raise NotAllowed("return_count", count=count)
        if cards & ~self.hand(seat):
            raise NotAllowed("not_in_hand", card="")
        if cards & self.setup.received[seat]:
            raise NotAllowed("return_received")
        if (cards & THREES).bit_count() > spare_threes(rules, self.hand(seat)):
            raise NotAllowed("return_keep_three")

    def _hand_over(self, match: Match) -> Step:
        hands = self.setup.hands
        events: Events = []
        for gift, cards in zip(self.gifts, self.given, strict=True):
            hands = move(hands, gift.giver, gift.receiver, cards)
            events.append(CardsGiven("return", gift.giver, gift.receiver, gift.count))
            events.append(CardsMoved(gift.giver, gift.receiver, cards))
        return self.finish_part(match, replace(self.setup, hands=hands), events)

    def legal(self, rules: Rules, seat: Seat) -> Sequence[Action]:
        """Every choice of cards, equal ones not told apart."""
        index = self._gift_of(seat)
        if index < 0:
            return ()
        received = self.setup.received[seat]
        return returns_of(rules, self.hand(seat), received, self.gifts[index].count)

    def choices(self, rules: Rules, seat: Seat) -> tuple[Choice, ...]:
        """Cards to return to the next payer."""
        index = self._gift_of(seat)
        if index < 0:
            return ()
        return (Choice("return", cards=True, count=self.gifts[index].count),)

    def chosen(self, seat: Seat) -> str:
        """What the seat has chosen to return."""
        return ", ".join(
            write(Return(cards))
            for gift, cards in zip(self.gifts, self._chosen(), strict=True)
            if gift.giver == seat and cards
        )

    def defaults(self, rules: Rules) -> tuple[tuple[Seat, Action], ...]:
        """The lowest cards that are not 3s (3s only when nothing else is left)."""
        found: list[tuple[Seat, Action]] = []
        # Each choice is made in a copy of the phase: a seat's second gift must not name the same cards.
        phase = self
        while acting := phase.to_act():
            seat = acting[0]
            index = phase._gift_of(seat)
            count = phase.gifts[index].count
            free = phase._free(seat)
            cards = lowest(free & ~THREES, count)
            cards |= lowest(free & THREES, count - cards.bit_count())
            found.append((seat, Return(cards)))
            given = list(phase._chosen())
            given[index] = cards
            phase = replace(phase, given=tuple(given))
        return tuple(found)

    def pace(self) -> Pace:
        """A choice that needs thought."""
        return Pace(Limit.CHOICE)
