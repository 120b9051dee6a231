"""What a hand is worth: roughly how many leads it still has to be given before it is out.

Each rank is a bunch to be led once; 2s and jokers help others out and count against that.
"""

from typing import Final

from games.engine.core.cards import BIG, SMALL, TWO
from games.engine.gouji.plays import GOUJI_COUNT

from .candidate_plays import THREE
from .seat_view import Counts, SeatView

LOWEST: Final = 1.15
HIGHEST: Final = 0.50
"""A bunch of 3s has to be led; one of aces nearly always finds something to beat."""
GOUJI: Final = 0.45
TWO_WORTH: Final = 0.6
SMALL_WORTH: Final = 0.9
BIG_WORTH: Final = 1.4


def rank_cost(rank: int, count: int, *, melee: bool) -> float:
    """What one rank still costs."""
    cost = LOWEST - (LOWEST - HIGHEST) * rank / (TWO - 1)
    if not melee and count >= GOUJI_COUNT[rank]:
        cost -= GOUJI + 0.1 * min(2, count - GOUJI_COUNT[rank])
    elif count > 1:
        cost -= 0.04 * min(4, count - 1) * rank / (TWO - 1)
    return cost


def hand_cost(seat_view: SeatView, counts: Counts) -> float:
    """What a hand still costs; less is better."""
    cost = 0.0
    for rank in range(TWO):
        if counts[rank] and not (rank == THREE and seat_view.rules.hold_threes):
            cost += rank_cost(rank, counts[rank], melee=seat_view.melee)
    return cost - TWO_WORTH * counts[TWO] - SMALL_WORTH * counts[SMALL] - BIG_WORTH * counts[BIG]
