"""The user whom the site's processes run as: started by root, they give root up where they can.

It is PostgreSQL's, whose socket lets in nobody else. Web and workers answer strangers: a fault in them must not be
root's.
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
"""What the site itself writes to, of the data folder."""


@dataclass(frozen=True)
class Prepared:
    """How the preparation went, whom the site can run as (None: our own user), and a sentence about that."""

    outcome: Outcome
    os_user: OsUser | None = None
    said: str = ""


def prepare_site(where: DataPaths, env: Mapping[str, str], step: Step) -> Prepared:
    """Bring tables and static files up to date.

    What the preparation can do as another user (run this Python, read the code, reach both servers, write static
    files) the site can: there is no better trial.
    """
    if (os_user := where.os_user) is None:
        return Prepared(_prepare(where, env, step, None))
    why = _closed(where, os_user)
    if not why:
        for name in WRITTEN:
            hand_over(where.data / name, os_user)
        outcome = _prepare(where, env, step, os_user)
        if not outcome.code:
            said = f"· 网站以用户 {os_user.name} 运行 The site runs as {os_user.name}, not as root"
            return Prepared(outcome, os_user, said)
        why = outcome.tail().rpartition("\n")[2]
    why = f"{os_user.name}: {why}"
    said = f"! 网站仍以 root 运行 The site keeps running as root ({why})"
    return Prepared(_prepare(where, env, step, None), said=said)


def _closed(where: DataPaths, os_user: OsUser) -> str:
    """Return the first of the folders and programs of the site that an account cannot use, else an empty string."""
    needed = (where.data, ROOT, ROOT / "gouji_site", Path(sys.executable))
    return next((str(path) for path in needed if not can_use(os_user, path)), "")


def _prepare(
    where: DataPaths, env: Mapping[str, str], step: Step, os_user: OsUser | None
) -> Outcome:
    return run_logged(
        PREPARE,
        log=where.logs / "prepare.log",
        env={**base_env(), **env, **home_of(os_user)},
        cwd=ROOT,
        os_user=os_user,
        step=step,
    )


def home_of(os_user: OsUser | None) -> dict[str, str]:
    """Return what a process is told about its user: root's home is closed to others."""
    if os_user is None:
        return {}
    return {"HOME": "/nonexistent", "USER": os_user.name, "LOGNAME": os_user.name}


def hand_over(folder: Path, os_user: OsUser) -> None:
    """Give a folder, made where it is missing, to an account with all in it, whoever wrote it before."""
    folder.mkdir(exist_ok=True)
    for parent, folders, files in os.walk(folder):
        for path in (parent, *(os.path.join(parent, name) for name in (*folders, *files))):
            if os.lstat(path).st_uid != os_user.uid:
                os.chown(path, os_user.uid, os_user.gid, follow_symlinks=False)
