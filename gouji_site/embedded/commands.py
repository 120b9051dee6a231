"""Running a helper program with its output in a log, and its last lines when it fails."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from . import processes
from .os_users import OsUser, identity
from .progress import Step

TAIL_LINES = 12
TRACEBACK = "Traceback (most recent call last):"
# While a program runs the end of its log is read twenty times a second, however long the log is.
TAIL_BYTES = 8_000


@dataclass(frozen=True)
class Outcome:
    """Exit code and the part of the log this run wrote."""

    code: int
    log: Path
    start: int

    def text(self) -> str:
        """Return everything the run wrote."""
        return read_from(self.log, self.start)

    def tail(self, without: str = "WARNING") -> str:
        """Return the last lines that say something."""
        return tail(self.text(), without)


def tail(text: str, without: str = "WARNING") -> str:
    """Return the last lines of a text, without those that begin with `without`. Of a traceback only the error stays."""
    unwanted = (without, TRACEBACK, " ", "^") if TRACEBACK in text else (without,)
    lines = [line.rstrip() for line in text.splitlines()]
    kept = [line for line in lines if line and not line.startswith(unwanted)]
    return "\n".join(kept[-TAIL_LINES:])


def read_from(log: Path, start: int) -> str:
    """Return a log's text from a byte offset, at most its last few thousand bytes."""
    try:
        with log.open("rb") as stream:
            size = stream.seek(0, 2)
            # A log that was rotated meanwhile is shorter than `start`: then there is nothing to read.
            stream.seek(max(start, size - TAIL_BYTES) if size > start else start)
            return stream.read().decode("utf-8", "replace")
    except OSError:
        return ""


def run_logged(
    argv: Sequence[str],
    *,
    log: Path,
    env: Mapping[str, str],
    step: Step | None = None,
    cwd: Path | None = None,
    os_user: OsUser | None = None,
) -> Outcome:
    """Run a program to its end with its output appended to a log. Meanwhile `step` shows its last line.

    When this process is killed or interrupted, the program ends with all that it has started: a half-done
    installation must not go on beside the next one. Raises OSError where the program cannot be started.
    """
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("ab") as out:
        start = out.tell()
        process = subprocess.Popen(
            list(argv),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            env=dict(env),
            cwd=cwd,
            # It leads a group, which is ended as a whole below: pip and venv start processes of their own.
            start_new_session=True,
            preexec_fn=processes.die_with_parent(signal.SIGKILL),  # noqa: PLW1509 -- no threads here
            **identity(os_user),
        )
        try:
            while process.poll() is None:
                if step is not None:
                    step.tick(_last_word(log, start))
                time.sleep(0.05)
        except BaseException:  # KeyboardInterrupt, and the supervisor's Interrupted
            processes.end_group(process.pid)
            process.wait()
            raise
    return Outcome(process.returncode, log, start)


def _last_word(log: Path, start: int) -> str:
    lines = [line for line in read_from(log, start).splitlines() if line[:1].isalpha()]
    shown = [line for line in lines if not line.startswith("WARNING")]
    return shown[-1].strip() if shown else ""
