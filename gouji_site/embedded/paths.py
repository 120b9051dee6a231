"""Where the data and the sockets of the embedded servers are.

Started by root, PostgreSQL runs as another user, who may be unable to enter the data folder. Its part is under
/var/lib/gouji then, and a file in the data folder names it.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from .os_users import OsUser, can_use, server_account
from .progress import note
from .user_errors import UserError

ELSEWHERE = Path("/var/lib/gouji")
POINTER = "elsewhere"
# The kernel takes paths of 107 bytes, and the names of the sockets come after this. Redis cuts longer ones silently.
SOCKET_ROOM = 80
# The path stands unquoted in addresses and in a comma-separated setting of PostgreSQL.
PLAIN = re.compile(r"[A-Za-z0-9/._-]+")


@dataclass(frozen=True)
class DataPaths:
    """The folders of one instance: `home` has PostgreSQL's part, `run` the sockets."""

    data: Path
    home: Path
    run: Path
    os_user: OsUser | None

    @property
    def pgdata(self) -> Path:
        """PostgreSQL's data folder."""
        return self.home / "postgres"

    @property
    def logs(self) -> Path:
        """Where every child's output goes."""
        return self.data / "log"

    def redis_socket(self) -> Path:
        """Redis's socket."""
        return self.run / "redis.sock"


def prepare_data(data: Path) -> Path:
    """Make the data folder and return its path without links. Raises UserError or OSError where it cannot be used."""
    if (data / "manage.py").exists():
        raise UserError(
            f"{data} 是放程序的文件夹。请用 --data-dir 另选一个放数据。",
            f"{data} holds the program itself: choose another folder for the data with --data-dir.",
        )
    data.mkdir(parents=True, exist_ok=True)
    # The lock, the mark of children and the short name below must not depend on how somebody writes the path.
    real = Path(os.path.realpath(data))
    if not os.access(real, os.W_OK | os.X_OK):
        raise PermissionError(13, "not writable", str(real))
    for name in ("log", "beat"):
        (real / name).mkdir(mode=0o700, exist_ok=True)
    return real


def paths_for(data: Path) -> DataPaths:
    """Return the folders for a data folder that `prepare_data` has made, making those that are missing.

    Raises UserError where the folder of the sockets belongs to somebody else.
    """
    home, os_user = _home(data)
    run = _run_folder(data, home, os_user)
    return DataPaths(data, home, run, os_user)


def _home(data: Path) -> tuple[Path, OsUser | None]:
    remembered = data / POINTER
    if remembered.exists():
        home = Path(remembered.read_text(encoding="utf-8").strip())
        home.mkdir(parents=True, exist_ok=True)
        return home, server_account(home / "postgres")
    os_user = server_account(data / "postgres")
    if can_use(os_user, data):
        return data, os_user
    home = ELSEWHERE / _short_name(data)
    home.mkdir(parents=True, exist_ok=True)
    remembered.write_text(f"{home}\n", encoding="utf-8")
    os_user = server_account(home / "postgres")
    note(f"· 数据库以用户 {os_user and os_user.name} 运行，进不了 {data}，它的数据放在 {home}")
    note(f"  PostgreSQL's user cannot enter that folder; the database lies in {home}")
    return home, os_user


def _short_name(data: Path) -> str:
    return hashlib.sha256(os.fsencode(data)).hexdigest()[:12]


def _run_folder(data: Path, home: Path, os_user: OsUser | None) -> Path:
    """Return the folder of the sockets: in the data where that path is short and plain, else in a temporary folder."""
    run = home / "run"
    if len(os.fsencode(run)) > SOCKET_ROOM or not PLAIN.fullmatch(str(run)):
        run = Path(tempfile.gettempdir()) / f"gouji-{os.geteuid()}-{_short_name(data)}"
    if len(os.fsencode(run)) > SOCKET_ROOM or not PLAIN.fullmatch(str(run)):
        run = Path("/tmp") / run.name  # noqa: S108 -- checked to be ours below
    run.mkdir(mode=0o700, exist_ok=True)
    _check_ours(run, os_user)
    return run


def _check_ours(folder: Path, os_user: OsUser | None) -> None:
    # Anybody can make a folder of that name in /tmp before us, and would then own our sockets.
    owner = os_user.uid if os_user else os.geteuid()
    found = folder.lstat()
    if folder.is_symlink() or found.st_uid not in {owner, os.geteuid()}:
        raise UserError(
            f"{folder} 属于别的用户，不能用作套接字文件夹。请删除它。",
            f"{folder} belongs to another user and cannot hold our sockets: remove it.",
        )
    give(folder, os_user)


def give(folder: Path, os_user: OsUser | None) -> None:
    """Make a folder private to the user that runs the server, None for our own."""
    if os_user is not None:
        os.chown(folder, os_user.uid, os_user.gid)
    folder.chmod(0o700)


def discard(paths: DataPaths) -> None:
    """Remove all data of an instance, for those made for a test. Errors are ignored."""
    for folder in {paths.data, paths.home, paths.run}:
        shutil.rmtree(folder, ignore_errors=True)
