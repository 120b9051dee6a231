"""What a Gouji bot says before play: showing for the lead, declaring."""

from typing import Final

from games.engine.core.cards import BIG, SMALL, SUITS, TWO, of_suit
from games.engine.gouji.plays import GOUJI_COUNT

from .sight import Counts, Sight

LEAST_SHOWN: Final = 2
DECLARE_AT: Final = 12.0
SHOW_AT: Final = 4.0
JOKER: Final = 1.5


def strength(counts: Counts) -> float:
    """A hand's strength for opening 开点: its gouji sets, the high ones more, and its wild cards."""
    sets = 0.0
    for rank in range(TWO):
        if counts[rank] >= GOUJI_COUNT[rank]:
            sets += 1 + (rank - 7) * 0.15 + 0.2 * (counts[rank] - GOUJI_COUNT[rank])
    return sets + 0.6 * counts[TWO] + counts[SMALL] + JOKER * counts[BIG]


def declares(sight: Sight) -> bool:
    """宣点 with a hand that almost surely opens: a declaration that fails costs two cards more."""
    return strength(sight.counts) >= DECLARE_AT


def showing(sight: Sight) -> tuple[int, int] | None:
    """The rank and suit to show 上班, longest first; only who wants to lead shows."""
    if strength(sight.counts) < SHOW_AT:
        return None
    rank = 1 if sight.hold_threes else 0
    counts = [of_suit(sight.hand, rank, suit).bit_count() for suit in range(len(SUITS))]
    longest = max(counts)
    return (rank, counts.index(longest)) if longest >= LEAST_SHOWN else None
