"""How the web process serves, and how it settles on its machine."""

import asyncio
import os
import socket
import threading
import time
from contextlib import suppress
from urllib.parse import urlsplit

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import connect

from gouji_site import web
from gouji_site.embedded import http_limits

pytestmark = pytest.mark.unit

TOO_BIG = 1009


async def echo(scope, receive, send):
    """Say again what is said over a socket; answer a request with nothing, or with whose it is taken for."""
    if scope["type"] == "http":
        while scope["path"] == "/waits" and (await receive()).get("more_body", False):
            pass
        who = f"{scope['client'][0]} {scope['scheme']}".encode() if scope["path"] == "/who" else b""
        headers = [(b"content-length", b"%d" % len(who))] if who else []
        status = 200 if who else 204
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": who})
        return
    while (message := await receive())["type"] != "websocket.disconnect":
        if message["type"] == "websocket.connect":
            await send({"type": "websocket.accept"})
        else:
            await send({"type": "websocket.send", "text": message["text"]})


@pytest.fixture
def address():
    """Where the application is served as the web process serves its own."""
    config = web.configured(echo)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        yield f"ws://127.0.0.1:{listener.getsockname()[1]}/"
        server.should_exit = True
        thread.join(10)


def test_a_frame_as_large_as_allowed_is_heard_and_a_larger_one_ends_the_socket(address):
    with connect(address) as browser:
        browser.send("x" * web.MAX_FRAME)
        assert browser.recv(10) == "x" * web.MAX_FRAME
        browser.send("x" * (web.MAX_FRAME + 1))
        with pytest.raises(ConnectionClosedError) as ended:
            browser.recv(10)
    assert ended.value.rcvd is not None
    assert ended.value.rcvd.code == TOO_BIG


HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
HANDSHAKE = (
    b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: MDEyMzQ1Njc4OTAxMjM0NQ==\r\n\r\n"
)


@pytest.fixture
def line(address):
    """A bare connection to it."""
    at = urlsplit(address)
    with socket.create_connection((at.hostname, at.port), timeout=10) as connection:
        yield connection


@pytest.fixture
def _impatient(monkeypatch):
    monkeypatch.setattr(http_limits, "HEAD_SECONDS", 0.1)


@pytest.mark.parametrize(
    "said",
    [
        b"",
        HEAD,
        b"GET /" + b"x" * 9000 + HEAD[5:] + HANDSHAKE,
    ],
    ids=["nothing", "half a head", "a handshake that the sockets' part cannot read"],
)
@pytest.mark.usefixtures("_impatient")
def test_a_connection_on_which_no_request_comes_is_ended(line, said):
    line.sendall(said)
    assert ended(line)


@pytest.mark.parametrize("said", [b"\r\n", HEAD])
@pytest.mark.usefixtures("_impatient")
def test_a_kept_connection_on_which_no_further_request_comes_is_ended(line, said):
    line.sendall(HEAD + b"\r\n")
    assert line.recv(4096).startswith(b"HTTP/1.1 204")
    line.sendall(said)
    assert ended(line)


def test_a_head_that_does_not_end_is_not_kept(line):
    line.sendall(HEAD)
    with suppress(ConnectionError):  # it may be ended while we speak
        for number in range(64):
            line.sendall(b"X-%d: %s\r\n" % (number, b"x" * 16 * 1024))
    assert ended(line)


@pytest.mark.parametrize("size", [65 * 1024, 150 * 1024, 900 * 1024])
@pytest.mark.parametrize(
    "head",
    [b"GET /%s HTTP/1.1\r\nHost: localhost\r\n\r\n", HEAD + b"X: %s\r\n\r\n"],
    ids=["address", "header"],
)
def test_a_whole_head_over_the_limit_is_not_answered_however_it_comes(line, head, size):
    answers = b""
    with suppress(ConnectionError):
        line.sendall(head % (b"x" * size))
        while part := line.recv(65536):
            answers += part
    assert answers == b""
    assert ended(line)


def test_a_head_just_under_the_limit_and_a_body_that_comes_with_it_are_answered(line):
    body = b"x" * 80 * 1024
    head = b"POST / HTTP/1.1\r\nHost: localhost\r\nX: %s\r\nContent-Length: %d\r\n\r\n"
    for _ in range(2):
        line.sendall(head % (b"x" * 63 * 1024, len(body)) + body)
        assert line.recv(4096).startswith(b"HTTP/1.1 204")


def test_a_request_that_comes_with_the_end_of_one_already_answered_is_answered(line):
    body = b"x" * 80 * 1024
    head = HEAD.replace(b"GET", b"POST") + b"X: %s\r\nContent-Length: %d\r\n\r\n"
    request = head % (b"x" * 60 * 1024, len(body)) + body
    line.sendall(request[:-1000])
    assert line.recv(4096).startswith(b"HTTP/1.1 204")
    line.sendall(request[-1000:] + request)
    assert line.recv(4096).startswith(b"HTTP/1.1 204")


def test_blanks_in_a_head_count_too(line):
    with suppress(ConnectionError):
        line.sendall(HEAD + b"X:" + b" " * 150 * 1024)
    assert ended(line)


@pytest.mark.parametrize(
    "endless",
    [b"0\r\n" + b"X: y\r\n" * 100_000, b"0\r\nX: " + b"y" * 600_000, b"1;%s\r\n" % (b"x" * 600_000)],
    ids=["many trailers", "a long trailer", "a long name of a part"],
)  # fmt: skip
def test_what_follows_a_body_or_stands_between_its_parts_is_bounded_as_a_head_is(line, endless):
    with suppress(ConnectionError):
        line.sendall(
            b"POST /waits HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        line.sendall(endless)
    assert ended(line)


@pytest.mark.parametrize("forwarded", ["6.6.6.6", "6.6.6.6, 7.7.7.7"])
def test_what_a_client_says_of_its_address_and_of_tls_is_not_taken_for_true(line, forwarded):
    line.sendall(
        HEAD.replace(b"GET /", b"GET /who")
        + f"X-Forwarded-For: {forwarded}\r\nX-Forwarded-Proto: https\r\n\r\n".encode()
    )
    assert line.recv(4096).endswith(b"127.0.0.1 http")


def test_a_socket_that_is_open_stays_open_and_so_does_a_connection_in_use(
    address, line, monkeypatch, caplog
):
    line.sendall(HEAD + b"\r\n")
    assert line.recv(4096).startswith(b"HTTP/1.1 204")
    monkeypatch.setattr(http_limits, "HEAD_SECONDS", 1.0)
    with connect(address):
        pass
    with connect(address) as browser:
        time.sleep(1.1)
        line.sendall(HEAD + b"\r\n")
        assert line.recv(4096).startswith(b"HTTP/1.1 204")
        browser.send("still here")
        assert browser.recv(10) == "still here"
    assert not caplog.records  # nothing is asked of the one that is closed


def test_requests_that_do_not_wait_for_their_answers_are_not_taken_in(line, caplog):
    answers = b""
    with suppress(ConnectionError):
        line.sendall((HEAD + b"\r\n") * 2000)
        while part := line.recv(65536):
            answers += part
    assert answers.count(b"204") <= 1
    assert ended(line)
    assert not caplog.records


async def test_uvicorn_still_knows_by_the_names_that_we_ask_for_what_was_answered():
    config, served = web.configured(echo), []

    def protocol():
        served.append(http_limits.BoundedHeads(config, ServerState(), {}))
        return served[-1]

    async with await asyncio.get_running_loop().create_server(protocol, "127.0.0.1", 0) as server:
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        writer.write(HEAD + b"\r\n")
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 204")
        assert served[0].cycle.response_complete is True
        writer.write(HEAD + HANDSHAKE)
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
        socket_part = served[0].transport.get_protocol()
        assert isinstance(socket_part, http_limits.BoundedFrames)
        assert socket_part.handshake_complete is True
        writer.close()
        await writer.wait_closed()


@pytest.mark.parametrize("frame", [b"\x89\x80\0\0\0\0", b"\x81\x81\0\0\0\0x"])
def test_a_socket_that_does_not_stop_talking_is_ended_and_not_read_on(line, frame):
    line.sendall(HEAD + HANDSHAKE)
    assert line.recv(4096).startswith(b"HTTP/1.1 101")
    with suppress(ConnectionError):
        line.sendall(frame * 20_000)
        while line.recv(65536):
            pass
    assert ended(line)


def ended(connection):
    """Whether the server ends the connection."""
    try:
        return connection.recv(4096) == b""
    except ConnectionError:
        return True


@pytest.mark.parametrize(("pid", "usable", "chosen"), [(6, {3}, 3), (6, {0, 1}, 0), (7, {2, 5}, 5)])
def test_the_web_process_stays_on_one_of_the_processors_that_it_may_use(
    monkeypatch, pid, usable, chosen
):
    pinned = []
    monkeypatch.setattr(os, "getpid", lambda: pid)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: usable)
    monkeypatch.setattr(os, "sched_setaffinity", lambda who, cpus: pinned.append((who, cpus)))

    web.stay_on_one_processor()

    assert pinned == [(0, {chosen})]
