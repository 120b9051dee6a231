"""The orders for a bench, and its report."""

from __future__ import annotations

import msgspec

LOST_AFTER = 5.0
"""An update that a socket has not shown by then is lost."""


class Load(msgspec.Struct, frozen=True):
    """So many tables of a game. ``moves_per_second`` is for all together."""

    tables: int = 100
    moves_per_second: float = 100.0
    seconds: float = 30.0
    seed: int = 1
    game: str = "gouji"


FAULTS = (
    *("none", "kill-web", "kill-bots", "kill-clock", "kill-beat", "kill-postgres", "kill-redis"),
    *("kill-all", "restart-postgres", "empty-redis", "lock-row", "spoil-snapshot", "spoil-events"),
    *("freeze-web", "freeze-bots", "freeze-clock", "freeze-beat"),
)
"""The names in ``faults.FAULTS``, which the command cannot import: it knows no database yet. A test compares them."""
PHASES = ("play", "window", "drawing", "between", "end")
"""The names in ``phases.PHASES``, for the same reason."""


class Trials(msgspec.Struct, frozen=True):
    """Each fault in each phase, at so many tables of all games. Faults and phases are named."""

    tables: int
    faults: tuple[str, ...]
    phases: tuple[str, ...]


class Trial(msgspec.Struct, frozen=True):
    """What one fault did in one phase.

    ``page``, ``sockets`` and ``tables`` are seconds from the fault: until lists and a table are answered to a new
    browser, until every socket is open and shows the present version, until every table has made some moves again.
    None means not within a minute after the end of the fault.

    ``accepted`` counts actions answered with success, ``lost`` those of them that are not stored, and ended matches
    without a record. ``doubled`` moves are stored without having been posted. In ``unsound`` matches the moves do not
    give the stored state. ``stuck`` tables did not move again. ``complaints`` are answers that were neither success nor
    refusal.
    """

    fault: str
    phase: str
    page: float | None
    sockets: float | None
    tables: float | None
    goal: float | None
    accepted: int
    lost: int
    doubled: int
    unsound: int
    stuck: int
    complaints: dict[str, int]

    @property
    def is_sound(self) -> bool:
        """Whether nothing was lost, doubled, unsound or stuck, and pages and sockets came back."""
        counts = (self.lost, self.doubled, self.unsound, self.stuck)
        return not any(counts) and self.page is not None and self.sockets is not None

    @property
    def missed(self) -> bool:
        """Whether it was not sound, or took longer than its goal."""
        times = (self.page, self.sockets, self.tables)
        late = self.goal is not None and any(time is None or time > self.goal for time in times)
        return late or not self.is_sound


class FaultReport(msgspec.Struct, frozen=True):
    """All trials. ``busy``: the machine's load average over one minute, before and after, and its number of cores."""

    trials: tuple[Trial, ...]
    seconds: float
    busy: tuple[float, float, int]


class Spread(msgspec.Struct, frozen=True):
    """Milliseconds: the median, the 99th percentile and the longest."""

    p50: float
    p99: float
    max: float


class Report(msgspec.Struct, frozen=True):
    """The report of the bench of tables.

    ``latency_ms`` is from before a post to the update of the table's last socket, ``answer_ms`` to the post's answer.
    ``updates_lost`` counts sockets that did not show a move, or a later one, in time. ``cpu`` is in percent of one
    core. ``others`` is everything else on the machine: where that takes a core, latencies say little. ``memory_mb`` is
    each process's share of memory. ``first_load_bytes`` is the table's page with all it loads, as sent. Updates are
    those after a socket's first picture. ``comeback_ms`` is from the moment in which all sockets were cut to the first
    picture of each new one.
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


COLUMNS = ("fault", "phase", "page", "sockets", "tables", "goal", "accepted")
FAILURES = ("lost", "doubled", "unsound", "stuck")


def table_of(report: FaultReport) -> str:
    """The trials as a table in text, a line each, with a ``!`` where a goal was missed."""
    names = (*COLUMNS, *FAILURES)
    rows = [[*names, ""], *([*_cells(trial, names), trial.missed * "!"] for trial in report.trials)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    before, after, cores = report.busy
    busy = f"{report.seconds:.0f} s, {cores} cores, load average {before:.1f} before, {after:.1f} after"
    return "\n".join([*lines, busy])


def _cells(trial: Trial, names: tuple[str, ...]) -> list[str]:
    values = [getattr(trial, name) for name in names]
    return ["-" if value is None else str(value) for value in values]
