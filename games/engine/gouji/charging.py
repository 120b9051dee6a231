"""Charge 冲点 (gouji §8, option charge), and how a revolution settles who has opened."""

# ruff: noqa: ARG002, ARG003 -- all phases have the same methods, whether or not one needs every parameter

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import product
from operator import or_
from typing import ClassVar, Final

from msgspec.structs import replace

from games.engine.core.actions import Action, Seat
from games.engine.core.cards import RANK_MASK, TWO, Cards, lowest, rank_counts
from games.engine.core.errors import NotAllowed
from games.engine.core.phases import Limit, Pace
from games.engine.core.views import Choice

from .actions import Charge, Decline, Play
from .events import ChargeBeaten, Charged, ChargeSettled
from .legal import answers_of
from .match import Match, Step
from .parts import Part
from .play_state import THREES, Events, put
from .plays import GOUJI_COUNT, NATURAL_BITS, demand_of, meets, shape_of
from .public import PhaseName, Public
from .rules import Rules
from .seats import BIT, NOBODY, OPPOSITE
from .setup import Setup

SETS: Final = 3
DECLINE: Final = Decline()


class Charging(Part, frozen=True, tag="charging"):
    """The revolutionary may show three sets, which the opposite may then beat one by one, in order."""

    NAME: ClassVar[PhaseName] = PhaseName.CHARGE

    sets: tuple[Cards, ...] = ()
    beaten: int = 0

    @classmethod
    def begin(cls, rules: Rules, match: Match, setup: Setup) -> "Charging | None":
        """Begins whenever somebody has revolted."""
        # Also with a hand without three sets: being asked must not tell what it holds.
        return cls(setup) if rules.charge and setup.revolted != NOBODY else None

    @property
    def _acting(self) -> Seat:
        revolted = self.setup.revolted
        return OPPOSITE[revolted] if self.sets else revolted

    def to_act(self) -> tuple[Seat, ...]:
        """The revolutionary, then the opposite."""
        return (self._acting,)

    def publicly_to_act(self) -> tuple[Seat, ...]:
        """The same seat: the choice is not sealed."""
        return (self._acting,)

    def hand(self, seat: Seat) -> Cards:
        """The cards of a seat; the revolutionary's until the choice to charge is made."""
        # Revolution has already discarded them, and a charge is picked from them.
        if seat == self.setup.revolted and not self.sets:
            return self.setup.discarded
        return self.setup.hands[seat]

    def apply(self, rules: Rules, match: Match, seat: Seat, action: Action) -> Step:
        """Charge, beat a set, or decline.

        Raises NotAllowed (``not_your_turn``, ``not_now``, ``charge_sets``, ``no_cards``, ``not_in_hand``, ``one_rank``,
        ``threes_last``, ``charge_too_low``).
        """
        if seat != self._acting:
            raise NotAllowed("not_your_turn")
        if isinstance(action, Decline):
            # With sets on the table it is the opposite who declines: the revolutionary has opened (§8).
            return self._settle(match, revolutionary=bool(self.sets), events=[])
        if not self.sets and isinstance(action, Charge):
            self._check_sets(action.sets)
            sets = action.sets
            return match, replace(self, sets=sets), (Charged(seat, sets),)
        if self.sets and isinstance(action, Play):
            return self._beat(rules, match, seat, action.cards)
        raise NotAllowed("not_now")

    def _check_sets(self, sets: tuple[Cards, ...]) -> None:
        together = 0  # the sets are disjoint: a card may be in one of them only
        for cards in sets:
            if cards & ~self.setup.discarded & ~together:
                raise NotAllowed("not_in_hand", card="")
            if together & cards or not _is_set(cards):
                raise NotAllowed("charge_sets")
            together |= cards
        if len(sets) != SETS:
            raise NotAllowed("charge_sets")

    def _beat(self, rules: Rules, match: Match, seat: Seat, cards: Cards) -> Step:
        hand = self.setup.hands[seat]
        if not cards:
            raise NotAllowed("no_cards")
        if cards & ~hand:
            raise NotAllowed("not_in_hand", card="")
        ours = shape_of(cards, rules.mixed_jokers)
        theirs = shape_of(self.sets[self.beaten], rules.mixed_jokers)
        if ours is None or theirs is None:
            raise NotAllowed("one_rank")
        if rules.hold_threes and cards & THREES:
            raise NotAllowed("threes_last")
        demand = demand_of(theirs, two_to_one=rules.two_to_one)
        if not meets(ours, demand):
            raise NotAllowed("charge_too_low")
        # Gone even if a later set stands (§8); ``laid``, for everybody has seen them.
        setup = replace(
            self.setup,
            hands=put(self.setup.hands, seat, hand & ~cards),
            discarded=self.setup.discarded | cards,
            laid=self.setup.laid | cards,
        )
        phase = replace(self, setup=setup, beaten=self.beaten + 1)
        events: Events = [ChargeBeaten(seat, cards, phase.beaten)]
        if phase.beaten == SETS:
            return phase._settle(match, revolutionary=False, events=events)  # noqa: SLF001
        return match, phase, tuple(events)

    def _settle(self, match: Match, *, revolutionary: bool, events: Events) -> Step:
        """End the part: of the two seats exactly one counts as having opened."""
        revolted = self.setup.revolted
        opened = revolted if revolutionary else OPPOSITE[revolted]
        laid = self.setup.laid
        # Without a charge it is not news: the revolution has already settled it so.
        if self.sets:
            events.append(ChargeSettled(opened))
            laid = reduce(or_, self.sets, laid)
        return self.finish_part(match, replace(self.setup, opened=BIT[opened], laid=laid), events)

    def legal(self, rules: Rules, seat: Seat) -> Sequence[Action]:
        """Declining, and charges, or what beats the set in turn."""
        if seat != self._acting:
            return ()
        if not self.sets:
            return (DECLINE, *charges_of(self.setup.discarded))
        theirs = shape_of(self.sets[self.beaten], rules.mixed_jokers)
        if theirs is None:
            return (DECLINE,)
        return answers_of(rules, self.setup.hands[seat], theirs, (DECLINE,))

    def choices(self, rules: Rules, seat: Seat) -> tuple[Choice, ...]:
        """The legal actions as buttons."""
        legal = self.legal(rules, seat)
        if not legal:
            return ()
        buttons: tuple[Choice, ...] = (Choice("decline"),)
        if len(legal) == 1:
            return buttons
        if self.sets:
            count = self.sets[self.beaten].bit_count()
            return (Choice("play", cards=True, count=count), *buttons)
        return (Choice("charge", cards=True), *buttons)

    def defaults(self, rules: Rules) -> tuple[tuple[Seat, Action], ...]:
        """No charge; the charge is declined."""
        return ((self._acting, DECLINE),)

    def prompt_key(self) -> str:
        """One question a set."""
        return f"{self.NAME}{len(self.sets)}{self.beaten}"

    def pace(self) -> Pace:
        """A choice that needs thought."""
        return Pace(Limit.CHOICE)

    def publish(self, public: Public) -> Public:
        """The sets, and how many of them are beaten."""
        public = super().publish(public)
        return replace(public, charge=self.sets, charge_beaten=self.beaten)


def _is_set(cards: Cards) -> bool:
    """Whether cards are a gouji set of natural cards."""
    # A seat that revolts automatically may have received 2s and jokers as tribute (§3).
    if cards >> NATURAL_BITS:
        return False
    shape = shape_of(cards, "as_small")
    return shape is not None and shape.count >= GOUJI_COUNT[shape.rank]


def charges_of(hand: Cards) -> Iterator[Charge]:
    """All charges that a hand without 2s and jokers can make, equal cards not told apart."""
    counts = rank_counts(hand)
    # The order of the sets matters, and one rank may give two of them (§8): hence a product.
    kinds = [
        (rank, size) for rank in range(TWO) for size in range(GOUJI_COUNT[rank], counts[rank] + 1)
    ]
    for picked in product(kinds, repeat=SETS):
        left, sets = hand, []
        for rank, size in picked:
            cards = lowest((left >> (16 * rank)) & RANK_MASK, size) << (16 * rank)
            if cards.bit_count() < size:
                break
            left &= ~cards
            sets.append(cards)
        else:
            yield Charge(tuple(sets))
