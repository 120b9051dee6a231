"""One running instance: first the servers, then tables and static files, then the processes of the site."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

from . import paths, postgres, redis_programs, redis_server, signs, state
from .children import Spec
from .environment import base_env, site_env
from .listening import Listener, listen
from .locks import FolderLock
from .options import ROOT, Options
from .os_users import OsUser
from .paths import DataPaths
from .progress import note, step
from .site_user import home_of, prepare_site
from .supervisor import Supervisor
from .user_errors import UserError, full_disk, no_server

CELERY = ("-m", "celery", "-A", "gouji_site.celery:app")
# Workers need not know of each other: the sweep finds lost tasks, and signs of life go to the supervisor.
WORKER = ("worker", "--without-gossip", "--without-mingle", "--without-heartbeat", "-l", "WARNING")


@contextmanager
def instance(options: Options) -> Iterator[Supervisor]:
    """Start an instance and yield its supervisor once the site answers. Stops everything on leaving.

    Raises UserError or OSError where it cannot start, Interrupted when a signal asks us to stop.
    """
    data = paths.prepare_data(options.data)
    with _locked(data):
        # After the lock: a second start on the same folder should hear of the running instance, not of a taken port.
        # Held here and inherited by the web process: while that is restarted, connections wait and are not refused.
        listener = listen(options.host, options.port) if options.site else None
        # A killed run leaves it behind, and `state.running` believes it as soon as somebody has the lock.
        (data / state.NAME).unlink(missing_ok=True)
        folders = paths.paths_for(data)
        # A copy of a data folder points to the same home, which needs a lock of its own then.
        with _locked(folders.home) if folders.home != data else _nothing():
            try:
                with Supervisor(data, state.InstanceState(os.getpid())) as supervisor:
                    _start(supervisor, options, folders, listener)
                    yield supervisor
            finally:
                if options.discard:
                    paths.discard(folders)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    lock = FolderLock(folder)
    lock.acquire()
    try:
        yield
    finally:
        lock.release()


@contextmanager
def _nothing() -> Iterator[None]:
    yield


def _start(
    supervisor: Supervisor, options: Options, folders: DataPaths, listener: Listener | None
) -> None:
    supervisor.end_leftovers()
    database, redis = _start_servers(supervisor, options, folders)
    env = site_env(folders.data, database, redis, options.host)
    supervisor.state.env = env
    if listener is not None:
        supervisor.state.url = listener.url()
        os_user = _prepare_site(folders, env)
        with step("启动网站 Starting the site") as current:
            child_env = {**base_env(), **env, **home_of(os_user)}
            specs = site_specs(folders, child_env, listener)
            web, *others = [replace(spec, os_user=os_user) for spec in specs]
            # Pages first. Four Pythons that load Django at once would all be up late.
            supervisor.wait_ready(supervisor.launch([web]), current)
            supervisor.launch(others)
    supervisor.announce()


def _start_servers(supervisor: Supervisor, options: Options, folders: DataPaths) -> tuple[str, str]:
    """Print what runs, start the servers that the options do not name, and return the addresses of both."""
    cluster = server = None
    if not options.database_url:
        cluster = postgres.Postgres(folders, postgres.programs_for(folders), options.durable)
    if not options.redis_url:
        server = redis_server.Redis(folders, redis_programs.program())
    note(f"· {cluster or 'PostgreSQL (DATABASE_URL)'}，{server or 'Redis (REDIS_URL)'}")
    if cluster or server:
        with step("启动数据库和消息队列 Starting PostgreSQL and Redis") as current:
            if cluster:
                cluster.prepare(current)
            supervisor.wait_ready(
                supervisor.launch(_server_specs(folders, server, cluster)), current
            )
            if cluster:
                cluster.create_database()
    return (
        cluster.url() if cluster else options.database_url,
        server.url() if server else options.redis_url,
    )


def _server_specs(
    folders: DataPaths, server: redis_server.Redis | None, cluster: postgres.Postgres | None
) -> list[Spec]:
    specs = []
    if server:
        specs.append(replace(server.spec(), signs=partial(signs.redis_at, folders.redis_socket())))
    if cluster:
        source = partial(signs.postgres_at, folders.run / ".s.PGSQL.5432")
        specs.append(replace(cluster.spec(), signs=source))
    return specs


def _prepare_site(folders: DataPaths, env: dict[str, str]) -> OsUser | None:
    """Bring tables and static files up to date. Returns the user whom the site can run as, None for our own.

    Raises UserError where it fails.
    """
    with step("准备数据表和静态文件 Preparing tables and static files") as current:
        prepared = prepare_site(folders, env, current)
        if (outcome := prepared.outcome).code:
            raise (
                full_disk(outcome.text(), folders.logs)
                or no_server(outcome.text())
                or UserError(
                    f"准备数据表或静态文件失败。日志在 {outcome.log}",
                    f"Preparing the tables or the static files failed. The log is {outcome.log}",
                    outcome.tail(),
                )
            )
    if prepared.message:
        note(prepared.message)
    return prepared.os_user


def site_specs(folders: DataPaths, env: dict[str, str], listener: Listener) -> list[Spec]:
    """Return how to run the web server, the two workers and the beat."""

    def spec(name: str, *arguments: str, grace: float = 8.0) -> Spec:
        return Spec(
            name=name,
            argv=(sys.executable, *arguments),
            env=env,
            cwd=ROOT,
            log=folders.logs / f"{name}.log",
            stop_signal=signal.SIGTERM,
            hang_signal=signal.SIGABRT,  # On this signal `faulthandler` writes where each thread is.
            grace=grace,
            signs=signs.NotifiedSigns,
            after=("web",),
        )

    number = listener.socket.fileno()
    web = Spec(
        name="web",
        argv=(sys.executable, "-m", "gouji_site.web", "--fd", str(number)),
        env={
            **env,
            "DATABASE_POOL": "1",
        },  # See `settings.DATABASE_POOL`: only here threads come and go.
        cwd=ROOT,
        log=folders.logs / "web.log",
        hang_signal=signal.SIGABRT,
        grace=6.0,  # uvicorn itself waits 3 s for requests (`gouji_site.web.GRACE`).
        pass_fds=(number,),
        ready=listener.answers,
        signs=signs.NotifiedSigns,
    )
    schedule = str(folders.data / "beat" / "schedule")
    return [
        web,
        spec("bots", *CELERY, *WORKER, "-n", "bots@%h", "-Q", "bots,celery", "-c", "2"),
        # Deadlines have a worker of their own: bots that think must not make a clock late.
        spec("clock", *CELERY, *WORKER, "-n", "clock@%h", "-Q", "clock", "-P", "solo"),
        # No pid file: one that a crash left may name another process by now, and beat would not start.
        spec("beat", *CELERY, "beat", "-l", "WARNING", "--pidfile=", "-s", schedule, grace=5.0),
    ]
