"""The legal actions of Shengji games, counted by arithmetic.

Copies of a card are told apart, so the count is exactly the number of actions that ``apply`` accepts.
"""

from collections.abc import Callable
from itertools import combinations
from math import comb
from typing import Final

from games.engine.core.actions import Action
from games.engine.core.cards import COPIES, Cards
from games.engine.core.counted import CountedSequence

# A hex digit is the four copies of one face: this is the first copy of all 60 faces.
_LOW_COPIES: Final = int("1" * 60, 16)
# All sets of copies, small ones first: singles, then pairs, meteors and fours.
_PATTERNS: Final = tuple(
    sum(1 << copy for copy in copies)
    for count in range(1, len(COPIES) + 1)
    for copies in combinations(range(len(COPIES)), count)
)


class Combinations(CountedSequence):
    """All of ``fixed`` together with any ``free`` cards of ``pool``: for following and burying."""

    __slots__ = ("fixed", "free", "pool")

    def __init__(
        self, make: Callable[[Cards], Action], pool: Cards, free: int, fixed: Cards = 0
    ) -> None:
        size = pool.bit_count()
        # Most tricks are led with one card: that case needs no binomial coefficient.
        super().__init__(make, size if free == 1 else comb(size, free))
        self.pool = pool
        self.free = free
        self.fixed = fixed

    def pick(self, index: int) -> Cards:
        """Low cards first."""
        return self.fixed | combination(self.pool, self.free, index)


class Subsets(CountedSequence):
    """Every set of one or more cards from one of ``pools``: leads with throws 甩牌."""

    __slots__ = ("pools",)

    def __init__(self, make: Callable[[Cards], Action], pools: tuple[Cards, ...]) -> None:
        self.pools = pools
        super().__init__(make, sum((1 << pool.bit_count()) - 1 for pool in pools))

    def pick(self, index: int) -> Cards:
        """Pool by pool; within one the bits of the number say which cards."""
        at = 0
        while index >= (size := (1 << self.pools[at].bit_count()) - 1):
            index -= size
            at += 1
        # From 1: number 0 is the empty set, which is no lead.
        return spread(index + 1, self.pools[at])


class Alike(CountedSequence):
    """Every set of identical cards in a hand: singles, pairs, meteors, fours."""

    __slots__ = ("found",)

    def __init__(self, make: Callable[[Cards], Action], hand: Cards) -> None:
        # Each copy moved to the place of the first: an intersection finds all faces with a pattern at once.
        shifted = (hand, hand >> 1, hand >> 2, hand >> 3)
        found: list[tuple[int, Cards]] = []
        total = 0
        for pattern in _PATTERNS:
            faces = _LOW_COPIES
            for copy, cards in enumerate(shifted):
                if pattern >> copy & 1:
                    faces &= cards
            if faces:
                found.append((pattern, faces))
                total += faces.bit_count()
        self.found = found
        super().__init__(make, total)

    def pick(self, index: int) -> Cards:
        """By the number of cards, then by their copies, low ranks first."""
        at = 0
        while index >= (count := self.found[at][1].bit_count()):
            index -= count
            at += 1
        pattern, faces = self.found[at]
        # One bit times a pattern is the pattern moved to that bit's face.
        return nth(faces, index) * pattern


def nth(cards: Cards, index: int) -> Cards:
    """The card with that index, counted from 0 and the lowest, as a set of one card."""
    for _ in range(index):
        cards &= cards - 1
    return cards & -cards


def combination(cards: Cards, count: int, index: int) -> Cards:
    """Combination number ``index`` of ``count`` cards out of a set, those with the lowest card first.

    >>> [combination(0b1110, 2, index) for index in range(3)] == [0b110, 0b1010, 0b1100]
    True
    """
    if count == 1:
        return nth(cards, index)
    size, chosen = cards.bit_count(), 0
    while count and count < size:
        low = cards & -cards
        cards ^= low
        size -= 1
        # So many combinations have this card, and they come first.
        with_low = comb(size, count - 1)
        if index < with_low:
            chosen |= low
            count -= 1
        else:
            index -= with_low
    return chosen | cards if count else chosen


def spread(bits: int, cards: Cards) -> Cards:
    """The subset of cards whose places, counted from the lowest, are set in ``bits``.

    >>> bin(spread(0b101, 0b1110))
    '0b1010'
    """
    chosen = 0
    while bits:
        low = cards & -cards
        cards ^= low
        if bits & 1:
            chosen |= low
        bits >>= 1
    return chosen
