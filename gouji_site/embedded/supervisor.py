"""Starts children in order, starts again those that die, and stops all in order.

One thread only: children are tied to the life of the thread that starts them.
"""

from __future__ import annotations

import resource
import select
import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Self

from . import logs, processes
from .children import Child, Spec
from .progress import Step, note
from .state import InstanceState
from .user_errors import UserError, full_disk

READY_WITHIN = 60.0
LOOK_AFTER_LOGS = 10.0
ABSENT = 2.5
"""Seconds between two looks after which signs of life may have been missed by us, and not by the children."""
# Restarts of one child that are all printed. After that one in 20: it may go on for days.
ENOUGH_NOTES = 5
MANY_FILES = 65_536


class Interrupted(BaseException):
    """A signal asked us to stop. Like KeyboardInterrupt, no `except Exception` may swallow it."""


class Supervisor:
    """The children of one instance. Use as a context manager: leaving it stops them all."""

    def __init__(self, data: Path, state: InstanceState) -> None:
        self.data = data
        self.state = state
        self.children: list[Child] = []
        self._stopping = False
        self._hurry = False
        self._logs_seen = self._looked = time.monotonic()

    def __enter__(self) -> Self:
        allow_many_files()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            # Under `nohup` the site goes on when the terminal is closed.
            nohup = number == signal.SIGHUP and signal.getsignal(number) is signal.SIG_IGN
            if not nohup:
                signal.signal(number, self._on_signal)
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        if self._stopping:
            # Raised again, it would break off the stop and leave children behind.
            self._hurry = True
            return
        self._stopping = True
        raise Interrupted

    def end_leftovers(self) -> None:
        """End the processes of the site that an earlier run of this data folder left behind, but for PostgreSQL.

        `Postgres.prepare` ends that one with more time: a kill in its checkpoint would cost a recovery.
        """
        mark = str(self.data)
        processes.end_all(
            lambda pid: processes.is_marked(pid, mark) and not processes.is_postgres(pid),
            signal.SIGTERM,
            3.0,
        )

    def launch(self, specs: Sequence[Spec]) -> list[Child]:
        """Start children without waiting for them."""
        fresh = [Child(spec, str(self.data)) for spec in specs]
        for child in fresh:
            self.children.append(child)
            child.start()
        self._save()
        return fresh

    def wait_ready(self, children: Sequence[Child], step: Step) -> None:
        """Wait until all answer. Raises UserError with the last lines of its log when one dies or takes over 60 s."""
        waiting = [child for child in children if child.spec.ready]
        deadline = time.monotonic() + READY_WITHIN
        while waiting:
            waiting = [child for child in waiting if child.spec.ready and not child.spec.ready()]
            for child in children:
                if (code := child.ended()) is not None:
                    raise _start_error(child, f"({code})")
            if waiting and time.monotonic() > deadline:
                raise _start_error(waiting[0], f"({READY_WITHIN:.0f}s)")
            step.tick(", ".join(child.spec.name for child in waiting))
            time.sleep(0.05)

    def watch(self, lifeline: int | None = None) -> None:
        """Look after the children. Returns when `lifeline`, a pipe, is closed; raises Interrupted on a signal."""
        self._looked = time.monotonic()
        while True:
            # A pidfd is readable when its process has ended, so a dead child is seen at once.
            handles = [child.handle for child in self.children if child.handle >= 0]
            watched = handles if lifeline is None else [*handles, lifeline]
            ready, _, _ = select.select(watched, [], [], self._pause())
            if lifeline is not None and lifeline in ready:
                return
            self._look()

    def _pause(self) -> float:
        dues = [child.due for child in self.children if child.due is not None]
        dues += [child.watch.due for child in self.children if child.watch and child.pid]
        return max(0.0, min([1.0, *(due - time.monotonic() for due in dues)]))

    def _look(self) -> None:
        now = time.monotonic()
        if now - self._looked > ABSENT:
            self._forgive_all(now)
        self._looked = now
        for child in self.children:
            if (code := child.ended()) is not None:
                self._note_end(child, code)
            elif child.due is not None and child.due <= now:
                if self._may_start(child) or not child.hold(now):
                    self._start_due(child)
            elif child.hangs(now):
                note(f"! {child.spec.name} 没有响应，将结束它 does not respond, ending it")
                child.end_hung()
        if now - self._logs_seen > LOOK_AFTER_LOGS:
            self._logs_seen = now
            with suppress(OSError):
                logs.rotate(self.data / "log")

    def _forgive_all(self, now: float) -> None:
        """Count all signs anew. We did not listen for a while, as when the machine slept, so nobody hangs for that."""
        for child in self.children:
            if child.watch:
                child.watch.forgive(now)

    def _may_start(self, child: Child) -> bool:
        """Tell whether the children that it comes after are up. Started all at once, they would all be up late."""
        return all(each.is_up() for each in self.children if each.spec.name in child.spec.after)

    def _note_end(self, child: Child, code: int) -> None:
        delay = child.plan_restart()
        self._save()
        if child.restarts <= ENOUGH_NOTES or not child.restarts % 20:
            note(
                f"! {child.spec.name} 意外退出 ended unexpectedly ({code})，{delay:.1f}s 后重新启动 restarting"
            )

    def _start_due(self, child: Child) -> None:
        try:
            child.start()
        except OSError as error:
            child.plan_restart()
            note(f"! {child.spec.name} 无法启动 cannot be started: {error}")
        self._save()

    def _save(self) -> None:
        """Write for other commands who runs. A full disk must not end the supervisor."""
        self.state.processes = {child.spec.name: child.pid for child in self.children}
        self.state.restarts = {child.spec.name: child.restarts for child in self.children}
        with suppress(OSError):
            self.state.save(self.data)

    def announce(self) -> None:
        """Mark the instance as ready."""
        self.state.ready = True
        self._save()

    def stop(self) -> None:
        """Stop what uses the servers first, together, and then the servers. A second signal hurries."""
        self._stopping = True
        # Workers and pages still finish what they have begun, and for that they need both servers.
        servers = [child for child in self.children if child.spec.name in {"postgres", "redis"}]
        self._end([child for child in self.children if child not in servers])
        self._end(servers)
        (self.data / "state.json").unlink(missing_ok=True)

    def _end(self, group: Sequence[Child]) -> None:
        for child in group:
            child.due = None
            child.signal(child.spec.stop_signal)
        began = time.monotonic()
        living = [child for child in group if child.pid]
        while living:
            for child in living:
                late = time.monotonic() - began > child.spec.grace
                # PostgreSQL keeps its grace: killed, it would have to recover at the next start.
                if late or (self._hurry and child.spec.name != "postgres"):
                    child.kill()
            living = [child for child in living if child.ended() is None]
            select.select([child.handle for child in living], [], [], 0.1)


def allow_many_files() -> None:
    """Raise our limit of open files, which children inherit. Every browser holds a socket, and 1024 is the usual limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MANY_FILES if hard == resource.RLIM_INFINITY else min(MANY_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _start_error(child: Child, why: str) -> UserError:
    name, log = child.spec.name, child.spec.log
    words = child.last_words()
    return full_disk(words, log.parent) or UserError(
        f"{name} 没能启动 {why}。日志在 {log}",
        f"{name} did not start {why}. Its log is {log}",
        words,
    )
