"""Bounded logs: children open them for appending, so a log can be copied aside and emptied while they run."""

from __future__ import annotations

import shutil
from pathlib import Path

LIMIT = 5_000_000
KEPT = 2


def rotate(folder: Path, limit: int = LIMIT) -> None:
    """Copy every log over `limit` bytes to `.1`, move older copies up, and empty it in place.

    Lines that are written between the copy and the emptying are lost. Raises OSError.
    """
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
        # Also where the copy failed: on a full disk the log is what has to go.
        with log.open("r+b") as stream:
            stream.truncate(0)
