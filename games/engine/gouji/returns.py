"""The choices of return tribute 还贡 that a hand has, counted by arithmetic (gouji §3, §9).

A hand may owe several cards back, and the ways to pick them are too many for a list.
"""

from collections.abc import Sequence
from functools import lru_cache

from games.engine.core.actions import Action
from games.engine.core.cards import RANK_MASK, Cards, lowest, rank_counts
from games.engine.core.counted import CountedSequence

from .actions import Return
from .play_state import THREES
from .rules import Rules


def spare_threes(rules: Rules, hand: Cards) -> int:
    """How many 3s a hand may give: with hold_threes it keeps one."""
    threes = (hand & THREES).bit_count()
    return max(threes - 1, 0) if rules.hold_threes else threes


def returns_of(rules: Rules, hand: Cards, received: Cards, count: int) -> Sequence[Action]:
    """All sets of ``count`` cards that a hand may return: no card just received, and not its last 3."""
    free = hand & ~received
    threes, *others = rank_counts(free)
    # The whole hand counts for the 3 that is kept: it may be one just received (§9).
    counts = (min(threes, spare_threes(rules, hand)), *others)
    return Returns(free, counts, count)


@lru_cache(maxsize=4096)
def ways(counts: tuple[int, ...], size: int) -> int:
    """How many ways there are to take ``size`` cards, at most ``counts[i]`` of rank ``i``.

    >>> ways((2, 1), 2)
    2
    """
    if not counts or not size:
        return 0 if size else 1
    return sum(ways(counts[1:], size - taken) for taken in range(min(counts[0], size) + 1))


class Returns(CountedSequence):
    """Every choice of cards to return. Cards that differ only in suit or copy count as one."""

    __slots__ = ("counts", "hand", "size")

    def __init__(self, hand: Cards, counts: tuple[int, ...], size: int) -> None:
        super().__init__(Return, ways(counts, size))
        self.hand = hand
        self.counts = counts
        self.size = size

    def pick(self, index: int) -> Cards:
        """Few low cards first: the low ranks vary last."""
        cards, size = 0, self.size
        for rank, count in enumerate(self.counts):
            rest = self.counts[rank + 1 :]
            for taken in range(min(count, size) + 1):
                found = ways(rest, size - taken)
                if index < found:
                    break
                index -= found
            size -= taken
            cards |= lowest((self.hand >> (16 * rank)) & RANK_MASK, taken) << (16 * rank)
        return cards
