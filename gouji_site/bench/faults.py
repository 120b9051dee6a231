"""Faults that an instance is to survive: how each strikes, and how it ends."""

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
FROZEN_FOR: Final = 30.0
LOCKED_FOR: Final = 10.0
STEADY: Final = 20.5
"""A process that lived for so long is started again at once when it dies."""
UNDECODABLE: Final = b"\x00"


class Instance:
    """The processes and servers of the instance that is tormented."""

    def __init__(self, data: Path) -> None:
        self._data = data

    @property
    def processes(self) -> dict[str, int]:
        """Name to pid, 0 for one that is down."""
        found = state.read(self._data)
        assert found is not None
        return found.processes

    def signal(self, names: tuple[str, ...], number: int) -> list[int]:
        """Send a signal to processes that are up; their pids."""
        pids = [self.processes[name] for name in names]
        assert all(pids), f"{names} are not all up: {pids}"
        for pid in pids:
            os.kill(pid, number)
        return pids

    def is_up(self) -> bool:
        """Whether all processes run."""
        return all(self.processes.values())

    def are_steady(self, names: tuple[str, ...]) -> bool:
        """Whether these have lived for so long that their next restart is not put off."""
        found = state.read(self._data)
        assert found is not None
        pids = [found.processes[name] for name in names if found.restarts.get(name)]
        return all(pid and time.time() - psutil.Process(pid).create_time() > STEADY for pid in pids)


Struck = Iterator[float]
Strike = Callable[[Instance, int], "Struck"]


@dataclass(frozen=True)
class Fault:
    """``strike`` is a generator: it strikes, given the instance and a match, gives the seconds after which the fault
    ends, and ends it when it goes on.

    ``goal`` is the number of seconds within which everything works again, None where none was set.
    """

    name: str
    strike: Strike
    hits: tuple[str, ...] = ()
    goal: float | None = None
    spoils_events: bool = False

    @contextmanager
    def struck(self, instance: Instance, match: int) -> Iterator[float]:
        """Strike, give how long it lasts, and end it on leaving."""
        going = self.strike(instance, match)
        lasts = next(going)
        try:
            yield lasts
        finally:
            next(going, None)


def _nothing(_instance: Instance, _match: int) -> Struck:
    yield 0.0


def _sent(names: tuple[str, ...], number: int) -> Strike:
    def strike(instance: Instance, _match: int) -> Struck:
        instance.signal(names, number)
        yield 0.0

    return strike


def _frozen(name: str) -> Strike:
    def strike(instance: Instance, _match: int) -> Struck:
        leader = instance.processes[name]
        assert leader
        os.killpg(leader, signal.SIGSTOP)
        yield FROZEN_FOR
        with suppress(ProcessLookupError):
            os.killpg(leader, signal.SIGCONT)

    return strike


def _emptied(_instance: Instance, _match: int) -> Struck:
    redis.Redis.from_url(os.environ["REDIS_URL"]).flushall()
    yield 0.0


def _locked(_instance: Instance, match: int) -> Struck:
    with connect() as connection, connection.transaction():
        connection.execute("SELECT 1 FROM play_match WHERE id = %s FOR UPDATE", [match])
        yield LOCKED_FOR


def _spoilt(sql: str) -> Strike:
    def strike(_instance: Instance, match: int) -> Struck:
        with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
            values: dict[str, Any] = {"junk": UNDECODABLE, "match": match}
            connection.execute(sql.encode(), values)
        yield 0.0

    return strike


SNAPSHOT: Final = "UPDATE play_match SET snapshot = %(junk)s WHERE id = %(match)s"
EVENTS: Final = "UPDATE play_move SET events = %(junk)s WHERE match_id = %(match)s"


def _kill(name: str, goal: float | None) -> Fault:
    return Fault(f"kill-{name}", _sent((name,), signal.SIGKILL), (name,), goal)


def _freeze(name: str) -> Fault:
    return Fault(f"freeze-{name}", _frozen(name), (name,))


FAULTS: Final = {
    fault.name: fault
    for fault in (
        Fault("none", _nothing),
        _kill("web", 5),
        _kill("bots", None),
        _kill("clock", None),
        _kill("beat", None),
        _kill("postgres", 5),
        _kill("redis", 10),
        Fault("kill-all", _sent(ALL, signal.SIGKILL), ALL, 15),
        Fault("restart-postgres", _sent(("postgres",), signal.SIGINT), ("postgres",), 5),
        Fault("empty-redis", _emptied),
        Fault("lock-row", _locked),
        Fault("spoil-snapshot", _spoilt(SNAPSHOT)),
        Fault("spoil-events", _spoilt(EVENTS), spoils_events=True),
        *(_freeze(name) for name in ("web", "bots", "clock", "beat")),
    )
}
"""By name. ``none`` strikes nothing: what it takes is the tables' own pace."""
