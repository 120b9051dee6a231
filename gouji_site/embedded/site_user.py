"""The user whom the site's processes run as: started by root, they run as another user where that is possible.

It is PostgreSQL's user, because PostgreSQL's socket admits nobody else. Web and workers answer strangers, and a fault
in them must not have root's rights.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from .commands import Outcome, run_logged
from .environment import base_env
from .options import ROOT
from .os_users import OsUser, can_use
from .paths import DataPaths
from .progress import Step

PREPARE = (sys.executable, "-m", "gouji_site.embedded.prepare")
WRITTEN = ("static", "beat")
"""The folders of the data folder that the site's processes write to."""


@dataclass(frozen=True)
class Prepared:
    """How the preparation went, whom the site can run as (None: our own user), and a message about that."""

    outcome: Outcome
    os_user: OsUser | None = None
    message: str = ""


def prepare_site(folders: DataPaths, env: Mapping[str, str], step: Step) -> Prepared:
    """Bring tables and static files up to date, and find out whom the site can run as. Both servers must run.

    The preparation does all that the site needs (run this Python, read the code, reach both servers, write static
    files): the user for whom it works can run the site.
    """
    if (os_user := folders.os_user) is None:
        return Prepared(_prepare(folders, env, step, None))
    why = _closed(folders, os_user)
    if not why:
        for name in WRITTEN:
            hand_over(folders.data / name, os_user)
        outcome = _prepare(folders, env, step, os_user)
        if not outcome.code:
            message = (
                f"· 网站以用户 {os_user.name} 运行 The site runs as {os_user.name}, not as root"
            )
            return Prepared(outcome, os_user, message)
        why = outcome.tail().rpartition("\n")[2]
    why = f"{os_user.name}: {why}"
    message = f"! 网站仍以 root 运行 The site keeps running as root ({why})"
    return Prepared(_prepare(folders, env, step, None), message=message)


def _closed(folders: DataPaths, os_user: OsUser) -> str:
    """Return the first of the site's folders and programs that a user cannot use, or an empty string."""
    needed = (folders.data, ROOT, ROOT / "gouji_site", Path(sys.executable))
    return next((str(path) for path in needed if not can_use(os_user, path)), "")


def _prepare(
    folders: DataPaths, env: Mapping[str, str], step: Step, os_user: OsUser | None
) -> Outcome:
    return run_logged(
        PREPARE,
        log=folders.logs / "prepare.log",
        env={**base_env(), **env, **home_of(os_user)},
        cwd=ROOT,
        os_user=os_user,
        step=step,
    )


def home_of(os_user: OsUser | None) -> dict[str, str]:
    """Return the variables that name a process's user. Root's home is closed to others, so theirs is none."""
    if os_user is None:
        return {}
    return {"HOME": "/nonexistent", "USER": os_user.name, "LOGNAME": os_user.name}


def hand_over(folder: Path, os_user: OsUser) -> None:
    """Give a folder with all that is in it to a user, making it where it is missing."""
    folder.mkdir(exist_ok=True)
    for parent, folders, files in os.walk(folder):
        for path in (parent, *(os.path.join(parent, name) for name in (*folders, *files))):
            # Of a link only the link: that user could have laid one to a file of root's.
            if os.lstat(path).st_uid != os_user.uid:
                os.chown(path, os_user.uid, os_user.gid, follow_symlinks=False)
