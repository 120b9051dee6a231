"""Places, points and the end of a game (gouji §9). Pure functions over sets of seats."""

from typing import Final

from games.engine.core.actions import Seat

from .seats import ALL, BIT, FEDERATIONS, SEATS, SEATS_IN, from_seat

PLACE_POINTS: Final = (0, 4, 2, 0, 0, -2, -4)
SWEEP_POINTS: Final = 12


def is_over(active: int, game_end: str) -> bool:
    """Whether a game ends: one federation is out, or (option game_end) one player is left."""
    if game_end == "last_player":
        return active.bit_count() <= 1
    return not (active & FEDERATIONS[0] and active & FEDERATIONS[1])


def places(
    finished: tuple[Seat, ...], counts: tuple[int, ...], played_last: Seat
) -> tuple[int, ...]:
    """The place of each seat, 1 头科 to 6 大落.

    Finishers take the best places in order; who still holds cards takes what is left, fewer cards
    first, then in playing order after the seat that played last.

    >>> places((2, 0, 4), (0, 9, 0, 5, 0, 9), 4)
    (2, 6, 1, 4, 3, 5)
    """
    holding = ALL
    for seat in finished:
        holding &= ~BIT[seat]
    after = from_seat(holding, (played_last + 1) % SEATS)
    ranked = finished + tuple(sorted(after, key=lambda seat: counts[seat]))
    return tuple(ranked.index(seat) + 1 for seat in range(SEATS))


def swept_by(placed: tuple[int, ...]) -> int | None:
    """The federation that took first, second and third place 串三户, if one did."""
    for federation, mask in enumerate(FEDERATIONS):
        if sum(placed[seat] for seat in SEATS_IN[mask]) == 1 + 2 + 3:
            return federation
    return None


def points(placed: tuple[int, ...], unopened: int, *, event_points: bool) -> tuple[int, int]:
    """The points of each federation.

    ``unopened`` are the seats that did not open; with the option event_points each costs its federation
    one point, but none does after a sweep.

    >>> points((1, 4, 2, 5, 3, 6), 0, event_points=False)
    (12, -12)
    >>> points((1, 2, 3, 4, 5, 6), 0b000011, event_points=True)
    (1, -3)
    """
    sweeper = swept_by(placed)
    if sweeper is not None:
        return (SWEEP_POINTS, -SWEEP_POINTS) if sweeper == 0 else (-SWEEP_POINTS, SWEEP_POINTS)
    sums = [sum(PLACE_POINTS[placed[seat]] for seat in SEATS_IN[mask]) for mask in FEDERATIONS]
    if event_points:
        sums = [
            total - (unopened & mask).bit_count()
            for total, mask in zip(sums, FEDERATIONS, strict=True)
        ]
    return (sums[0], sums[1])


def winner(scores: tuple[int, int]) -> int | None:
    """The federation with the larger total; None is a draw."""
    if scores[0] == scores[1]:
        return None
    return 0 if scores[0] > scores[1] else 1
