"""What a Gouji bot says outside the tricks: revolution, charge, head, return tribute, declaring, showing."""

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
"""A hand without jokers and 2s that is worth playing all the same."""
HEAD_SETS: Final = 3
"""With as many gouji sets the three dead gouji plays of one with a head 要头 are worth having."""
JOKER: Final = 1.5


def sets_of(counts: Counts) -> int:
    """How many ranks make a gouji play by themselves."""
    return sum(counts[rank] >= GOUJI_COUNT[rank] for rank in range(TWO))


def strength(counts: Counts) -> float:
    """A hand's strength for opening 开点: its gouji sets, the high ones more, and its wild cards."""
    sets = 0.0
    for rank in range(TWO):
        if counts[rank] >= GOUJI_COUNT[rank]:
            sets += 1 + (rank - 7) * 0.15 + 0.2 * (counts[rank] - GOUJI_COUNT[rank])
    return sets + 0.6 * counts[TWO] + counts[SMALL] + JOKER * counts[BIG]


def declares(seat_view: SeatView) -> bool:
    """宣点 with a very strong hand only: when both sides open, it costs who declared."""
    return strength(seat_view.counts) >= DECLARE_AT


def revolts(seat_view: SeatView) -> bool:
    """革命: fourth place is more than such a hand mostly comes to."""
    return strength(seat_view.counts) < STAY_AT


def heads(seat_view: SeatView) -> bool:
    """要头 with enough gouji plays that nobody may then answer."""
    return sets_of(seat_view.counts) >= HEAD_SETS


def showing(seat_view: SeatView) -> tuple[int, int] | None:
    """The rank and suit to show 上班, longest first; only who wants to lead shows."""
    if strength(seat_view.counts) < SHOW_AT:
        return None
    rank = shown_rank(seat_view.rules)
    counts = [of_suit(seat_view.hand, rank, suit).bit_count() for suit in range(len(SUITS))]
    longest = max(counts)
    return (rank, counts.index(longest)) if longest >= LEAST_SHOWN else None


def best_charge(charges: Iterable[Charge]) -> Charge:
    """冲点 costs nothing, the hand is lost anyway: the three sets that are hardest to beat."""

    def hardness(charge: Charge) -> int:
        shapes = [shape_of(cards, "keep") for cards in charge.sets]
        return sum(3 * shape.rank + 2 * shape.count for shape in shapes if shape)

    return max(charges, key=hardness)


def beats_charge(seat_view: SeatView) -> Cards | None:
    """What to beat the set in turn with, if natural cards beat it and all that follow; else None."""
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
            return None
        rank = min(fitting, key=lambda each: (left[each] - demand.size, each))
        left[rank] -= demand.size
        if first is None:
            first = lowest(of_rank(seat_view.hand, rank), demand.size) << (rank * 16)
    return first


def returning(seat_view: SeatView, barred: Cards, count: int) -> Cards:
    """还贡: one by one the cards without which the hand is best; 3s and wild cards last."""
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
