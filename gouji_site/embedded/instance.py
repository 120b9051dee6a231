"""One running instance: servers, then database and static files, then the processes of the site."""

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
WORKER = ("worker", "--without-gossip", "--without-mingle", "--without-heartbeat", "-l", "WARNING")


@contextmanager
def instance(options: Options) -> Iterator[Supervisor]:
    """Start an instance and yield its supervisor once the site answers; stop it all on leaving."""
    data = paths.prepare_data(options.data)
    with _locked(data):
        listener = listen(options.host, options.port) if options.site else None
        (data / state.NAME).unlink(missing_ok=True)
        where = paths.paths_for(data)
        with _locked(where.home) if where.home != data else _nothing():
            try:
                with Supervisor(data, state.InstanceState(os.getpid())) as supervisor:
                    _start(supervisor, options, where, listener)
                    yield supervisor
            finally:
                if options.discard:
                    paths.discard(where)


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
    supervisor: Supervisor, options: Options, where: DataPaths, listener: Listener | None
) -> None:
    supervisor.end_leftovers()
    database, redis = _start_servers(supervisor, options, where)
    env = site_env(where.data, database, redis, options.host)
    supervisor.state.env = env
    if listener is not None:
        supervisor.state.url = listener.url()
        os_user = _prepare_site(where, env)
        with step("启动网站 Starting the site") as current:
            told = {**base_env(), **env, **home_of(os_user)}
            specs = [replace(each, os_user=os_user) for each in site_specs(where, told, listener)]
            web, *others = specs
            supervisor.wait_ready(supervisor.launch([web]), current)
            supervisor.launch(others)
    supervisor.announce()


def _start_servers(supervisor: Supervisor, options: Options, where: DataPaths) -> tuple[str, str]:
    """Say what runs, and start the servers that are not given; return the addresses of both."""
    cluster = server = None
    if not options.database_url:
        cluster = postgres.Postgres(where, postgres.programs_for(where), options.durable)
    if not options.redis_url:
        server = redis_server.Redis(where, redis_programs.program())
    note(f"· {cluster or 'PostgreSQL (DATABASE_URL)'}，{server or 'Redis (REDIS_URL)'}")
    if cluster or server:
        with step("启动数据库和消息队列 Starting PostgreSQL and Redis") as current:
            if cluster:
                cluster.prepare(current)
            supervisor.wait_ready(supervisor.launch(_server_specs(where, server, cluster)), current)
            if cluster:
                cluster.create_database()
    return (
        cluster.url() if cluster else options.database_url,
        server.url() if server else options.redis_url,
    )


def _server_specs(
    where: DataPaths, server: redis_server.Redis | None, cluster: postgres.Postgres | None
) -> list[Spec]:
    specs = []
    if server:
        specs.append(replace(server.spec(), signs=partial(signs.redis_at, where.redis_socket())))
    if cluster:
        asked = partial(signs.postgres_at, where.run / ".s.PGSQL.5432")
        specs.append(replace(cluster.spec(), signs=asked))
    return specs


def _prepare_site(where: DataPaths, env: dict[str, str]) -> OsUser | None:
    """Bring tables and static files up to date; return whom the site runs as, None for our own user."""
    with step("准备数据表和静态文件 Preparing tables and static files") as current:
        prepared = prepare_site(where, env, current)
        if (outcome := prepared.outcome).code:
            raise (
                full_disk(outcome.text(), where.logs)
                or no_server(outcome.text())
                or UserError(
                    f"准备数据表或静态文件失败。日志在 {outcome.log}",
                    f"Preparing the tables or the static files failed. The log is {outcome.log}",
                    outcome.tail(),
                )
            )
    if prepared.said:
        note(prepared.said)
    return prepared.os_user


def site_specs(where: DataPaths, env: dict[str, str], listener: Listener) -> list[Spec]:
    """Return how to run the web server, the two workers and the beat."""

    def spec(name: str, *arguments: str, grace: float = 8.0) -> Spec:
        return Spec(
            name=name,
            argv=(sys.executable, *arguments),
            env=env,
            cwd=ROOT,
            log=where.logs / f"{name}.log",
            stop_signal=signal.SIGTERM,
            hang_signal=signal.SIGABRT,
            grace=grace,
            signs=signs.NotifiedSigns,
            after=("web",),
        )

    number = listener.socket.fileno()
    web = Spec(
        name="web",
        argv=(sys.executable, "-m", "gouji_site.web", "--fd", str(number)),
        env={**env, "DATABASE_POOL": "1"},
        cwd=ROOT,
        log=where.logs / "web.log",
        hang_signal=signal.SIGABRT,
        grace=6.0,
        pass_fds=(number,),
        ready=listener.answers,
        signs=signs.NotifiedSigns,
    )
    schedule = str(where.data / "beat" / "schedule")
    return [
        web,
        spec("bots", *CELERY, *WORKER, "-n", "bots@%h", "-Q", "bots,celery", "-c", "2"),
        spec("clock", *CELERY, *WORKER, "-n", "clock@%h", "-Q", "clock", "-P", "solo"),
        spec("beat", *CELERY, "beat", "-l", "WARNING", "--pidfile=", "-s", schedule, grace=5.0),
    ]
