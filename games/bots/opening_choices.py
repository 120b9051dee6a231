"""How a Gouji bot answers outside the tricks: revolution, charge, head, return tribute, declaring, showing.

The limits are estimates and no rules: they only change how well a bot plays.
"""

from collections.abc import Iterable
from typing import Final

from games.engine.core.cards import (
    BIG,
    SMALL,
    SUITS,
    TWO,
    Cards,
    lowest,
    of_rank,
    of_suit,
    rank_counts,
)
from games.engine.gouji.actions import Charge
from games.engine.gouji.opening import LEAST_SHOWN, shown_rank
from games.engine.gouji.plays import GOUJI_COUNT, demand_of, shape_of

from .candidate_plays import THREE
from .card_values import hand_cost
from .seat_view import Counts, SeatView

DECLARE_AT: Final = 12.0
SHOW_AT: Final = 4.0
STAY_AT: Final = 6.0
"""With this strength a hand without jokers and 2s is played all the same."""
HEAD_SETS: Final = 3
"""With this many gouji sets a head 要头 is worth having: its first three gouji plays are dead (gouji §8)."""
JOKER: Final = 1.5


def sets_of(counts: Counts) -> int:
    """How many ranks make a gouji play by themselves."""
    return sum(counts[rank] >= GOUJI_COUNT[rank] for rank in range(TWO))


def strength(counts: Counts) -> float:
    """A hand's strength for opening 开点: its gouji sets, high ones more, and its wild cards."""
    sets = 0.0
    for rank in range(TWO):
        if counts[rank] >= GOUJI_COUNT[rank]:
            # Rank 7 is the 10, the lowest that makes a gouji set.
            sets += 1 + (rank - 7) * 0.15 + 0.2 * (counts[rank] - GOUJI_COUNT[rank])
    return sets + 0.6 * counts[TWO] + counts[SMALL] + JOKER * counts[BIG]


def declares(seat_view: SeatView) -> bool:
    """Whether to declare 宣点: with a very strong hand only, for if both open, it costs the one who declared."""
    return strength(seat_view.counts) >= DECLARE_AT


def revolts(seat_view: SeatView) -> bool:
    """Whether to revolt 革命: with a weak hand, which would mostly end below the fourth place that it keeps."""
    return strength(seat_view.counts) < STAY_AT


def heads(seat_view: SeatView) -> bool:
    """Whether to be headed 要头: with enough gouji plays to use its three dead ones."""
    return sets_of(seat_view.counts) >= HEAD_SETS


def showing(seat_view: SeatView) -> tuple[int, int] | None:
    """The rank and suit to show 上班, the longest; None for a hand too weak to gain by the lead."""
    if strength(seat_view.counts) < SHOW_AT:
        return None
    rank = shown_rank(seat_view.rules)
    counts = [of_suit(seat_view.hand, rank, suit).bit_count() for suit in range(len(SUITS))]
    longest = max(counts)
    return (rank, counts.index(longest)) if longest >= LEAST_SHOWN else None


def best_charge(charges: Iterable[Charge]) -> Charge:
    """The charge 冲点 whose three sets are hardest to beat. It costs nothing: the hand is discarded anyway."""

    def hardness(charge: Charge) -> int:
        shapes = [shape_of(cards, "keep") for cards in charge.sets]
        return sum(3 * shape.rank + 2 * shape.count for shape in shapes if shape)

    return max(charges, key=hardness)


def beats_charge(seat_view: SeatView) -> Cards | None:
    """The cards to beat the set in turn, if natural cards beat it and all that follow; else None."""
    public = seat_view.public
    left = list(seat_view.counts)
    first = None
    for cards in public.charge[public.charge_beaten :]:
        shape = shape_of(cards, seat_view.rules.mixed_jokers)
        demand = demand_of(shape, two_to_one=seat_view.rules.two_to_one) if shape else None
        if demand is None:
            return None
        fitting = [rank for rank in range(demand.rank + 1, TWO) if left[rank] >= demand.size]
        if not fitting:
            # Cards laid are gone even if a later set stands (gouji §8): all three, or none.
            return None
        rank = min(fitting, key=lambda each: (left[each] - demand.size, each))
        left[rank] -= demand.size
        if first is None:
            first = lowest(of_rank(seat_view.hand, rank), demand.size) << (rank * 16)
    return first


def returning(seat_view: SeatView, barred: Cards, count: int) -> Cards:
    """The cards to return 还贡: one by one, the card whose loss costs the hand least; 3s and wild cards last."""
    hand, chosen = seat_view.hand, 0
    for _ in range(count):
        free = hand & ~barred & ~chosen
        ranks = [rank for rank in range(BIG + 1) if of_rank(free, rank)]
        low = [rank for rank in ranks if THREE < rank < TWO] or ranks
        rank = min(low, key=lambda each: (_without(seat_view, hand & ~chosen, each), each))
        chosen |= lowest(of_rank(free, rank), 1) << (rank * 16)
    return chosen


def _without(seat_view: SeatView, hand: Cards, rank: int) -> float:
    counts = list(rank_counts(hand))
    counts[rank] -= 1
    return hand_cost(seat_view, tuple(counts))
