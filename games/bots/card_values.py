"""The cost of a hand: roughly how many times its player must be given the lead before they are out.

The cards of each rank have to be led once. 2s and jokers lower the cost, because they help other ranks to win.
The unit is one lead. The numbers are estimates and no rules: they only change how well a bot plays.
"""

from typing import Final

from games.engine.core.cards import BIG, SMALL, TWO
from games.engine.gouji.plays import GOUJI_COUNT

from .candidate_plays import THREE
from .seat_view import Counts, SeatView

LOWEST: Final = 1.15
HIGHEST: Final = 0.50
"""The cost of 3s, which must be led, and of aces, which nearly always find a play to beat."""
GOUJI: Final = 0.45
TWO_WORTH: Final = 0.6
SMALL_WORTH: Final = 0.9
BIG_WORTH: Final = 1.4


def rank_cost(rank: int, count: int, *, melee: bool) -> float:
    """The cost of ``count`` cards of a rank."""
    cost = LOWEST - (LOWEST - HIGHEST) * rank / (TWO - 1)
    if not melee and count >= GOUJI_COUNT[rank]:
        cost -= GOUJI + 0.1 * min(2, count - GOUJI_COUNT[rank])
    elif count > 1:
        cost -= 0.04 * min(4, count - 1) * rank / (TWO - 1)
    return cost


def hand_cost(seat_view: SeatView, counts: Counts) -> float:
    """The cost of a hand; less is better."""
    cost = 0.0
    for rank in range(TWO):
        # Held 3s cost nothing: they are the last hand and have to win nothing (gouji §3).
        if counts[rank] and not (rank == THREE and seat_view.rules.hold_threes):
            cost += rank_cost(rank, counts[rank], melee=seat_view.melee)
    return cost - TWO_WORTH * counts[TWO] - SMALL_WORTH * counts[SMALL] - BIG_WORTH * counts[BIG]
