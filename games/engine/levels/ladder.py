"""The ladder of levels 3 4 … K A, and how a side climbs it (shengji §1, huolong §1)."""

from .trumps import TOP_LEVEL


def climb(level: int, steps: int, must_play: frozenset[int], dealt: int) -> int:
    """The level after a rise: it stops at A, and at a must-play level 必打 not yet dealt at.

    ``dealt`` has a bit for each level at which the side has itself dealt.

    >>> (
    ...     climb(0, 3, frozenset({0}), 0b1),
    ...     climb(0, 3, frozenset({0}), 0),
    ...     climb(10, 3, frozenset(), 0),
    ... )
    (3, 0, 11)
    """
    for _ in range(steps):
        if level == TOP_LEVEL or (level in must_play and not dealt >> level & 1):
            break
        level += 1
    return level
