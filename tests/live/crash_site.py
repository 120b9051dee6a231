"""A whole instance to be killed, and a person who plays a deal on it as a browser does."""

import os
import re
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar, cast

import httpx
import psutil
import psycopg
import redis
from django.conf import settings
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from games.engine.registry import game_of
from gouji_site.bench.stored import SEAT, StoredMatch, read_match
from gouji_site.embedded.stack import Stack

T = TypeVar("T")

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
CARD = re.compile(r"[3-9TJQKA2sB][CDHS]?[a-d]")
PART = re.compile(r'(?=<\w+ id="?r-)')
PART_NAME = re.compile(r'<\w+ id="?(r-[\w-]+)')
SHOWN = re.compile(r'name="?seen"? value="?([0-9]+)-([0-9]+)')
DECISION_SECONDS = 600
"""Seconds for a decision that no deadline may take from a test's person."""
DOWN = (psycopg.Error, redis.RedisError, httpx.TransportError, OSError)
"""What says that a server is not there now."""


def wait_for(ask: Callable[[], T | None], within: float, what: str) -> T:
    """The first true answer of ``ask``; a server that is down has not answered yet."""
    deadline = time.monotonic() + within
    while True:
        try:
            answer = ask()
        except DOWN:
            answer = None
        if answer:
            return answer
        assert time.monotonic() < deadline, f"not within {within:.0f} s: {what}"
        time.sleep(0.05)


class Site:
    """The instance, its database and its Redis."""

    def __init__(self, stack: Stack) -> None:
        self.stack = stack
        self._connection: psycopg.Connection | None = None
        self._server = 0

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """What one statement returns."""
        with self._asking() as connection:
            cursor = connection.execute(sql.encode(), values)
            return cursor.fetchall() if cursor.description else []

    @contextmanager
    def _asking(self) -> Iterator[psycopg.Connection]:
        """A connection, kept while its server lives: to make one for each question would be most of the work."""
        server = self.stack.processes["postgres"]
        if self._connection is None or self._server != server:
            self._connection, self._server = None, server
            self._connection = psycopg.connect(self.stack.env["DATABASE_URL"], autocommit=True)
            self._connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        try:
            yield self._connection
        except psycopg.Error:
            self._connection = None
            raise

    def redis(self) -> redis.Redis:
        """A connection to its Redis."""
        return redis.Redis.from_url(self.stack.env["REDIS_URL"])

    def deal(self, match_id: int) -> StoredMatch:
        """The match and its moves, both of one moment."""
        with self._asking() as connection:
            return read_match(connection, match_id)

    def version(self, match_id: int) -> int:
        """The version of a match as committed."""
        [[version]] = self.rows("SELECT version FROM play_match WHERE id = %s", match_id)
        return int(version)

    @contextmanager
    def locked(self, match_id: int) -> Iterator[None]:
        """Hold the lock of a match's row: whoever wants to write waits."""
        with psycopg.connect(self.stack.env["DATABASE_URL"]) as connection:
            connection.execute("SELECT 1 FROM play_match WHERE id = %s FOR UPDATE", [match_id])
            yield

    def is_waited_for(self) -> bool:
        """Whether some process waits for what ``locked`` holds."""
        waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        return bool(self.rows(waiting))

    def has_reserved(self, task: str) -> bool:
        """Whether a worker has such a task in hand and has not done it yet."""
        held = cast("list[bytes]", self.redis().hvals(f"{settings.REDIS_PREFIX}:unacked"))
        return any(task.encode() in message for message in held)

    def kill(self, *names: str) -> None:
        """Kill -9 these processes together, and wait until each has been started again."""
        old = {name: self.stack.kill(name) for name in names}
        for name, pid in old.items():
            self.stack.wait_restarted(name, pid, within=60)

    @contextmanager
    def nobody_restarts(self) -> Iterator[None]:
        """While this lasts what is killed stays dead."""
        supervisor = self.stack.state.supervisor
        os.kill(supervisor, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(supervisor, signal.SIGCONT)

    @contextmanager
    def without_redis(self) -> Iterator[None]:
        """Kill -9 Redis; it stays dead while this lasts, and is back afterwards."""
        with self.nobody_restarts():
            pid = self.stack.kill("redis")
            wait_for(lambda: not self._redis_answers(), 10, "Redis to die")
            yield
        self.stack.wait_restarted("redis", pid, within=60)
        wait_for(self._redis_answers, 30, "Redis to be back")

    @contextmanager
    def with_redis_frozen(self) -> Iterator[None]:
        """While this lasts Redis takes connections and answers nothing."""
        pid = self.stack.kill("redis", signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(pid, signal.SIGCONT)

    def _redis_answers(self) -> bool:
        try:
            return bool(self.redis().ping())
        except redis.RedisError:
            return False

    def freeze_bots(self) -> psutil.Process:
        """Stop the processes in which bots think; the worker goes on to reserve tasks. Returns the worker."""
        worker = psutil.Process(self.stack.processes["bots"])
        thinkers = wait_for(lambda: worker.children() or None, 60, "the worker to be up")
        for thinker in thinkers:
            thinker.suspend()
        return worker

    def lose_queue_with(self, worker: psutil.Process) -> None:
        """Kill a worker and empty all queues before another can take what it had in hand."""
        with self.nobody_restarts():
            worker.kill()
            wait_for(lambda: worker.status() == psutil.STATUS_ZOMBIE, 30, "the worker to die")
            self.redis().flushall()
        self.stack.wait_restarted("bots", worker.pid, within=60)


class Player:
    """A guest at a table of their own with bots: their browser, and what they would say by default."""

    def __init__(self, site: Site, seconds: int, game: str = "gouji") -> None:
        self.site = site
        self.client = httpx.Client(timeout=60, headers={"Accept-Language": "zh-CN"})
        self.token = self._token("")
        self._posted("accounts/guest/", {"next": "/"})
        self.token = self._token("")
        place = self._posted("quick/", {"game": game}).headers["Location"]
        self.page = place.strip("/") + "/"
        self.code = self.page.split("/")[1]
        [[self.table]] = site.rows("SELECT id FROM play_table WHERE code = %s", self.code)
        [[self.match]] = site.rows("SELECT id FROM play_match WHERE table_id = %s", self.table)
        self.token = self._token(self.page)
        self.give(seconds)
        answer = self.send({"do": "quiet"})
        assert answer.status_code == 200, answer.text

    def close(self) -> None:
        """Leave for good: the bots of this table rest too."""
        try:
            wait_for(lambda: self.send({"do": "leave"}).is_success, 60, "the player to leave")
        finally:
            self.client.close()

    def give(self, seconds: int) -> None:
        """Let decisions asked from now on at this table take so long, and no longer: banks are empty."""
        self.site.rows(
            "UPDATE play_table SET decision_seconds = %s, bank_seconds = 0 WHERE id = %s",
            seconds,
            self.table,
        )
        self.site.rows(
            "UPDATE play_match SET banks = array_fill(0, ARRAY[cardinality(banks)]) WHERE id = %s",
            self.match,
        )

    # -- what the browser does -------------------------------------------------------------------------

    def _token(self, path: str) -> str:
        found = TOKEN.search(self.get(path).text)
        assert found is not None
        return found[1]

    def get(self, path: str) -> httpx.Response:
        """Load a page."""
        answer = self.client.get(self.site.stack.url + path)
        assert answer.status_code == 200, answer.text
        return answer

    def assert_fresh(self, socket: "Socket") -> None:
        """What a socket has shown is what a page loaded now shows, to the byte."""
        page = self.get(self.page).text
        assert set(socket.parts) == set(PART_NAME.findall(page)) - {"r-refusal"}
        assert [name for name, html in socket.parts.items() if html not in page] == []

    def _posted(self, path: str, form: dict[str, Any]) -> httpx.Response:
        answer = self._post(path, form, {})
        assert answer.status_code == 302, answer.text
        return answer

    def _post(self, path: str, form: dict[str, Any], headers: dict[str, str]) -> httpx.Response:
        url = self.site.stack.url
        same = {"Origin": url.rstrip("/"), "Referer": url + path}
        data = {"csrfmiddlewaretoken": self.token, **form}
        return self.client.post(url + path, data=data, headers={**same, **headers})

    def send(self, form: dict[str, Any]) -> httpx.Response:
        """Post the table's form as htmx does while the page's socket is open."""
        return self._post(f"{self.page}act/", form, {"HX-Request": "true", "X-Live": "1"})

    def raw(self, form: dict[str, Any]) -> tuple[tuple[str, int], bytes]:
        """The server's address, and the bytes of such a post for who does not wait for the answer."""
        url = self.site.stack.url
        request = self.client.build_request(
            "POST",
            f"{url}{self.page}act/",
            data={"csrfmiddlewaretoken": self.token, **form},
            headers={"Origin": url.rstrip("/"), "HX-Request": "true", "X-Live": "1"},
        )
        lines = [b"POST " + request.url.raw_path + b" HTTP/1.1"]
        lines += [name + b": " + value for name, value in request.headers.raw]
        assert request.url.port is not None
        return (request.url.host, request.url.port), b"\r\n".join([*lines, b"", request.read()])

    @contextmanager
    def socket(self) -> Iterator["Socket"]:
        """The page's socket."""
        url = self.site.stack.url.rstrip("/")
        cookies = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        address = f"ws{url.removeprefix('http')}/ws/{self.page}"
        with connect(
            address,
            origin=Origin(url),
            additional_headers={"Cookie": cookies},
            open_timeout=30,
            close_timeout=1,
        ) as connection:
            yield Socket(connection)

    @contextmanager
    def socket_again(self) -> Iterator["Socket"]:
        """The page's socket, tried until the server takes it, as the page does after a loss."""
        deadline = time.monotonic() + 60
        while True:
            try:
                with self.socket() as socket:
                    yield socket
                return
            except (OSError, InvalidHandshake):
                assert time.monotonic() < deadline, "the socket did not come back"

    # -- what the person would do ----------------------------------------------------------------------

    def deal(self) -> StoredMatch:
        """The match as the database has it now."""
        return self.site.deal(self.match)

    def default(self, deal: StoredMatch) -> dict[str, Any] | None:
        """The form that says what the clock would say for them, where they are asked; in a drawing it says nothing."""
        if deal.prompt_versions[SEAT] < 0:
            return None
        game = game_of(deal.ruleset)
        said = dict(game.defaults(game.load(deal.snapshot)))
        if SEAT not in said:
            return None
        verb, _, rest = game.write(said[SEAT]).partition(" ")
        seen = f"{deal.id}-{deal.last_prompt_version}"
        if verb == "play":
            return {"do": verb, "seen": seen, "c": CARD.findall(rest)}
        return {"do": f"{verb} {rest}".strip(), "seen": seen}

    def answer(self, after: int) -> None:
        """When they are asked, post the default; again where the clock came first, until one of their own counts.

        What the site has answered with success is stored, whoever of the two it came from.
        """

        def counted() -> bool:
            deal = self.deal()
            if any(deal.moves[number - 1].by == "player" for number in deal.by_person(after)):
                return True
            form = self.default(deal)
            if form is not None and self.send(form).status_code == 200:
                now = self.deal()
                first = now.moves[now.by_person(deal.last_prompt_version)[0] - 1]
                assert first.action.partition(" ")[0] == form["do"].partition(" ")[0]
                assert sorted(CARD.findall(first.action)) == sorted(form.get("c", []))
            return False

        wait_for(counted, 60, "an answer to count")

    def turn(self) -> tuple[StoredMatch, dict[str, Any]]:
        """His next turn: the deal standing still at it, and the form that answers."""

        def asked() -> tuple[StoredMatch, dict[str, Any]] | None:
            deal = self.deal()
            form = self.default(deal)
            alone = [seat for seat, at in enumerate(deal.prompt_versions) if at >= 0] == [SEAT]
            return (deal, form) if form is not None and alone else None

        return wait_for(asked, 60, "the player's turn")

    def to_play(self) -> None:
        """Say no in the opening windows, until cards are laid."""

        def laid() -> bool:
            deal = self.deal()
            if any(move.action.startswith("play") for move in deal.moves):
                return True
            form = self.default(deal)
            if form is not None:
                self.send(form)
            return False

        wait_for(laid, 60, "the first play")

    def to_the_end(self) -> StoredMatch:
        """Say what the clock would say, at once, until the deal is over."""

        def over() -> StoredMatch | None:
            deal = self.deal()
            form = self.default(deal)
            if form is not None:
                self.send(form)
            return deal if deal.ended else None

        return wait_for(over, 150, "the end of the deal")

    def wait_for_moves(self, after: int, *by: str) -> StoredMatch:
        """The deal once bots, the clock or whoever is named have moved after a version."""

        def moved() -> StoredMatch | None:
            deal = self.deal()
            assert not deal.ended, "the deal was over before the test"
            return deal if set(by) <= {m.by for m in deal.moves if m.number > after} else None

        return wait_for(moved, 60, f"moves by {by} after {after}")


class Socket:
    """A page's socket, and the regions that it has been sent."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.parts: dict[str, str] = {}
        self.frames = 0

    @property
    def version(self) -> int:
        """The version that the page shows now."""
        found = SHOWN.search(self.parts.get("r-version", ""))
        return int(found[2]) if found else 0

    def wait_for_version(self, version: int, within: float) -> float:
        """Read frames until the page shows a version; returns the time at which it did."""
        deadline = time.monotonic() + within
        while self.version < version:
            left = deadline - time.monotonic()
            assert left > 0, f"version {version} was not shown within {within:.0f} s"
            try:
                self._swap(self.connection.recv(timeout=left))
            except TimeoutError:
                continue
        return time.time()

    def wait_closed(self) -> int | None:
        """Read until the server is gone; the code with which it went, 1006 for a dead one."""
        try:
            while True:
                self._swap(self.connection.recv(timeout=30))
        except ConnectionClosed:
            return self.connection.close_code

    def _swap(self, frame: str | bytes) -> None:
        fresh = parts_of(str(frame))
        self.frames += bool(fresh)
        self.parts.update(fresh)


def parts_of(html: str) -> dict[str, str]:
    """Each region's id and HTML, as frames send them one after another.

    >>> regions_of('<p id="r-a">1</p>\\n<ul id=r-b></ul>\\n')
    {'r-a': '<p id="r-a">1</p>', 'r-b': '<ul id=r-b></ul>'}
    """
    parts = [part.strip() for part in PART.split(html)]
    named = ((PART_NAME.match(part), part) for part in parts)
    return {found[1]: part for found, part in named if found}
