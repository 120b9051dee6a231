"""One instance per data folder, by a lock the kernel drops when its holder dies."""

from __future__ import annotations

import errno
import fcntl
import os
from pathlib import Path

from .trouble import Trouble


class FolderLock:
    """An exclusive lock on a folder, held until `release` or the end of the process."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "lock"
        self._fd = -1

    def acquire(self) -> None:
        """Take the lock at once; `Trouble` when another instance has it."""
        self._fd = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self.release()
            if error.errno not in {errno.EWOULDBLOCK, errno.EACCES}:
                raise
            raise Trouble(
                f"已有一个实例在使用 {self.path.parent}。请先停止它，或用 --data-dir 另选文件夹。",
                f"Another instance is using {self.path.parent}: stop it first, or choose another --data-dir.",
            ) from None

    def release(self) -> None:
        """Give the lock back."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1


def is_locked(folder: Path) -> bool:
    """Tell whether a living process holds a folder's lock."""
    lock = FolderLock(folder)
    if not lock.path.exists():
        return False
    try:
        lock.acquire()
    except Trouble:
        return True
    lock.release()
    return False
