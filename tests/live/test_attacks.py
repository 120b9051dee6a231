"""What strangers send on purpose, to the site as `play` starts it and as OPERATIONS.md says to start it in production."""

import os
import re
import shlex
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import connect
from websockets.typing import Origin

from gouji_site.embedded.environment import base_env
from gouji_site.embedded.listening import Listener, listen
from gouji_site.embedded.options import ROOT
from gouji_site.embedded.stack import Stack, wait_until
from tests.live.crash_site import TOKEN

pytestmark = pytest.mark.live

WAYS = ["play", "production"]
HALF_A_HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
HEAD_WITHIN = 20
TIMEOUT = 60
FRAME = 4096
GUESTS = 30
"""How many guests one address may make in a window."""


class Site:
    """A web process: where it is, what it writes to its log, and a connection on which half a head was sent."""

    def __init__(self, url: str, log: Path) -> None:
        self.url = url
        self.log = log
        self.half = self.line()
        self.half.sendall(HALF_A_HEAD)
        self.half_since = time.monotonic()
        self.half_ends = ThreadPoolExecutor(1).submit(self._hear_half_out)

    def _hear_half_out(self) -> tuple[bytes, float]:
        """What that connection is answered, and how many seconds later it ends, whatever else is tested meanwhile."""
        said = b""
        self.half.settimeout(HEAD_WITHIN + TIMEOUT)
        with suppress(ConnectionError):
            said = self.half.recv(100)
        return said, time.monotonic() - self.half_since

    def line(self) -> socket.socket:
        """A bare connection."""
        at = urlsplit(self.url)
        assert at.hostname is not None
        assert at.port is not None
        return socket.create_connection((at.hostname, at.port), timeout=30)

    def answers_to(self, said: bytes) -> bytes:
        """All that is answered until the connection is closed."""
        answers = b""
        with self.line() as line, suppress(ConnectionError):
            line.sendall(said)
            while part := line.recv(65536):
                answers += part
        return answers


def command_in_operations(words: str, program: str = "python") -> list[str]:
    """The arguments of the command that OPERATIONS.md has with these words."""
    text = (ROOT / "gouji_site" / "OPERATIONS.md").read_text(encoding="utf-8")
    [line] = re.findall(rf"^{words}.*$", text, re.MULTILINE)
    first, *arguments = shlex.split(line, comments=True)
    assert first == program
    return arguments


@contextmanager
def production(stack: Stack, log: Path):
    """The web process of OPERATIONS.md, on a free port, beside the servers of an instance."""
    with listen("127.0.0.1", 0).socket as free:
        port = free.getsockname()[1]
    argv = [sys.executable, *command_in_operations("python -m gouji_site.web")]
    argv[argv.index("--port") + 1] = str(port)
    env = {**base_env(), **stack.env, "REDIS_PREFIX": "production", "DATABASE_POOL": "1"}
    with log.open("wb") as out:
        process = subprocess.Popen(argv, cwd=ROOT, env=env, stdout=out, stderr=out)
    try:
        with socket.socket() as unused:
            there = Listener(unused, "127.0.0.1", port)
            wait_until(there.answers, 60, "answer")
        yield there.url()
    finally:
        process.terminate()
        process.wait(30)


@pytest.fixture(scope="module")
def sites(tmp_path_factory):
    """The site in both ways of starting it."""
    folder = tmp_path_factory.mktemp("attacked")
    with ExitStack() as closing:
        stack = closing.enter_context(Stack(folder / "data", discard=True))
        log = folder / "production.log"
        url = closing.enter_context(production(stack, log))
        both = {
            "play": Site(stack.url, stack.data / "log" / "web.log"),
            "production": Site(url, log),
        }
        yield both
        for each in both.values():
            each.half.close()


@pytest.fixture(params=WAYS)
def site(request, sites):
    return sites[request.param]


@pytest.mark.parametrize("size", [70 * 1024, 150 * 1024, 900 * 1024])
def test_a_head_over_64_kb_is_not_answered(site, size):
    assert site.answers_to(HALF_A_HEAD + b"X: %s\r\n\r\n" % (b"x" * size)) == b""
    assert site.answers_to(b"GET /%s HTTP/1.1\r\nHost: localhost\r\n\r\n" % (b"x" * size)) == b""
    assert httpx.get(site.url).status_code == 200


def test_a_body_over_80_kb_is_refused(site):
    head = b"POST /accounts/guest/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n"
    size = 81 * 1024
    assert site.answers_to(head % size + b"x" * size).startswith(b"HTTP/1.1 413 ")


def test_a_thousand_requests_that_wait_for_no_answer_are_not_answered(site):
    said = (HALF_A_HEAD + b"\r\n") * 1000
    assert site.answers_to(said).count(b"HTTP/1.1 ") <= 1


def come(browser: httpx.Client, number: int = 1) -> bool:
    """Ask to be a guest, saying that a proxy has seen an address; whether it was granted."""
    form = {"csrfmiddlewaretoken": token_in(browser.get("/")), "next": "/"}
    said = {"X-Forwarded-For": f"192.0.2.{number}", "X-Forwarded-Proto": "https"}
    answer = browser.post("/accounts/guest/", data=form, headers=said)
    assert answer.status_code == 302
    return "sessionid" in answer.cookies


def token_in(page: httpx.Response) -> str:
    """The token of a page's forms."""
    found = TOKEN.search(page.text)
    assert found is not None
    return found[1]


def test_a_frame_over_4_kb_ends_its_socket(site):
    with httpx.Client(base_url=site.url) as browser:
        assert come(browser)
        form = {"csrfmiddlewaretoken": token_in(browser.get("/")), "game": "gouji"}
        table = browser.post("/quick/", data=form).headers["Location"]
        cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    address = f"ws{site.url.removeprefix('http')}ws{table}"
    origin = Origin(site.url.rstrip("/"))
    with connect(address, origin=origin, additional_headers={"Cookie": cookies}) as player:
        player.send("x" * (FRAME + 1))
        with pytest.raises(ConnectionClosedError) as ended:
            drain(player)
    assert ended.value.rcvd is not None
    assert ended.value.rcvd.code == 1009


def drain(connection):
    """Read what comes until the connection ends."""
    while True:
        connection.recv(10)


def test_three_paths_of_60_kb_that_are_not_there_take_three_lines_of_the_log(site):
    before = site.log.stat().st_size
    for _ in range(3):
        assert httpx.get(site.url + "x" * 60_000).status_code == 404
    wait_until(lambda: site.log.read_bytes()[before:].count(b"Not Found") >= 3, 10, "be logged")
    lines = site.log.read_bytes()[before:].splitlines()
    assert len([line for line in lines if b"Not Found" in line]) == 3
    assert max(map(len, lines)) <= 310  # An ellipsis has three bytes.


def test_a_client_does_not_choose_the_address_by_which_it_is_counted(site):
    granted = 0
    for number in range(2 * GUESTS + 2):  # A new window may begin meanwhile.
        with httpx.Client(base_url=site.url) as browser:
            if not come(browser, number):
                break
            granted += 1
    assert granted <= 2 * GUESTS


def test_a_head_that_stays_half_is_ended_in_time(site):
    said, seconds = site.half_ends.result()
    assert said == b""
    assert seconds < HEAD_WITHIN + 10


def test_another_server_is_refused_at_its_start_in_a_sentence():
    argv = [sys.executable, "-m", "uvicorn", "gouji_site.asgi:application", "--port", "0"]
    said = subprocess.run(
        argv, cwd=ROOT, env=os.environ, check=False, capture_output=True, text=True, timeout=60
    )
    assert said.returncode != 0
    assert "python -m gouji_site.web" in said.stderr
    assert "Traceback" not in said.stderr
