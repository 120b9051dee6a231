"""Errors that the person at the keyboard can mend, told in one sentence instead of a traceback."""

from __future__ import annotations

import errno
import os
import shutil
import sys
from pathlib import Path
from typing import TextIO

FULL = (errno.ENOSPC, errno.EDQUOT)
FULL_WORDS = ("No space left", "Check free disk space", "Disk quota exceeded")
NO_FOLDER = (errno.EEXIST, errno.ENOTDIR, errno.ENOENT, errno.ENAMETOOLONG)
HARDLY_ANYTHING = 256 * 1024
"""Bytes: with less free space a disk counts as full."""
FORBIDDEN = (errno.EACCES, errno.EPERM, errno.EROFS)


NO_REDIS = "no Redis answers: "
NO_DATABASE = "no database answers: "


class UserError(Exception):
    """An error as a Chinese sentence, an English one, and perhaps the last lines of a log."""

    def __init__(self, zh: str, en: str, detail: str = "") -> None:
        super().__init__(f"{zh}\n{en}")
        self.zh = zh
        self.en = en
        self.detail = detail.strip()

    def show(self, stream: TextIO | None = None) -> None:
        """Write the detail, indented, and the sentences below it, to standard error by default."""
        out = stream or sys.stderr
        lines = [f"    {line}" for line in self.detail.splitlines()]
        write(out, "\n".join([*lines, f"✗ {self.zh}", f"  {self.en}"]) + "\n")


def write(stream: TextIO, text: str) -> None:
    """Write and flush. Ignores errors: a closed terminal must not end the site."""
    try:
        stream.write(text)
        stream.flush()
    except (OSError, ValueError):
        return


def user_error_of(error: OSError) -> UserError:
    """Turn an error of the operating system into a UserError, which the caller raises or shows."""
    path = f"{error.filename}" if error.filename else ""
    if error.errno in FULL:
        return UserError(
            f"磁盘已满，无法写入 {path}。请腾出空间后再试。",
            f"The disk is full, cannot write {path}: free some space and try again.",
        )
    if error.errno in FORBIDDEN:
        return UserError(
            f"没有权限写入或使用 {path}。请换一个用户，或用 --data-dir 换一个文件夹。",
            f"No permission to write or use {path}: try another user, or another folder with --data-dir.",
        )
    if error.errno in NO_FOLDER:
        return UserError(
            f"{path} 不能用作文件夹：那里是个文件，或建不了文件夹。请换一个。",
            f"{path} cannot be a folder, a file is there, or none can be made: choose another.",
        )
    reason = os.strerror(error.errno) if error.errno else str(error)
    return UserError(f"系统错误：{reason} {path}", f"System error: {reason} {path}")


def full_disk(text: str, folder: Path | None = None) -> UserError | None:
    """Return an error if a program's output says that the disk was full, or if it is: there may have been no room for
    the output either. None otherwise. `folder` is where the program wrote to.
    """
    if not any(words in text for words in FULL_WORDS) and not _is_full(folder):
        return None
    return UserError(
        "磁盘已满。请腾出空间后再试。", "The disk is full: free some space and try again."
    )


def _is_full(folder: Path | None) -> bool:
    try:
        return folder is not None and shutil.disk_usage(folder).free < HARDLY_ANYTHING
    except OSError:
        return False


def no_server(text: str) -> UserError | None:
    """Return an error if the output of `prepare` says that a server does not answer. None otherwise."""
    if NO_REDIS in text:
        return UserError(
            "连不上 Redis。请检查 REDIS_URL，以及那里的 Redis 是否开着。",
            "Redis cannot be reached: check REDIS_URL, and whether that Redis runs.",
            text.rpartition(NO_REDIS)[2],
        )
    if NO_DATABASE in text:
        return UserError(
            "连不上数据库。请检查 DATABASE_URL，以及那里的 PostgreSQL 是否开着。",
            "The database cannot be reached: check DATABASE_URL, and whether that PostgreSQL runs.",
            text.rpartition(NO_DATABASE)[2],
        )
    return None
