"""The bench's own measuring, on a clock that stands still and a server of a few lines."""

import asyncio
import gzip

import pytest

from gouji_site.bench.http import Client
from gouji_site.bench.load import LOST_AFTER, Spread, spread
from gouji_site.bench.pages import first_load
from gouji_site.bench.updates import Updates

pytestmark = pytest.mark.unit


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def updates(clock):
    """The updates of a table with two sockets."""
    return Updates(2, clock)


def test_an_update_lasts_until_the_last_socket_shows_it(updates, clock):
    updates.expect((1, 5))
    clock.now = 0.1
    updates.shown(0, (1, 5))
    assert updates.waiting
    clock.now = 0.3
    updates.shown(1, (1, 5))
    assert not updates.waiting
    assert (updates.seconds, updates.lost) == ([0.3], 0)


def test_a_newer_version_shows_the_older_ones_too(updates):
    for version in ((1, 5), (1, 6), (2, 1)):
        updates.expect(version)
    updates.shown(0, (2, 1))
    updates.shown(1, (1, 6))
    assert len(updates.seconds) == 2
    updates.give_up()
    assert updates.lost == 1


def test_an_older_version_shows_nothing_of_a_newer_one(updates):
    updates.expect((2, 1))
    updates.shown(0, (1, 9))
    updates.shown(1, (1, 9))
    assert updates.seconds == []
    updates.give_up()
    assert updates.lost == 2


def test_what_comes_too_late_is_lost_for_each_socket_that_it_was_late_for(updates, clock):
    updates.expect((1, 5))
    updates.shown(0, (1, 5))
    clock.now = LOST_AFTER + 0.01
    updates.shown(1, (1, 5))
    assert updates.lost == 1


def test_a_refused_move_is_not_waited_for(updates):
    updates.drop(updates.expect((1, 5)))
    assert not updates.waiting
    updates.give_up()
    assert updates.lost == 0


def test_the_spread_of_durations_is_given_in_milliseconds():
    assert spread([0.2, *[0.001] * 99]) == Spread(p50=1.0, p99=1.0, max=200.0)
    assert spread([0.2, 0.2, *[0.001] * 98]) == Spread(p50=1.0, p99=200.0, max=200.0)
    assert spread([]) == Spread(p50=0.0, p99=0.0, max=0.0)


PAGES = {
    "/": b'<link href="/a.css"><script src="/b.js"></script><a href="/c/"></a><img src="/a.css">',
    "/a.css": b"a" * 100,
    "/b.js": b"b" * 200,
}
PACKED = gzip.compress(PAGES["/"] * 50)
PAGES["/packed"] = PACKED
HEAD = "HTTP/1.1 {}\r\nContent-Length: {}\r\nSet-Cookie: n={}; Path=/\r\n\r\n"


class Server:
    """Answers requests one by one; hangs up when told, after the answer or before it."""

    def __init__(self):
        self.asked = []
        self.port = 0
        self.connections = 0
        self.hang_up_on = set()

    async def serve(self, reader, writer):
        self.connections += 1
        while True:
            try:
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
            except asyncio.IncompleteReadError:
                break
            method, path, _ = head.split(" ", 2)
            length = head.partition("Content-Length: ")[2].partition("\r\n")[0]
            body = (await reader.readexactly(int(length or 0))).decode()
            self.asked.append((method, path, body, head))
            if len(self.asked) in self.hang_up_on:
                break
            page = PAGES.get(path, b"")
            status = "200 OK" if path in PAGES else "404 Not Found"
            head = HEAD.format(status, len(page), len(self.asked))
            if page == PACKED:
                head = head.replace("\r\n", "\r\nContent-Encoding: gzip\r\n", 1)
            writer.write(head.encode() + page)
        writer.close()


@pytest.fixture
async def server():
    answering = Server()
    listening = await asyncio.start_server(answering.serve, "127.0.0.1", 0)
    answering.port = listening.sockets[0].getsockname()[1]
    async with listening:
        yield answering


@pytest.fixture
def client(server):
    made = Client("127.0.0.1", server.port, {"sessionid": "s"})
    yield made
    made.close()


async def test_the_client_keeps_its_connection_and_its_cookies(server, client):
    assert (await client.get("/")).status == 200
    assert (await client.get("/nowhere")).status == 404
    assert server.connections == 1
    assert "Cookie: sessionid=s; n=1\r\n" in server.asked[1][3]


async def test_a_post_is_sent_as_htmx_sends_it_from_a_live_page(server, client):
    await client.post("/act/", [("do", "play"), ("c", "9Sa"), ("c", "9Sb")], "/page/")
    method, path, body, head = server.asked[0]
    assert (method, path, body) == ("POST", "/act/", "do=play&c=9Sa&c=9Sb")
    origin = f"http://127.0.0.1:{server.port}"
    for line in ("HX-Request: true", "X-Live: 1", f"Origin: {origin}", f"Referer: {origin}/page/"):
        assert f"{line}\r\n" in head


async def test_a_kept_connection_that_the_server_has_just_closed_is_made_anew(server, client):
    await client.get("/")
    server.hang_up_on = {2}
    assert (await client.get("/a.css")).body == PAGES["/a.css"]
    assert server.connections == 2


async def test_a_fresh_connection_that_the_server_closes_is_an_error(server, client):
    server.hang_up_on = {1}
    with pytest.raises(ConnectionError):
        await client.get("/")


async def test_the_first_load_counts_the_page_and_each_file_that_it_names_once(server, client):
    total = await first_load(client, "/")
    assert [asked[1] for asked in server.asked] == ["/", "/a.css", "/b.js"]
    came = [PAGES[path] for path in ("/", "/a.css", "/b.js")]
    heads = sum(len(HEAD.format("200 OK", len(page), 1)) for page in came)
    assert total == sum(map(len, came)) + heads


async def test_of_a_packed_page_the_bytes_are_counted_as_they_come_and_its_files_are_found(
    server, client
):
    answer = await client.get("/packed")
    assert answer.page() == PAGES["/"] * 50
    assert len(PACKED) < answer.size < len(PAGES["/"] * 50)
    assert await first_load(client, "/packed") < len(PAGES["/"] * 50)
    assert [asked[1] for asked in server.asked[-2:]] == ["/a.css", "/b.js"]
