"""Running out: the chance that a hand with the lead plays all its ranks in a row, one a trick."""

from math import prod
from typing import Final

from games.engine.core.cards import BIG, SMALL
from games.engine.gouji.plays import is_gouji

from .candidate_plays import THREE, CandidatePlay, ranks_of, whole_hand_play
from .odds import holds
from .seat_view import Counts, SeatView

MOST: Final = 4
"""With more ranks than this the chance counts as 0: it is small, and costly to work out for every play."""


def run(seat_view: SeatView, counts: Counts) -> float:
    """The chance that a hand with the lead goes out without losing the lead.

    The cards of each rank are led together. The weakest rank is led last and has to win nothing; held 3s always are
    that last rank. Jokers are attached to the next weakest ranks.
    """
    threes = seat_view.rules.hold_threes and counts[THREE] > 0
    if whole_hand_play(counts) and not (threes and sum(counts) > counts[THREE]):
        return 1.0
    ranks = [rank for rank in ranks_of(counts) if not (threes and rank == THREE)]
    if len(ranks) > MOST:
        return 0.0
    chances = sorted(
        (_chance(seat_view, CandidatePlay(rank, counts[rank])), rank) for rank in ranks
    )
    # A rank led with a big joker is never beaten, except under big_joker_two_to_one (gouji §1).
    helped = 0 if seat_view.rules.two_to_one else counts[BIG]
    # One more is left out: the last rank, unless that is the held 3s.
    weak = chances[helped + (not threes) :]
    carried = (
        _chance(seat_view, CandidatePlay(r, counts[r], small=1)) for _, r in weak[: counts[SMALL]]
    )
    return prod(carried) * prod(chance for chance, _ in weak[counts[SMALL] :])


def _chance(seat_view: SeatView, candidate: CandidatePlay) -> float:
    shape = candidate.shape(seat_view)
    return holds(seat_view, seat_view.me, shape, gouji=is_gouji(shape) and not seat_view.melee)
