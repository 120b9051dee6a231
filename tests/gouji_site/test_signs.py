"""Signs of life: who gives them, who misses them, and what they show."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress

import pytest
from django.db import connections

from gouji_site import servers, watchdog
from gouji_site.celery import app
from gouji_site.embedded import signs
from gouji_site.embedded.children import Child, Spec
from gouji_site.embedded.options import Options
from gouji_site.embedded.state import InstanceState
from gouji_site.embedded.supervisor import Supervisor
from gouji_site.health import answered_itself, ask_itself

pytestmark = pytest.mark.unit

TELLS = "import time; from gouji_site.watchdog import *; notify(SIGN); time.sleep(60)"


class Spoken:
    """A source of signs that the test gives."""

    def __init__(self):
        self.spoke = False

    def begin(self):
        return {}

    def heard(self, pid):
        spoke, self.spoke = self.spoke, False
        return spoke


@pytest.fixture
def spoken():
    return Spoken()


@pytest.fixture
def watch(spoken):
    """A watch over a child that has given its first sign at second 100."""
    watch = signs.Watch(spoken)
    watch.begin(99)
    spoken.spoke = True
    assert not watch.hangs(1, 100)
    return watch


def test_the_third_sign_missed_in_a_row_is_a_hang(watch):
    first, second, third = (100 + number * signs.EVERY for number in (1, 2, 3))

    assert [watch.hangs(1, now) for now in (first, second, third - 0.1)] == [False] * 3
    assert watch.hangs(1, third)


def test_a_sign_between_makes_the_missed_ones_count_no_more(watch, spoken):
    watch.hangs(1, 100 + signs.EVERY)
    watch.hangs(1, 100 + 2 * signs.EVERY)
    spoken.spoke = True
    again = 100 + 3 * signs.EVERY

    assert not watch.hangs(1, again)
    assert not watch.hangs(1, again + 2 * signs.EVERY)
    assert watch.missed == 1


def test_what_was_missed_while_the_supervisor_was_away_itself_is_no_hang(watch):
    watch.forgive(160)

    assert [watch.hangs(1, 160 + number * signs.EVERY) for number in (0, 1, 2)] == [False] * 3
    assert watch.hangs(1, 160 + 3 * signs.EVERY)


def test_a_child_that_starts_has_a_minute_until_its_first_sign(spoken):
    watch = signs.Watch(spoken)
    watch.begin(100)

    assert not watch.hangs(1, 100 + signs.STARTS_WITHIN - 0.1)
    assert watch.hangs(1, 100 + signs.STARTS_WITHIN)


def told_by(source, code, **env):
    return subprocess.Popen(
        [sys.executable, "-c", code],
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "gouji_site.settings",
            **source.begin(),
            **env,
        },
    )


def within(seconds, test):
    deadline = time.monotonic() + seconds
    while not (found := test()) and time.monotonic() < deadline:
        time.sleep(0.02)
    return found


def test_a_sign_counts_from_the_child_itself_and_from_nobody_else(monkeypatch):
    source = signs.NotifiedSigns()
    child = told_by(source, TELLS)
    try:
        assert within(20, lambda: source.heard(child.pid))
        monkeypatch.setenv("NOTIFY_SOCKET", source.begin()["NOTIFY_SOCKET"])
        watchdog.notify(watchdog.SIGN)
        assert not source.heard(child.pid)
        watchdog.notify(watchdog.SIGN)
        assert source.heard(os.getpid())
    finally:
        child.kill()
        child.wait()


def test_a_process_that_nobody_watches_tells_nobody(monkeypatch):
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    watchdog.notify(watchdog.SIGN)
    fresh = watchdog.Watchdog()
    fresh.start()
    assert fresh._thread is None


def test_nobody_is_held_up_by_one_who_does_not_listen(monkeypatch):
    deaf = signs.NotifiedSigns()
    monkeypatch.setenv("NOTIFY_SOCKET", deaf.begin()["NOTIFY_SOCKET"])
    for _ in range(1000):
        watchdog.notify(watchdog.SIGN)
    assert deaf.heard(os.getpid())


@pytest.fixture
def server(tmp_path):
    """A server's socket on which nobody answers yet, and what answers on the next connection."""
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "s"))
        listening.listen(8)

        def answer(words):
            with listening.accept()[0] as connection:
                connection.recv(64)
                connection.sendall(words)

        yield tmp_path / "s", answer


@pytest.mark.parametrize(
    ("ask", "words", "alive"),
    [
        (signs.redis_at, b"+PONG\r\n", True),
        (signs.redis_at, b"-LOADING Redis is loading the dataset in memory\r\n", True),
        (signs.postgres_at, b"N", True),
        (signs.postgres_at, b"E", False),
        (signs.redis_at, b"", False),
    ],
)
def test_a_server_lives_that_answers(server, ask, words, alive):
    path, answer = server
    source = ask(path)

    assert not source.heard(0)
    answer(words)

    assert bool(within(0.3, lambda: source.heard(0))) is alive


def test_no_server_at_all_is_no_sign_and_no_error(tmp_path):
    assert not signs.redis_at(tmp_path / "nothing").heard(0)


def spec_of(tmp_path, name, code, **more):
    return Spec(
        name=name,
        argv=(sys.executable, "-c", code),
        env=dict(os.environ),
        cwd=Options(tmp_path).data,
        log=tmp_path / f"{name}.log",
        **more,
    )


HANGS = "import faulthandler, time; faulthandler.enable(2)\ndef stuck(): time.sleep(60)\nstuck()"


def test_one_that_hangs_writes_where_before_it_is_killed(tmp_path):
    child = Child(spec_of(tmp_path, "web", HANGS, hang_signal=signal.SIGABRT), str(tmp_path))
    child.start()
    time.sleep(1)

    child.end_hung()

    assert within(5, lambda: child.ended() is not None)
    assert "in stuck" in (tmp_path / "web.log").read_text()


def test_a_worker_is_started_again_after_the_web_process_or_when_that_takes_too_long(tmp_path):
    supervisor = Supervisor(tmp_path, InstanceState(os.getpid()))
    web = Child(spec_of(tmp_path, "web", HANGS, signs=Spoken), str(tmp_path))
    bots = Child(spec_of(tmp_path, "bots", HANGS, after=("web",)), str(tmp_path))
    supervisor.children = [web, bots]
    bots.plan_restart()
    now = time.monotonic()

    assert not supervisor._may_start(bots)
    assert bots.hold(now)
    assert not bots.hold(now + 11)
    web.start()
    assert not supervisor._may_start(bots)
    assert web.watch is not None
    web.watch.ready = True
    assert supervisor._may_start(bots)
    web.kill()
    assert within(5, lambda: web.ended() is not None)
    assert not supervisor._may_start(bots)


def test_the_workers_of_the_site_use_the_loop_that_shows_that_it_turns():
    assert app.conf.worker_consumer == "gouji_site.worker:Consumer"


def test_work_that_may_take_long_is_no_standstill_until_it_took_longer(monkeypatch):
    now = 100.0
    monkeypatch.setattr("gouji_site.watchdog.time.monotonic", lambda: now)
    fresh = watchdog.Watchdog()
    assert not fresh.is_working()

    fresh.work_takes(30)
    now = 131.0
    assert fresh.is_working()
    now = 132.5
    assert not fresh.is_working()
    fresh.work_goes_on()
    assert fresh.is_working()


@pytest.mark.integration
@pytest.mark.django_db(transaction=True)
class TestOfAWebProcess:
    """It asks itself, and its request threads answer."""

    @pytest.fixture(autouse=True)
    def _no_lasting_connections(self, monkeypatch):
        monkeypatch.setitem(connections.databases["default"], "CONN_MAX_AGE", 0)

    async def ask(self, seconds):
        from gouji_site.asgi import application

        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await ask_itself(application)

    @pytest.fixture
    def heard(self):
        """How often it was said that the process has answered itself."""
        times = []

        def note(**_):
            times.append(time.monotonic())

        answered_itself.connect(note)
        yield times
        answered_itself.disconnect(note)

    async def test_says_once_a_second_that_it_has_answered_itself(self, heard, monkeypatch):
        monkeypatch.setattr(watchdog.watchdog, "_last", float("-inf"))
        await self.ask(2.5)

        assert 2 <= len(heard) <= 3
        assert watchdog.watchdog.is_working()

    def test_nobody_else_who_asks_is_taken_for_it(self, heard, client):
        page = client.get("/healthz", headers={"gouji.itself": "1"})

        assert page.content == b"ok"
        assert heard == []

    async def test_answers_itself_but_does_not_call_itself_well_without_its_database(
        self, heard, monkeypatch
    ):
        from django.db import DatabaseError

        def fail(_self):
            raise DatabaseError

        monkeypatch.setattr(watchdog.watchdog, "_last", float("-inf"))
        monkeypatch.setattr("django.db.backends.base.base.BaseDatabaseWrapper.cursor", fail)
        await self.ask(0.8)

        assert heard == []
        assert watchdog.watchdog.is_working()


@pytest.mark.integration
class TestOfServersThatAreAway:
    """A process that waits for one of them does not hang."""

    @pytest.fixture
    def silent(self, tmp_path):
        """The folder of a PostgreSQL and the path of a Redis that take connections and never answer."""
        with socket.socket(socket.AF_UNIX) as postgres, socket.socket(socket.AF_UNIX) as redis:
            postgres.bind(str(tmp_path / ".s.PGSQL.5432"))
            redis.bind(str(tmp_path / "redis"))
            postgres.listen(8)
            redis.listen(8)
            yield tmp_path

    def test_both_there(self, db):
        assert not servers.some_server_is_away()

    def test_a_redis_that_is_frozen_or_gone_is_away(self, db, settings, silent):
        settings.REDIS_URL = f"unix://{silent}/redis"
        began = time.monotonic()
        assert servers.some_server_is_away()
        assert time.monotonic() - began < signs.EVERY
        settings.REDIS_URL = f"unix://{silent}/gone"
        assert servers.some_server_is_away()

    @pytest.mark.parametrize("folder", ["", "/gone"])
    def test_a_database_that_is_frozen_or_gone_is_away(self, db, silent, monkeypatch, folder):
        from django.db import connection

        how = {**connection.get_connection_params(), "host": f"{silent}{folder}", "port": "5432"}
        monkeypatch.setattr(
            "django.db.backends.postgresql.base.DatabaseWrapper.get_connection_params",
            lambda _self: dict(how),
        )
        began = time.monotonic()
        assert servers.some_server_is_away()
        assert time.monotonic() - began < 2 * signs.EVERY
