"""Progress on standard error: one line a step, and a sign of life while a step is long.

Without threads: children are tied to the thread that starts them, and `preexec_fn` is not safe beside others.
"""

from __future__ import annotations

import shutil
import sys
import time
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager

from .user_errors import write

SIGN_OF_LIFE = 15.0
TICK = 0.2
PLAIN_COLUMNS = 100


class Step:
    """One running step: call `tick` while waiting."""

    def __init__(self, label: str) -> None:
        self.label = label
        self.began = time.monotonic()
        self._shown = self.began
        self._live = sys.stderr.isatty()

    def seconds(self) -> float:
        """Return how long the step has been running."""
        return time.monotonic() - self.began

    def tick(self, note: str = "") -> None:
        """Show that the step is alive: on a terminal in place every 0.2 s, in a file a line every 15 s."""
        now = time.monotonic()
        # Callers tick every 0.05 s; a log of a build machine should get few lines, but not look dead.
        if now - self._shown < (TICK if self._live else SIGN_OF_LIFE):
            return
        self._shown = now
        line = f"… {self.label} {self.seconds():.0f}s {note}".rstrip()
        if self._live:
            write(sys.stderr, f"\r\033[K{fitted(line, shutil.get_terminal_size().columns - 1)}")
        else:
            write(sys.stderr, f"{fitted(line, PLAIN_COLUMNS)}\n")

    def done(self, sign: str = "✓") -> None:
        """Write the step's closing line."""
        start = "\r\033[K" if self._live else ""
        write(sys.stderr, f"{start}{sign} {self.label} {self.seconds():.1f}s\n")


def fitted(line: str, columns: int) -> str:
    """Return as much of a line as fits into so many columns. Chinese characters are two columns wide."""
    used = 0
    for place, letter in enumerate(line):
        used += 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        if used > columns:
            return line[:place]
    return line


@contextmanager
def step(label: str) -> Iterator[Step]:
    """Run a step. At its end the line gets a tick, or a cross where it raised."""
    current = Step(label)
    try:
        yield current
    except BaseException:
        current.done("✗")
        raise
    current.done()


def note(text: str) -> None:
    """Print one line that belongs to no step."""
    write(sys.stderr, f"{text}\n")
