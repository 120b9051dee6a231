"""Which system user a server runs as: PostgreSQL refuses to run as root."""

from __future__ import annotations

import os
import pwd
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from .user_errors import UserError

CANDIDATES = ("postgres", "nobody")


@dataclass(frozen=True)
class OsUser:
    """A user of the system."""

    name: str
    uid: int
    gid: int


class Identity(TypedDict, total=False):
    """The arguments of `subprocess.Popen` that change the user."""

    user: int
    group: int
    extra_groups: list[int]


def identity(os_user: OsUser | None) -> Identity:
    """Return the arguments of Popen that run a child as a user, none for our own."""
    if os_user is None:
        return {}
    # Without `extra_groups` the child would keep root's groups.
    return {"user": os_user.uid, "group": os_user.gid, "extra_groups": [os_user.gid]}


def own_name() -> str:
    """Return the name of the user we run as. Raises UserError where there is none, which PostgreSQL needs."""
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        raise UserError(
            f"当前用户 (uid {os.geteuid()}) 在系统中没有名字，PostgreSQL 无法启动。",
            f"The current user (uid {os.geteuid()}) has no name on this system; PostgreSQL needs one.",
        ) from None


def server_account(data: Path) -> OsUser | None:
    """Return the user that PostgreSQL runs as, None for our own. Raises UserError where root finds none.

    A data folder that exists keeps its owner: PostgreSQL starts for nobody else.
    """
    if os.geteuid() != 0:
        return None
    if data.is_dir() and data.stat().st_uid != 0:
        entry = pwd.getpwuid(data.stat().st_uid)
        return OsUser(entry.pw_name, entry.pw_uid, entry.pw_gid)
    for name in CANDIDATES:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return OsUser(name, entry.pw_uid, entry.pw_gid)
    raise UserError(
        "以 root 运行时 PostgreSQL 需要一个普通用户 (postgres 或 nobody)，这里没有。",
        "Run by root, PostgreSQL needs an ordinary user (postgres or nobody), and there is none.",
    )


def can_use(os_user: OsUser | None, path: Path, kind: str = "x") -> bool:
    """Tell whether a user can enter a folder or run a file (`kind` as in `test -x`)."""
    if os_user is None:
        return True
    # Tried, not computed: folders above, access lists and mount options count too.
    outcome = subprocess.run(
        ["/bin/sh", "-c", f'[ -{kind} "$1" ]', "sh", str(path)],
        check=False,
        cwd="/",
        stdin=subprocess.DEVNULL,
        **identity(os_user),
    )
    return outcome.returncode == 0
