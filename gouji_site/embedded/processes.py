"""Finds and ends what an earlier run left behind, and never a process that got a recycled number.

A process is ours when its environment carries our mark, or when it is a PostgreSQL whose working folder is our data
folder. Both are read from /proc: a number in a file may belong to another process by now. A process is signalled
through a pidfd that was opened before that check.
"""

from __future__ import annotations

import ctypes
import os
import select
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

MARK = "GOUJI_STACK"
PR_SET_PDEATHSIG = 1
PROC = Path("/proc")
_LIBC = ctypes.CDLL(None, use_errno=True)


def die_with_parent(death_signal: int) -> Callable[[], None]:
    """Return a `preexec_fn` for Popen, so that the child gets a signal when we die, by whatever cause.

    The kernel ties this to the *thread* that starts the child: it must be one that lives on. It forgets it when the
    child changes its user, which Popen does before it calls this.
    """
    parent = os.getpid()

    def prepare() -> None:
        _LIBC.prctl(PR_SET_PDEATHSIG, death_signal)
        if os.getppid() != parent:  # We died between the fork and this request.
            os._exit(1)

    return prepare


def _pids() -> Iterator[int]:
    for entry in os.listdir(PROC):
        if entry.isdigit() and int(entry) != os.getpid():
            yield int(entry)


def is_marked(pid: int, mark: str) -> bool:
    """Tell whether a process, or one that started it, got this mark (a data folder) in its environment."""
    try:
        environ = (PROC / str(pid) / "environ").read_bytes()
    except OSError:
        return False
    return os.fsencode(f"{MARK}={mark}") in environ.split(b"\0")


def is_postgres_in(pid: int, pgdata: Path) -> bool:
    """Tell whether a process is a PostgreSQL server or backend that works in a data folder.

    By its folder, because backends write their titles over their environment and show no mark.
    """
    try:
        cwd = os.readlink(PROC / str(pid) / "cwd")
    except OSError:
        return False
    return cwd == os.path.realpath(pgdata) and is_postgres(pid)


def is_postgres(pid: int) -> bool:
    """Tell whether a process is some PostgreSQL server or backend."""
    try:
        return (PROC / str(pid) / "comm").read_text().strip() == "postgres"
    except OSError:
        return False


def find(test: Callable[[int], bool]) -> dict[int, int]:
    """Return pid -> pidfd of the processes that pass a test. The caller closes the pidfds."""
    found = {}
    for pid in _pids():
        if not test(pid):
            continue
        try:
            handle = os.pidfd_open(pid)
        except OSError:
            continue
        if test(
            pid
        ):  # Again: the number may have gone to another process before the pidfd was open.
            found[pid] = handle
        else:
            os.close(handle)
    return found


def end_all(test: Callable[[int], bool], first: int, seconds: float) -> int:
    """Signal all that pass a test, wait for so many seconds, kill what is left. Returns how many there were."""
    found = find(test)
    try:
        for handle in found.values():
            _send(handle, first)
        left = wait_gone(list(found.values()), seconds)
        for handle in left:
            _send(handle, signal.SIGKILL)
        wait_gone(left, 5.0)
    finally:
        for handle in found.values():
            os.close(handle)
    return len(found)


def end_group(leader: int, seconds: float = 5.0) -> None:
    """End our child that leads a group, with all that it started. The caller must reap it afterwards.

    SIGTERM first, SIGKILL to what is left after `seconds`.
    """
    flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
    deadline = time.monotonic() + seconds
    with suppress(OSError):
        os.killpg(leader, signal.SIGTERM)
        while os.waitid(os.P_PID, leader, flags) is None and time.monotonic() < deadline:
            time.sleep(0.02)
        # While the leader is not reaped its number is nobody else's, so the group is ours.
        os.killpg(leader, signal.SIGKILL)


def _send(handle: int, number: int) -> None:
    try:
        signal.pidfd_send_signal(handle, number)
    except OSError:
        return


def wait_gone(handles: list[int], seconds: float) -> list[int]:
    """Wait until the processes have ended, at most so many seconds. Returns the handles of those that have not."""
    left = list(handles)
    deadline = time.monotonic() + seconds
    while left and (remaining := deadline - time.monotonic()) > 0:
        gone, _, _ = select.select(left, [], [], remaining)
        left = [handle for handle in left if handle not in gone]
    return left


def parent_of(pid: int) -> int:
    """Return a process's parent, 0 when it is gone."""
    try:
        text = (PROC / str(pid) / "stat").read_text()
    except OSError:
        return 0
    # The name of the program stands before it in brackets, and may have brackets and blanks itself.
    return int(text.rpartition(")")[2].split()[1])
