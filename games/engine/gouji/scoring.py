"""Places, points and the end of a game (gouji §9). Pure functions over sets of seats."""

from typing import Final

from games.engine.core.actions import Seat

from .results import Due
from .seats import ALL, FEDERATIONS, NOBODY, SEATS, SEATS_IN, SIDES, from_seat

PLACE_POINTS: Final = (0, 4, 2, 0, 0, -2, -4)  # by place, from 1: the first 0 stands for no place
SWEEP_POINTS: Final = 12


def is_over(active: int, game_end: str) -> bool:
    """Whether a game ends: one federation is out, or (option game_end) one player is left."""
    if game_end == "last_player":
        return active.bit_count() <= 1
    return not (active & FEDERATIONS[0] and active & FEDERATIONS[1])


def places(
    finished: tuple[Seat, ...],
    counts: tuple[int, ...],
    played_last: Seat,
    *,
    fallen: tuple[Seat, ...] = (),
    revolted: Seat = NOBODY,
) -> tuple[int, ...]:
    """The place of each seat, 1 头科 to 6 大落.

    Finishers take the best free places in order; the fallen take the lowest, in the order they left. Fourth
    is kept for a revolutionary, who moves up to third if both partners are first and second. Seats that still
    hold cards take the rest: fewer cards first, then playing order after the seat that played last.

    >>> places((2, 0, 4), (0, 9, 0, 5, 0, 9), 4)
    (2, 6, 1, 4, 3, 5)
    >>> places((2, 4), (0, 9, 0, 5, 0, 9), 4, revolted=0)
    (3, 6, 1, 4, 2, 5)
    """
    free = list(range(1, SEATS + 1))
    placed = [0] * SEATS
    # First of all: fourth must be gone before the others take theirs.
    if revolted != NOBODY:
        placed[revolted] = 4
        free.remove(4)
    for seat in fallen:
        placed[seat] = free.pop()
    for seat in finished:
        placed[seat] = free.pop(0)
    after = from_seat(ALL, (played_last + 1) % SEATS)
    holding = [seat for seat in after if not placed[seat]]
    # Sorting is stable: equal numbers of cards stay in playing order.
    for seat in sorted(holding, key=lambda seat: counts[seat]):
        placed[seat] = free.pop(0)
    # Last of all: whether the partners are first and second may hang on the seats that hold cards.
    if revolted != NOBODY and sum(placed[seat] for seat in SIDES.partners_of(revolted)) == 1 + 2:
        placed[placed.index(3)], placed[revolted] = 4, 3
    return tuple(placed)


def settled(
    finished: tuple[Seat, ...], fallen: tuple[Seat, ...], revolted: Seat
) -> tuple[int, ...]:
    """The places that can no longer change, 0 for the others.

    With a revolution and fewer than two finishers only the first place and the last two are sure.

    >>> settled((3, 1), (), 5), settled((3,), (0,), 5)
    ((0, 2, 0, 1, 0, 3), (6, 0, 0, 1, 0, 0))
    """
    placed = places(finished, (0,) * SEATS, 0, fallen=fallen, revolted=revolted)
    sure = {*finished, *fallen}
    # Until two have finished, the revolutionary may still move up to third and push another to fourth.
    if revolted != NOBODY:
        sure = {*sure, revolted} if len(finished) > 1 else {*finished, *fallen[:2]}
    return tuple(placed[seat] if seat in sure else 0 for seat in range(SEATS))


def sufferers(owed: tuple[Due, ...]) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """The seats that were stifled, and those that were burned, each once and in order."""
    stifled = dict.fromkeys(due.payer for due in owed if due.kind == "stifle")
    burned = dict.fromkeys(due.payer for due in owed if due.kind == "burn")
    return tuple(stifled), tuple(burned)


def swept_by(placed: tuple[int, ...]) -> int | None:
    """The federation that took first, second and third place 串三户, if one did."""
    for federation, mask in enumerate(FEDERATIONS):
        # No other three places add up to 6.
        if sum(placed[seat] for seat in SEATS_IN[mask]) == 1 + 2 + 3:
            return federation
    return None


def points(
    placed: tuple[int, ...], lost: tuple[int, ...], *, event_points: bool
) -> tuple[int, int]:
    """The points of each federation.

    ``lost`` are the seats that did not open, were stifled, were burned; with the option event_points each of
    them costs its federation one point, but none does after a sweep.

    >>> points((1, 4, 2, 5, 3, 6), (), event_points=False)
    (12, -12)
    >>> points((1, 2, 3, 4, 5, 6), (0b000011, 0b000010, 0), event_points=True)
    (1, -4)
    """
    sweeper = swept_by(placed)
    # A sweep replaces the sum of the places, and there are no event points besides (§9).
    if sweeper is not None:
        return (SWEEP_POINTS, -SWEEP_POINTS) if sweeper == 0 else (-SWEEP_POINTS, SWEEP_POINTS)
    sums = [sum(PLACE_POINTS[placed[seat]] for seat in SEATS_IN[mask]) for mask in FEDERATIONS]
    if event_points:
        sums = [
            total - sum((seats & mask).bit_count() for seats in lost)
            for total, mask in zip(sums, FEDERATIONS, strict=True)
        ]
    return (sums[0], sums[1])


def winner(scores: tuple[int, int]) -> int | None:
    """The federation with the larger total; None is a draw."""
    if scores[0] == scores[1]:
        return None
    return 0 if scores[0] > scores[1] else 1
