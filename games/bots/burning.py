"""Burning 烧牌: only an enemy's play, and only where the whole hand can then be led out on jokers."""

from math import prod
from typing import Final

from games.engine.core.cards import BIG
from games.engine.gouji.burning import carried
from games.engine.gouji.plays import demand_of

from .candidate_plays import THREE, Bunch, answers, ranks_of
from .odds import holds
from .seat_view import Counts, Sight

SURE: Final = 0.7


def burn(sight: Sight) -> Bunch | None:
    """The burn that almost surely succeeds, spending least; None to decline."""
    top, shape = sight.public.top, sight.top_shape()
    demand = demand_of(shape, two_to_one=sight.rules.two_to_one) if shape else None
    if top is None or demand is None or not sight.is_enemy(top.seat):
        return None
    found = []
    for bunch in answers(sight, demand):
        rest = bunch.rest(sight.counts)
        if not sum(rest):
            return bunch
        if carried(rest, sight.rules) and _succeeds(sight, bunch, rest) >= SURE:
            found.append(bunch)
    return min(found, key=lambda bunch: (bunch.big, bunch.small, bunch.twos), default=None)


def _succeeds(sight: Sight, bunch: Bunch, rest: Counts) -> float:
    """The burn itself has to stand, then every lead but the last: big jokers surely do."""
    chances = [holds(sight, sight.me, bunch.shape(sight), gouji=True)]
    ranks = [rank for rank in ranks_of(rest) if not (sight.rules.hold_threes and rank == THREE)]
    leads = len(ranks) - (0 if sight.rules.hold_threes and rest[THREE] else 1)
    for rank in ranks[: max(0, leads - rest[BIG])]:
        shape = Bunch(rank, rest[rank], small=1).shape(sight)
        chances.append(holds(sight, sight.me, shape, gouji=True))
    return prod(chances)
