"""The legal plays of a hand, counted by arithmetic and built when asked for.

Suits do not matter in play, so plays that differ only in suit or copy count as one: so many cards of a rank
with so many 2s, small and big jokers attached. The lowest cards stand for all of them.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final, NamedTuple, TypeAlias

from games.engine.core.actions import Action
from games.engine.core.cards import RANK_BITS, RANK_MASK, TWO, Cards, rank_counts
from games.engine.core.counted import CountedSequence

from .actions import Play
from .play_state import JOKERS, THREES
from .plays import NATURAL_BITS, Demand, MixedJokers, Shape, demand_of, shape_of
from .rules import Rules

Wild: TypeAlias = tuple[int, int, int]
"""How many 2s, small jokers and big jokers."""
# A play has at most 16 naturals, 16 twos and eight jokers: tables of this size need no bounds check.
MAX_SIZE: Final = 64


class Wilds(NamedTuple):
    """The ways to attach wild cards to a play, ordered by how many cards they take.

    ``of_size[n]`` are the ways with ``n`` cards, those without a 2 first; ``bare[n]`` is how many have no 2.
    ``before[n]`` is how many have fewer than ``n`` cards. ``every`` has all in order.
    """

    of_size: tuple[tuple[Wild, ...], ...]
    before: tuple[int, ...]
    bare: tuple[int, ...]
    every: tuple[Wild, ...]


# Depends on the number of wild cards alone, so that most hands of a deal share a few entries.
@lru_cache(maxsize=4096)
def wilds(
    twos: int, small: int, big: int, least_big: int, mixed: MixedJokers, least_jokers: int = 0
) -> Wilds:
    """The ways to attach wild cards of a hand that has these numbers of them.

    Each way has at least ``least_big`` big jokers that count as big, and at least ``least_jokers`` jokers.
    """
    of_size: list[list[Wild]] = [[] for _ in range(MAX_SIZE)]
    # 2s in the outer loop: within each size the ways without a 2 come first, as ``bare`` needs.
    for t in range(twos + 1):
        for s in range(small + 1):
            for b in range(big + 1):
                as_big = 0 if s and mixed == "as_small" else b
                if as_big >= least_big and s + b >= least_jokers:
                    of_size[t + s + b].append((t, s, b))
    sizes = tuple(map(tuple, of_size))
    return Wilds(
        of_size=sizes,
        before=(0, *accumulate(map(len, sizes))),
        bare=tuple(sum(not wild[0] for wild in size) for size in sizes),
        every=tuple(wild for size in sizes for wild in size),
    )


# Sixteen bits and a count have few values in practice, and each play that is built asks up to four times.
@lru_cache(maxsize=1 << 15)
def _low_bits(bits: int, count: int) -> int:
    taken = 0
    for _ in range(count):
        low = bits & -bits
        taken |= low
        bits ^= low
    return taken


def gather(hand: Cards, rank: int, naturals: int, wild: Wild) -> Cards:
    """The cards of a hand for a play: ``naturals`` cards of a rank and the wild cards, the lowest of each."""
    cards = 0
    if naturals:
        shift = rank * RANK_BITS
        cards = _low_bits((hand >> shift) & RANK_MASK, naturals) << shift
    shift = NATURAL_BITS
    for count in wild:
        if count:
            cards |= _low_bits((hand >> shift) & RANK_MASK, count) << shift
        shift += RANK_BITS
    return cards


class Leads(CountedSequence):
    """Every play that a hand can lead.

    ``hold`` leaves out plays with 3s (option hold_threes), ``on_joker`` plays without a joker, as a burner's
    leads need one (gouji §7).
    """

    __slots__ = ("bare", "hand", "starts", "ways")

    def __init__(
        self,
        hand: Cards,
        mixed: MixedJokers,
        *,
        hold: bool = False,
        on_joker: bool = False,
    ) -> None:
        super().__init__(Play)
        self.hand = hand
        counts = rank_counts(hand)
        self.ways = wilds(*counts[TWO:], 0, mixed, 1 if on_joker else 0).every
        # A row for each rank and number of naturals, a column for each way to attach wild cards; the
        # last row has no naturals. ``starts`` says at which row a rank begins.
        self.starts = (0, *accumulate((0, *counts[1:TWO]) if hold else counts[:TWO]))
        self.bare = 0 if on_joker else 1
        self.total = (self.starts[-1] + 1) * len(self.ways) - self.bare

    def pick(self, index: int) -> Cards:
        """By rank, then by the number of naturals; wild cards alone come last."""
        row, way = divmod(index, len(self.ways))
        if row == self.starts[-1]:
            # The first way attaches nothing: alone it would be a play of no cards, so it is skipped.
            return gather(self.hand, TWO, 0, self.ways[way + self.bare])
        rank = bisect_right(self.starts, row) - 1
        return gather(self.hand, rank, row - self.starts[rank] + 1, self.ways[way])


class Answers(CountedSequence):
    """Every play of a hand that meets a demand."""

    __slots__ = ("demand", "hand", "rows", "ways")

    def __init__(
        self,
        hand: Cards,
        demand: Demand,
        mixed: MixedJokers,
        extras: tuple[Action, ...] = (),
        make: Callable[[Cards], Action] = Play,
    ) -> None:
        super().__init__(make, 0, extras)
        self.hand = hand
        size, big, floor = demand
        counts = rank_counts(hand)
        self.demand = demand
        ways = self.ways = wilds(*counts[TWO:], big, mixed)
        before = ways.before
        top = before[size]
        rows: list[tuple[int, int, int]] = []
        total = 0
        for rank in range(floor + 1, TWO):
            if count := counts[rank]:
                count = min(count, size)
                # With 1 to ``count`` naturals the ways left to fill up take size - count to size - 1 cards.
                if found := top - before[size - count]:
                    rows.append((total, rank, count))
                    total += found
        self.rows = rows
        # 2s do not beat 2s: against rank 2 the wild cards alone must be jokers.
        self.total = total + (len(ways.of_size[size]) if floor < TWO else ways.bare[size])
        rows.append((total, TWO, 0))

    def pick(self, index: int) -> Cards:
        """By rank, then by the number of naturals; wild cards alone come last."""
        start, rank, count = self.rows[0]
        for row in self.rows:
            if row[0] > index:
                break
            start, rank, count = row
        index -= start
        of_size, size = self.ways.of_size, self.demand.size
        if rank == TWO:
            return gather(self.hand, TWO, 0, of_size[size][index])
        for naturals in range(1, count + 1):
            found = of_size[size - naturals]
            if index < len(found):
                return gather(self.hand, rank, naturals, found[index])
            index -= len(found)
        raise IndexError(index)


def is_one_play(hand: Cards, rules: Rules) -> bool:
    """Whether a whole hand is a single play that could be led; held 3s go without 2s and jokers."""
    # 3s are the lowest 16 bits, so a greater number means that there is a card above them.
    if rules.hold_threes and hand & THREES and hand > THREES:
        return False
    return shape_of(hand, rules.mixed_jokers) is not None


def leads_of(rules: Rules, hand: Cards, *, burner: bool) -> Sequence[Action]:
    """What a hand may lead: a burner plays with a joker while they hold one (gouji §7), 3s are held (§3)."""
    if rules.hold_threes and hand <= THREES:
        return (Play(hand),)
    if burner and not hand & JOKERS:
        # ``tricks`` has ended the burn unless such a hand is one play.
        return (Play(hand),)
    return Leads(hand, rules.mixed_jokers, hold=rules.hold_threes, on_joker=burner)


def answers_of(
    rules: Rules,
    hand: Cards,
    shape: Shape,
    extras: tuple[Action, ...],
    make: Callable[[Cards], Action] = Play,
) -> Sequence[Action]:
    """What a hand may answer to a play, after ``extras``."""
    demand = demand_of(shape, two_to_one=rules.two_to_one)
    if demand is None or hand.bit_count() < demand.size:
        return extras
    return Answers(hand, demand, rules.mixed_jokers, extras, make)
