"""What a bench is asked to do, and what it found."""

from __future__ import annotations

import msgspec

LOST_AFTER = 5.0
"""An update that a socket has not shown by then is lost."""


class Load(msgspec.Struct, frozen=True):
    """So many tables of a game, all together at so many moves a second, for so long."""

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
"""As ``faults.FAULTS`` has them, which cannot be imported where no database is known."""
PHASES = ("play", "window", "drawing", "between", "end")
"""As ``phases.PHASES`` has them."""


class Trials(msgspec.Struct, frozen=True):
    """Each fault in each phase, at so many tables of all games; faults and phases by name."""

    tables: int
    faults: tuple[str, ...]
    phases: tuple[str, ...]


class Trial(msgspec.Struct, frozen=True):
    """What one fault did in one phase.

    Seconds are from the fault: until lists and a table loaded anew are answered, until every socket is open and shows the
    present, until every table has made some moves again; None: not within a minute after the fault had ended.
    ``accepted`` counts actions answered with success; of these ``lost`` are not stored, or a match that ended has no
    record; ``doubled`` are stored without having been asked for once more; ``unsound`` matches have moves that do not
    give their state; ``stuck`` tables did not move. ``complaints`` are answers that were neither success nor refusal.
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
    """All trials. ``busy`` is the load average of the machine, over one minute, before and after, and its cores."""

    trials: tuple[Trial, ...]
    seconds: float
    busy: tuple[float, float, int]


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


COLUMNS = ("fault", "phase", "page", "sockets", "tables", "goal", "accepted")
CARD_COUNT_VISIBILITIES = ("lost", "doubled", "unsound", "stuck")


def table_of(report: FaultReport) -> str:
    """The trials as a table in text, a line each; ``!`` where a goal was missed."""
    names = (*COLUMNS, *CARD_COUNT_VISIBILITIES)
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
