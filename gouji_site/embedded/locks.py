"""One instance per data folder, by a lock that the kernel drops when its holder dies."""

from __future__ import annotations

import errno
import fcntl
import os
import time
from pathlib import Path

from .user_errors import UserError

# `is_locked` holds the lock for a moment to look at it, which must not turn a start away.
LOOKS = 10
PAUSE = 0.05


class FolderLock:
    """An exclusive lock on a folder, held until `release` or the end of the process."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "lock"
        self._fd = -1

    def acquire(self) -> None:
        """Take the lock. Raises UserError where another instance has held it for half a second."""
        # Children must not inherit it: the lock would outlive us with them.
        self._fd = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        for _ in range(LOOKS):
            if _try(self._fd, fcntl.LOCK_EX):
                return
            time.sleep(PAUSE)
        self.release()
        raise UserError(
            f"已有一个实例在使用 {self.path.parent}。请先停止它，或用 --data-dir 另选文件夹。",
            f"Another instance is using {self.path.parent}: stop it first, or choose another --data-dir.",
        )

    def release(self) -> None:
        """Give the lock back. The file stays: another process may wait for a lock on this very file."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1


def _try(descriptor: int, kind: int) -> bool:
    try:
        fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno not in {errno.EWOULDBLOCK, errno.EACCES}:
            raise
        return False
    return True


def is_locked(folder: Path) -> bool:
    """Tell whether a process holds a folder's lock. Takes no lock that lasts, and makes no file."""
    try:
        descriptor = os.open(folder / "lock", os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    try:
        return not _try(descriptor, fcntl.LOCK_SH)
    finally:
        os.close(descriptor)
