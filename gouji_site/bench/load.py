"""What a bench is asked to do, and what it found."""

from __future__ import annotations

import msgspec

PAGE_SECONDS = 20.0
LOST_AFTER = 5.0
"""An update that a socket has not shown by then is lost."""


class Load(msgspec.Struct, frozen=True):
    """So many tables of a game, all together at so many moves a second, for so long."""

    tables: int = 100
    moves_per_second: float = 100.0
    seconds: float = 30.0
    seed: int = 1
    game: str = "gouji"


class Spread(msgspec.Struct, frozen=True):
    """Milliseconds that half of all, and that 99 in 100, stayed below; and the longest."""

    p50: float
    p99: float
    max: float


class Report(msgspec.Struct, frozen=True):
    """What a bench found.

    ``latency_ms`` is from before a post to the update of the table's last socket, ``answer_ms`` to the post's answer.
    ``updates_lost`` counts sockets that did not show a move, or a later one, in time. ``cpu`` is in percent
    of one core, ``others`` being everything else on the machine: where that takes a core, latencies say
    little. ``memory_mb`` is each process's share of what it holds in memory. ``first_load_bytes`` is the
    table's page with all it asks for, as sent; the updates are those after a socket's first picture.
    ``comeback_ms`` is from the moment in which all sockets were cut to the picture of each that came back by itself.
    """

    moves_per_second: float
    latency_ms: Spread
    answer_ms: Spread
    errors: int
    updates_lost: int
    tables: int
    sockets: int
    moves: int
    seconds: float
    cpu: dict[str, float]
    memory_mb: dict[str, float]
    first_load_bytes: int
    first_picture_bytes: int
    largest_update_bytes: int
    comeback_ms: Spread
    mean_update_bytes: int
    complaints: dict[str, int]


def spread(seconds: list[float]) -> Spread:
    """The spread of durations.

    >>> spread([0.001 * n for n in range(1, 101)])
    Spread(p50=50.0, p99=99.0, max=100.0)
    """
    if not seconds:
        return Spread(0.0, 0.0, 0.0)
    ordered = sorted(seconds)
    return Spread(
        p50=_ms(ordered[(len(ordered) - 1) // 2]),
        p99=_ms(ordered[max(0, -(-len(ordered) * 99 // 100) - 1)]),
        max=_ms(ordered[-1]),
    )


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 2)
