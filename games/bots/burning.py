"""Burning 烧牌 (gouji §7): only an enemy's play, and only if the whole hand can then be led with jokers."""

from math import prod
from typing import Final

from games.engine.core.cards import BIG
from games.engine.gouji.burning import carried
from games.engine.gouji.plays import demand_of

from .candidate_plays import THREE, CandidatePlay, answers, ranks_of
from .odds import holds
from .seat_view import Counts, SeatView

SURE: Final = 0.7
"""Below this chance to succeed the bot does not burn: a failed burn costs a lowest place (gouji §7)."""


def burn(seat_view: SeatView) -> CandidatePlay | None:
    """The burn that very probably succeeds and spends the fewest wild cards; None to decline."""
    top, shape = seat_view.public.top, seat_view.top_shape()
    demand = demand_of(shape, two_to_one=seat_view.rules.two_to_one) if shape else None
    if top is None or demand is None or not seat_view.is_enemy(top.seat):
        return None
    found = []
    for candidate in answers(seat_view, demand):
        rest = candidate.rest(seat_view.counts)
        # The last hand: with it the burn has succeeded, whatever beats it (gouji §7).
        if not sum(rest):
            return candidate
        if carried(rest, seat_view.rules) and _succeeds(seat_view, candidate, rest) >= SURE:
            found.append(candidate)
    return min(
        found, key=lambda candidate: (candidate.big, candidate.small, candidate.twos), default=None
    )


def _succeeds(seat_view: SeatView, candidate: CandidatePlay, rest: Counts) -> float:
    """The chance that the burn stands, and then every lead but the last."""
    chances = [holds(seat_view, seat_view.me, candidate.shape(seat_view), gouji=True)]
    ranks = [rank for rank in ranks_of(rest) if not (seat_view.rules.hold_threes and rank == THREE)]
    leads = len(ranks) - (0 if seat_view.rules.hold_threes and rest[THREE] else 1)
    # A lead with a big joker is never beaten (gouji §1), so each one spares a lead from being counted.
    for rank in ranks[: max(0, leads - rest[BIG])]:
        shape = CandidatePlay(rank, rest[rank], small=1).shape(seat_view)
        chances.append(holds(seat_view, seat_view.me, shape, gouji=True))
    return prod(chances)
