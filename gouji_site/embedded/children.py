"""One child process: how to run it, whether it is alive, when to start it again."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from . import processes
from .commands import read_from, tail
from .os_users import OsUser, identity
from .signs import Source, Watch

# Seconds before a restart, doubled after each short life: a child that cannot start must not use up a core.
FIRST_DELAY = 0.3
LONGEST_DELAY = 20.0
STEADY = 20.0
"""Seconds of life after which the next restart is quick again."""
AFTER_WITHIN = 10.0
"""Seconds that a restart waits for the children it comes after. They may be what does not start at all."""
LAST_WORDS = 0.5
"""Seconds that a hung child gets to write where its threads are."""


@dataclass(frozen=True)
class Spec:
    """How to run a child.

    `death_signal` is sent by the kernel when the supervisor dies, `hang_signal` by the supervisor when no signs of
    life come. `grace` is the seconds between the stop signal and a kill. `before` runs before each start and clears
    what a crash left, `ready` tells whether the child answers, `signs` makes the source of its signs of life. A
    restart waits until the children named in `after` are up, for AFTER_WITHIN seconds at most.
    """

    name: str
    argv: tuple[str, ...]
    env: Mapping[str, str]
    cwd: Path
    log: Path
    os_user: OsUser | None = None
    stop_signal: int = signal.SIGTERM
    death_signal: int = signal.SIGKILL
    hang_signal: int = signal.SIGKILL
    grace: float = 10.0
    pass_fds: tuple[int, ...] = ()
    before: Callable[[], None] | None = None
    ready: Callable[[], bool] | None = None
    signs: Callable[[], Source] | None = None
    after: tuple[str, ...] = ()


class Child:
    """A child that is started, watched, and started again after a growing pause when it dies.

    `mark` goes into its environment, so that a later run can find what this one leaves behind.
    """

    def __init__(self, spec: Spec, mark: str) -> None:
        self.spec = spec
        self.restarts = 0
        self.due: float | None = None
        self._mark = mark
        self._delay = FIRST_DELAY
        self._began = 0.0
        self._log_start = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._latest = 0.0
        self.watch = Watch(spec.signs()) if spec.signs else None
        self.handle = -1

    @property
    def pid(self) -> int:
        """The process number, 0 while there is none."""
        return self._process.pid if self._process and self.handle >= 0 else 0

    def start(self) -> None:
        """Start the process in a group of its own; it dies with us. Raises OSError where it cannot be started."""
        if self.spec.before:
            self.spec.before()
        notify_env = self.watch.begin(time.monotonic()) if self.watch else {}
        with self.spec.log.open("ab") as out:
            self._log_start = out.tell()
            self._process = subprocess.Popen(
                self.spec.argv,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                env={**self.spec.env, processes.MARK: self._mark, **notify_env},
                cwd=self.spec.cwd,
                # Ctrl-C in the terminal then reaches us alone, and we stop the children in order.
                start_new_session=True,
                pass_fds=self.spec.pass_fds,
                preexec_fn=processes.die_with_parent(self.spec.death_signal),  # noqa: PLW1509 -- no threads here
                **identity(self.spec.os_user),
            )
        # A pidfd goes on meaning this process, and `select` wakes when the process ends.
        self.handle = os.pidfd_open(self._process.pid)
        self._began = time.monotonic()
        self.due = None

    def ended(self) -> int | None:
        """Return the exit code once the process has ended, and clear up what is left of its group."""
        if self._process is None or self.handle < 0:
            return None
        flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
        if os.waitid(os.P_PIDFD, self.handle, flags) is None:
            return None
        # While the dead leader is not reaped its number is nobody else's, so the group is ours.
        self.kill()
        os.close(self.handle)
        self.handle = -1
        return self._process.wait()

    def plan_restart(self) -> float:
        """Set when to start again, and return in how many seconds: soon after a long life, later after short ones."""
        now = time.monotonic()
        if now - self._began > STEADY:
            self._delay = FIRST_DELAY
        delay = self._delay
        self._delay = min(self._delay * 2, LONGEST_DELAY)
        self.due = now + delay
        self._latest = self.due + AFTER_WITHIN
        self.restarts += 1
        return delay

    def is_up(self) -> bool:
        """Tell whether it is alive and, where it gives signs of life, has given the first one."""
        return bool(self.pid) and (self.watch is None or self.watch.ready)

    def hold(self, now: float) -> bool:
        """Put off the start by 0.1 s, for the children it comes after. Returns False after AFTER_WITHIN seconds."""
        if now >= self._latest:
            return False
        self.due = now + 0.1
        return True

    def hangs(self, now: float) -> bool:
        """Tell whether it is alive and has missed too many signs of life in a row."""
        return bool(self.watch and self.pid and self.watch.hangs(self.pid, now))

    def end_hung(self) -> None:
        """Kill it with its group. Before that, a Python that is not frozen writes where its threads are.

        Blocks for at most LAST_WORDS seconds.
        """
        self.signal(self.spec.hang_signal)
        processes.wait_gone([self.handle], LAST_WORDS)
        self.kill()

    def signal(self, number: int) -> None:
        """Send a signal to the process. Does nothing where it has ended."""
        if self.handle >= 0:
            try:
                signal.pidfd_send_signal(self.handle, number)
            except OSError:
                return

    def kill(self) -> None:
        """Kill the process with its whole group."""
        if self._process and self.handle >= 0:
            try:
                os.killpg(self._process.pid, signal.SIGKILL)
            except OSError:
                return

    def last_words(self) -> str:
        """Return the last lines of its log since its start."""
        return tail(read_from(self.spec.log, self._log_start))
