"""What a deal is worth (shengji §5), and which seat deals next (§6). Pure functions of points."""

from typing import Final

from games.engine.levels.rules import DealScore, DealVerdict

PARTNER: Final = 2
NEXT: Final = 1
STEP: Final = 20
CHANGE: Final = 40
MOST: Final = 3


def rises(points: int) -> tuple[bool, int, int]:
    """Whether the deal changes, and how far the dealers and the others rise.

    >>> [rises(points) for points in (0, 15, 20, 40, 60, 100)]
    [(False, 3, 0), (False, 2, 0), (False, 1, 0), (True, 0, 0), (True, 0, 1), (True, 0, 3)]
    """
    # No point at all is a row of its own in the table of §5.
    if points < CHANGE:
        return False, MOST if points == 0 else MOST - 1 - points // STEP, 0
    # The kitty can carry the points beyond 100, which is where the printed table ends.
    return True, 0, min((points - CHANGE) // STEP, MOST)


def judge(deal_score: DealScore, *, bottom_takes_deal: bool) -> DealVerdict:
    """What a deal is worth. The kitty's points count double for the side not dealing if it won the last trick.

    ``bottom_takes_deal`` is that option: taking the bottom with under 40 points changes the deal without a rise.
    """
    points = deal_score.points + (2 * deal_score.kitty_points if deal_score.took_bottom else 0)
    change, dealers, others = rises(points)
    if bottom_takes_deal and deal_score.took_bottom and not change:
        change, dealers = True, 0
    return DealVerdict(points, dealers, others, change, not change, NEXT if change else PARTNER)
