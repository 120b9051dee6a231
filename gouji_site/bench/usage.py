"""CPU and memory of the processes of an instance, those under each name taken together."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from contextlib import suppress

import psutil

GENERATOR = "generator"
OTHERS = "others"
"""Everything else on the machine. Where that takes a core, latencies say little."""


class Usage:
    """Measures from ``start`` to ``stop``."""

    def __init__(self, processes: Mapping[str, int]) -> None:
        self._processes = {**processes, GENERATOR: os.getpid()}
        self._began = 0.0
        self._before: dict[str, float] = {}
        self._busy = 0.0

    def start(self) -> None:
        """Take the values at the beginning."""
        self._before = {name: _seconds(pid) for name, pid in self._processes.items()}
        self._began, self._busy = time.monotonic(), _busy()

    def stop(self) -> tuple[dict[str, float], dict[str, float]]:
        """Return for each name the percent of one core since the start, and the megabytes now."""
        wall = time.monotonic() - self._began
        cpu = {
            name: round(100 * (_seconds(pid) - self._before[name]) / wall, 1)
            for name, pid in self._processes.items()
        }
        busy = 100 * (_busy() - self._busy) / wall
        cpu[OTHERS] = round(max(0.0, busy - sum(cpu.values())), 1)
        return cpu, {name: _megabytes(pid) for name, pid in self._processes.items()}


def _busy() -> float:
    """CPU seconds of all cores since the machine was booted."""
    times = psutil.cpu_times()
    return float(sum(times) - times.idle - getattr(times, "iowait", 0.0))


def _family(pid: int) -> list[psutil.Process]:
    try:
        head = psutil.Process(pid)
        return [head, *head.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


def _seconds(pid: int) -> float:
    """CPU seconds of a process and its children, those that have ended among them."""
    total = 0.0
    for process in _family(pid):
        with suppress(psutil.NoSuchProcess):
            times = process.cpu_times()
            total += times.user + times.system + times.children_user + times.children_system
    return total


def _megabytes(pid: int) -> float:
    total = 0
    for process in _family(pid):
        with suppress(psutil.NoSuchProcess):
            total += _held(process)
    return round(total / 1e6, 1)


def _held(process: psutil.Process) -> int:
    """A process's share of memory (PSS), or all its resident memory where that may not be read."""
    # Workers share most of their pages after the fork: their sum by RSS would count those several times.
    try:
        return int(process.memory_full_info().pss)
    except psutil.AccessDenied:
        return int(process.memory_info().rss)
