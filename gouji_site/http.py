"""HTTP on the ASGI server: each request is read whole by the event loop and answered in one thread.

All our middleware and views are synchronous. Django's ASGI handler takes them to a thread and back one by
one, some thirty changes a request and several times the cost of our views; through WSGI there is one
(an empty page: 3.6 ms of CPU against 0.8 ms on the development machine). Request and answer are small, so both
pass between loop and thread in one piece: every further change of thread waits for the interpreter's lock.
That is why this is ours: a request costs 0.06 ms of CPU besides the site itself, 0.15 ms through a2wsgi's middleware
and 0.25 ms through asgiref's, and neither bounds a body.
"""

import asyncio
import codecs
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Final, NamedTuple, TypeAlias
from wsgiref.types import WSGIApplication, WSGIEnvironment

from asgiref.typing import ASGIReceiveCallable, ASGISendCallable, HTTPScope
from django.core.wsgi import get_wsgi_application
from django.utils.http import parse_header_parameters

from gouji_site.lib.addresses import address_of
from gouji_site.lib.fair_queue import FairQueue

Headers: TypeAlias = list[tuple[bytes, bytes]]

MAX_BODY: Final = 80 * 1024
"""Bytes of a body; a form is refused over 64 KB, and a thousand clients may keep us waiting with one each."""
BODY_SECONDS: Final = 20.0
MAX_HEADERS: Final = 100


class RefusedBodyError(Exception):
    """A request that is not taken; carries the HTTP status."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class WholeRequests:
    """Reads the body before a thread is taken, so that a slow client holds none of them, and lets one address after
    the other have one, so that who asks for a thousand pages keeps nobody waiting for one.
    """

    def __init__(self, threads: int) -> None:
        self._site: WSGIApplication = get_wsgi_application()
        self._threads = ThreadPoolExecutor(threads, "request")
        self._queue = FairQueue(
            2 * threads
        )  # so that no thread waits for the loop to give it the next

    async def __call__(
        self, scope: HTTPScope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        headers = unmistakable(scope["headers"])
        scope = {**scope, "headers": headers}
        try:
            check_count(headers)
            check_encoding(headers)
            async with asyncio.timeout(BODY_SECONDS):
                body = await read_body(receive)
        except TimeoutError:
            await refuse(send, 408)
        except RefusedBodyError as refused:
            await refuse(send, refused.status)
        else:
            loop = asyncio.get_running_loop()
            async with self._queue.turn(address_of(scope)):
                got = await loop.run_in_executor(self._threads, answer, self._site, scope, body)
            await respond(send, got)


def unmistakable(headers: Iterable[tuple[bytes, bytes]]) -> Headers:
    """The headers but those with an underscore: WSGI writes both signs as one, so that ``X_Forwarded_For``, which a
    proxy lets pass, would be taken for what the proxy says.
    """
    return [(name, value) for name, value in headers if b"_" not in name]


def check_count(headers: Headers) -> None:
    """Raises RefusedBodyError (431) for more headers than any browser sends: WSGI joins equal ones, one by one."""
    if len(headers) > MAX_HEADERS:
        raise RefusedBodyError(431)


def check_encoding(headers: Headers) -> None:
    """Raises RefusedBodyError (415) for a request that says it is in anything but UTF-8, whatever its kind: Django
    reads address and form by that name, and codecs are among them that fail, or make text that cannot be stored.
    """
    kinds = [value.decode("latin1") for name, value in headers if name == b"content-type"]
    try:
        charset = parse_header_parameters(",".join(kinds))[1].get("charset", "utf-8")
        known = codecs.lookup(charset).name
    except (LookupError, ValueError):
        known = ""
    if known != "utf-8":
        raise RefusedBodyError(415)


async def read_body(receive: ASGIReceiveCallable) -> bytes:
    """The whole body. Raises RefusedBodyError: 413 over MAX_BODY, 400 when the client goes away."""
    parts: list[bytes] = []
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] != "http.request":  # the client has gone
            raise RefusedBodyError(400)
        part = message.get("body", b"")
        size += len(part)
        if size > MAX_BODY:
            raise RefusedBodyError(413)
        parts.append(part)
        more = message.get("more_body", False)
    return b"".join(parts)


class Answer(NamedTuple):
    """A response as it goes to the server."""

    status: int
    headers: Headers
    body: bytes = b""


def answer(site: WSGIApplication, scope: HTTPScope, body: bytes) -> Answer:
    """Run the WSGI site on a request that is there in whole, and take its answer in whole."""
    started: list[tuple[str, list[tuple[str, str]]]] = []
    content: list[bytes] = []

    def start_response(
        status: str, headers: list[tuple[str, str]], _: object = None, /
    ) -> Callable[[bytes], object]:
        started.append((status, headers))
        return content.append

    parts = site(environ_of(scope, body), start_response)
    try:
        content += parts
    finally:
        if callable(close := getattr(parts, "close", None)):
            close()
    status, headers = started[-1]
    encoded = [(name.lower().encode("latin1"), text.encode("latin1")) for name, text in headers]
    return Answer(int(status.partition(" ")[0]), encoded, b"".join(content))


def environ_of(scope: HTTPScope, body: bytes) -> WSGIEnvironment:
    """The request as PEP 3333 has it, and under ``asgi.scope`` as the server gave it."""
    root = _as_latin1(scope.get("root_path", ""))
    host, port = scope.get("server") or ("localhost", 80)
    environ: WSGIEnvironment = {
        "asgi.scope": scope,
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": root,
        "PATH_INFO": _as_latin1(scope["path"]).removeprefix(root),
        "QUERY_STRING": scope["query_string"].decode("latin1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": host,
        "SERVER_PORT": str(port or 0),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    if client := scope.get("client"):
        environ["REMOTE_ADDR"] = client[0]
    for name, value in scope["headers"]:
        key = name.decode("latin1").upper().replace("-", "_")
        if key not in {"CONTENT_TYPE", "CONTENT_LENGTH"}:
            key = f"HTTP_{key}"
        text = value.decode("latin1")
        environ[key] = f"{environ[key]},{text}" if key in environ else text
    return environ


def _as_latin1(text: str) -> str:
    """WSGI's way to hold UTF-8: each of its bytes is one character."""
    return text.encode().decode("latin1")


async def respond(send: ASGISendCallable, got: Answer) -> None:
    """Send an answer in two messages."""
    status, headers, body = got
    await send(
        {"type": "http.response.start", "status": status, "headers": headers, "trailers": False}
    )
    await send({"type": "http.response.body", "body": body, "more_body": False})


async def refuse(send: ASGISendCallable, status: int) -> None:
    """A bare answer with that status, after which the connection closes."""
    await respond(send, Answer(status, [(b"content-length", b"0"), (b"connection", b"close")]))
