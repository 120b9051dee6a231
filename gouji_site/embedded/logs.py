"""Logs that do not grow for ever: children append, so a log can be copied aside and emptied."""

from __future__ import annotations

import shutil
from pathlib import Path

LIMIT = 5_000_000
KEPT = 2


def rotate(folder: Path, limit: int = LIMIT) -> None:
    """Copy every log over the limit to `.1` (older ones move up) and empty it in place."""
    for log in folder.glob("*.log"):
        if log.stat().st_size > limit:
            _rotate(log)


def _rotate(log: Path) -> None:
    for number in range(KEPT, 1, -1):
        older = log.with_name(f"{log.name}.{number - 1}")
        if older.exists():
            older.replace(log.with_name(f"{log.name}.{number}"))
    try:
        shutil.copyfile(log, log.with_name(f"{log.name}.1"))
    finally:
        with log.open("r+b") as stream:
            stream.truncate(0)
