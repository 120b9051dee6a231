"""The plays that a Gouji bot considers: for each rank the cheapest way to meet what is asked.

They are far fewer than the legal plays, which keeps a bot's choice fast.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from games.engine.core.cards import BIG, RANKS, SMALL, TWO, Cards
from games.engine.gouji.legal import gather
from games.engine.gouji.plays import GOUJI_COUNT, NO_RANK, Demand, Shape

from .seat_view import Counts, SeatView

THREE: Final = 0


class CandidatePlay(NamedTuple):
    """A play by its ranks: ``naturals`` cards of ``rank``, with 2s and jokers attached.

    ``rank`` is below the 2, or TWO for wild cards alone.
    """

    rank: int
    naturals: int
    twos: int = 0
    small: int = 0
    big: int = 0

    @property
    def size(self) -> int:
        """How many cards it has."""
        return self.naturals + self.twos + self.small + self.big

    def cards(self, hand: Cards) -> Cards:
        """The cards of a hand, the lowest copies."""
        return gather(hand, self.rank, self.naturals, (self.twos, self.small, self.big))

    def rest(self, counts: Counts) -> Counts:
        """What is left of a hand without it."""
        left = list(counts)
        if self.naturals:
            left[self.rank] -= self.naturals
        left[TWO] -= self.twos
        left[SMALL] -= self.small
        left[BIG] -= self.big
        return tuple(left)

    def shape(self, seat_view: SeatView) -> Shape:
        """What it reduces to."""
        count = self.naturals + self.twos
        rank = (self.rank if self.naturals else TWO) if count else NO_RANK
        if self.small and self.big and seat_view.rules.mixed_jokers == "as_small":
            return Shape(0, self.small + self.big, rank, count)
        return Shape(self.big, self.small, rank, count)

    def __str__(self) -> str:
        return (
            RANKS[BIG] * self.big
            + RANKS[SMALL] * self.small
            + RANKS[TWO] * self.twos
            + RANKS[self.rank] * self.naturals
        )


def ranks_of(counts: Counts) -> list[int]:
    """The ranks below the 2 that a hand holds."""
    return [rank for rank in range(TWO) if counts[rank]]


def whole_hand_play(counts: Counts) -> CandidatePlay | None:
    """The whole hand as one play, or None if it is not one."""
    ranks = ranks_of(counts)
    if len(ranks) > 1:
        return None
    rank = ranks[0] if ranks else TWO
    naturals = counts[rank] if ranks else 0
    whole = CandidatePlay(rank, naturals, counts[TWO], counts[SMALL], counts[BIG])
    return whole if whole.size else None


def is_playable(seat_view: SeatView, candidate: CandidatePlay) -> bool:
    """Whether a play may be laid: held 3s only as the last hand and bare (gouji §3), a burner's lead with a
    joker (gouji §7).
    """
    if seat_view.rules.hold_threes and candidate.rank == THREE and candidate.naturals:
        return candidate.size == candidate.naturals == sum(seat_view.counts)
    leads_on = seat_view.burning and seat_view.public.top is None
    return (
        not leads_on
        or candidate.small + candidate.big > 0
        or candidate.size == sum(seat_view.counts)
    )


def answers(seat_view: SeatView, demand: Demand) -> Iterator[CandidatePlay]:
    """The ways to beat a play: as many of a rank as there are, then 2s, then jokers."""
    size, least_big, floor = demand
    counts = seat_view.counts
    if counts[BIG] < least_big or sum(counts) < size:
        return
    for rank in range(floor + 1, TWO):
        if counts[rank] and size > least_big:
            yield from _fill(seat_view, rank, min(counts[rank], size - least_big), size, least_big)
    if floor < TWO or size == least_big:
        yield from _fill(seat_view, TWO, 0, size, least_big)


def _fill(
    seat_view: SeatView, rank: int, naturals: int, size: int, least_big: int
) -> Iterator[CandidatePlay]:
    """Fill up to the size with 2s, then small jokers, then big ones. Where 2s suffice, also with one joker."""
    counts = seat_view.counts
    need = size - naturals - least_big
    twos = min(need, counts[TWO])
    need -= twos
    # Big jokers that are mixed with small ones count as small, and would not meet the demand (gouji §1).
    pure = least_big > 0 and seat_view.rules.mixed_jokers == "as_small"
    small = 0 if pure else min(need, counts[SMALL])
    big = least_big + need - small
    if big > counts[BIG]:
        return
    yield CandidatePlay(rank, naturals, twos, small, big)
    # One joker in place of a natural or a 2 makes a play that few can beat.
    if not small and not big and size > 1:
        yield from _jokered(counts, CandidatePlay(rank, naturals, twos))


def _jokered(counts: Counts, candidate: CandidatePlay) -> Iterator[CandidatePlay]:
    rank, naturals, twos = candidate[:3]
    fewer = (naturals, twos - 1) if twos else (naturals - 1, twos)
    if counts[SMALL]:
        yield CandidatePlay(rank, *fewer, small=1)
    if counts[BIG]:
        yield CandidatePlay(rank, *fewer, big=1)


def leads(seat_view: SeatView) -> Iterator[CandidatePlay]:
    """The leads to consider: whole ranks, gouji plays, a joker on a rank, wild cards alone."""
    counts = seat_view.counts
    whole = whole_hand_play(counts)
    if whole:
        yield whole
    for rank in ranks_of(counts):
        naturals = counts[rank]
        yield CandidatePlay(rank, naturals)
        # A lone natural is not worth its 2s.
        missing = GOUJI_COUNT[rank] - naturals
        if 0 < missing <= counts[TWO] and naturals > 1:
            yield CandidatePlay(rank, naturals, missing)
        if counts[SMALL]:
            yield CandidatePlay(rank, naturals, small=1)
        if counts[BIG]:
            yield CandidatePlay(rank, naturals, big=1)
        if naturals > 1:
            yield CandidatePlay(rank, 1)
    yield from _wild_leads(counts)
    # All but the held 3s at once: if it wins the trick, the 3s go out with the next lead (gouji §3).
    held = (0, *counts[1:]) if seat_view.rules.hold_threes else counts
    before_threes = whole_hand_play(held) if held != counts else None
    if before_threes:
        yield before_threes


def _wild_leads(counts: Counts) -> Iterator[CandidatePlay]:
    for twos in {1, counts[TWO]} - {0} if counts[TWO] else ():
        yield CandidatePlay(TWO, 0, twos)
    if counts[SMALL]:
        yield CandidatePlay(TWO, 0, small=counts[SMALL])
    if counts[BIG]:
        yield CandidatePlay(TWO, 0, big=1)
