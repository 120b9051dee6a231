"""Faults that an instance has to survive: how each strikes, and how it ends."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import psutil
import psycopg
import redis

from gouji_site.embedded import state

from .stored import connect

ALL: Final = ("web", "bots", "clock", "beat", "postgres", "redis")
# Longer than the 7.5 s after which the supervisor ends a process that hangs.
FROZEN_FOR: Final = 30.0
# Longer than the 2 s for which the site waits for a lock.
LOCKED_FOR: Final = 10.0
STEADY: Final = 20.5
"""A process that lived for so long is started again quickly: a bit more than `STEADY` of the supervisor's children."""
UNDECODABLE: Final = b"\x00"


class Instance:
    """The processes and servers of the instance that is being tested."""

    def __init__(self, data: Path) -> None:
        self._data = data

    @property
    def processes(self) -> dict[str, int]:
        """Name to pid, 0 for one that is down."""
        found = state.read(self._data)
        assert found is not None
        return found.processes

    def signal(self, names: tuple[str, ...], number: int) -> list[int]:
        """Send a signal to processes, all of which must be up. Returns their pids."""
        pids = [self.processes[name] for name in names]
        assert all(pids), f"{names} are not all up: {pids}"
        for pid in pids:
            os.kill(pid, number)
        return pids

    def is_up(self) -> bool:
        """Whether all processes run."""
        return all(self.processes.values())

    def are_steady(self, names: tuple[str, ...]) -> bool:
        """Whether these have lived long enough for a quick restart."""
        found = state.read(self._data)
        assert found is not None
        pids = [found.processes[name] for name in names if found.restarts.get(name)]
        return all(pid and time.time() - psutil.Process(pid).create_time() > STEADY for pid in pids)


FaultSteps = Iterator[float]
Strike = Callable[[Instance, int], "FaultSteps"]


@dataclass(frozen=True)
class Fault:
    """``strike`` takes the instance and a match, and is a generator: it strikes, yields for how many seconds the fault
    lasts, and ends the fault when it is resumed.

    ``hits`` are the processes that it ends. ``goal`` is the number of seconds within which everything has to work
    again, None where none was set.
    """

    name: str
    strike: Strike
    hits: tuple[str, ...] = ()
    goal: float | None = None
    damages_events: bool = False

    @contextmanager
    def active(self, instance: Instance, match: int) -> Iterator[float]:
        """Strike, yield how many seconds the fault lasts, and end it on leaving."""
        steps = self.strike(instance, match)
        lasts = next(steps)
        try:
            yield lasts
        finally:
            next(steps, None)


def _do_nothing(_instance: Instance, _match: int) -> FaultSteps:
    yield 0.0


def _send_signal(names: tuple[str, ...], number: int) -> Strike:
    def strike(instance: Instance, _match: int) -> FaultSteps:
        instance.signal(names, number)
        yield 0.0

    return strike


def _freeze_process(name: str) -> Strike:
    def strike(instance: Instance, _match: int) -> FaultSteps:
        leader = instance.processes[name]
        assert leader
        # The whole group: a worker's pool would go on without its parent.
        os.killpg(leader, signal.SIGSTOP)
        yield FROZEN_FOR
        with suppress(ProcessLookupError):  # The supervisor has ended it meanwhile.
            os.killpg(leader, signal.SIGCONT)

    return strike


def _empty_redis(_instance: Instance, _match: int) -> FaultSteps:
    redis.Redis.from_url(os.environ["REDIS_URL"]).flushall()
    yield 0.0


def _lock_row(_instance: Instance, match: int) -> FaultSteps:
    with connect() as connection, connection.transaction():
        connection.execute("SELECT 1 FROM play_match WHERE id = %s FOR UPDATE", [match])
        yield LOCKED_FOR


def _damage(sql: str) -> Strike:
    def strike(_instance: Instance, match: int) -> FaultSteps:
        with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
            values: dict[str, Any] = {"junk": UNDECODABLE, "match": match}
            connection.execute(sql.encode(), values)
        yield 0.0

    return strike


SNAPSHOT: Final = "UPDATE play_match SET snapshot = %(junk)s WHERE id = %(match)s"
EVENTS: Final = "UPDATE play_move SET events = %(junk)s WHERE match_id = %(match)s"


def _kill(name: str, goal: float | None) -> Fault:
    return Fault(f"kill-{name}", _send_signal((name,), signal.SIGKILL), (name,), goal)


def _freeze(name: str) -> Fault:
    return Fault(f"freeze-{name}", _freeze_process(name), (name,))


FAULTS: Final = {
    fault.name: fault
    for fault in (
        Fault("none", _do_nothing),
        _kill("web", 5),
        _kill("bots", None),
        _kill("clock", None),
        _kill("beat", None),
        _kill("postgres", 5),
        _kill("redis", 10),
        Fault("kill-all", _send_signal(ALL, signal.SIGKILL), ALL, 15),
        Fault("restart-postgres", _send_signal(("postgres",), signal.SIGINT), ("postgres",), 5),
        Fault("empty-redis", _empty_redis),
        Fault("lock-row", _lock_row),
        Fault("spoil-snapshot", _damage(SNAPSHOT)),
        Fault("spoil-events", _damage(EVENTS), damages_events=True),
        *(_freeze(name) for name in ("web", "bots", "clock", "beat")),
    )
}
"""By name. ``none`` does nothing: its times show the tables' own pace."""
