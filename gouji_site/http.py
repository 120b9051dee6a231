"""HTTP on the ASGI server: each request is read whole by the event loop and answered in one thread.

All our middleware and views are synchronous. Django's ASGI handler takes them to a thread and back one by
one, some thirty changes a request and several times the cost of our views; through WSGI there is one
(an empty page: 3.6 ms of CPU against 0.8 ms on the development machine). Request and answer are small, so both
pass between loop and thread in one piece: every further change of thread waits for the interpreter's lock.
"""

import asyncio
import codecs
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any, Final, NamedTuple, TypeAlias

from a2wsgi.wsgi import build_environ
from django.core.wsgi import get_wsgi_application
from django.utils.http import parse_header_parameters

from gouji_site.lib.addresses import address_of
from gouji_site.lib.fair_queue import FairQueue

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Headers: TypeAlias = list[tuple[bytes, bytes]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]

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
        self._site: Any = get_wsgi_application()
        self._threads = ThreadPoolExecutor(threads, "request")
        self._queue = FairQueue(
            2 * threads
        )  # so that no thread waits for the loop to give it the next

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope = {**scope, "headers": unmistakable(scope["headers"])}
        try:
            check_count(scope)
            check_encoding(scope)
            async with asyncio.timeout(BODY_SECONDS):
                body = await read_body(receive)
        except TimeoutError:
            await refuse(send, 408)
        except RefusedBodyError as refused:
            await refuse(send, refused.status)
        else:
            loop = asyncio.get_running_loop()
            async with self._queue.turn(address_of(scope)):
                work = loop.run_in_executor(self._threads, answer, self._site, scope, BytesIO(body))
                got = await work
            await send(
                {"type": "http.response.start", "status": got.status, "headers": got.headers}
            )
            await send({"type": "http.response.body", "body": got.body})


def unmistakable(headers: Headers) -> Headers:
    """The headers but those with an underscore: WSGI writes both signs as one, so that ``X_Forwarded_For``, which a
    proxy lets pass, would be taken for what the proxy says.
    """
    return [(name, value) for name, value in headers if b"_" not in name]


def check_count(scope: Scope) -> None:
    """Raises RefusedBodyError (431) for more headers than any browser sends: WSGI joins equal ones, one by one."""
    if len(scope["headers"]) > MAX_HEADERS:
        raise RefusedBodyError(431)


def check_encoding(scope: Scope) -> None:
    """Raises RefusedBodyError (415) for a request that says it is in anything but UTF-8, whatever its kind: Django
    reads address and form by that name, and codecs are among them that fail, or make text that cannot be stored.
    """
    kinds = [value.decode("latin1") for name, value in scope["headers"] if name == b"content-type"]
    try:
        charset = parse_header_parameters(",".join(kinds))[1].get("charset", "utf-8")
        known = codecs.lookup(charset).name
    except (LookupError, ValueError):
        known = ""
    if known != "utf-8":
        raise RefusedBodyError(415)


async def read_body(receive: Receive) -> bytes:
    """The whole body. Raises RefusedBodyError: 413 over MAX_BODY, 400 when the client goes away."""
    parts: list[bytes] = []
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
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
    headers: list[tuple[bytes, bytes]]
    body: bytes


def answer(site: Any, scope: Any, body: Any) -> Answer:  # noqa: ANN401 -- WSGI has no types of its own
    """Run the WSGI site on a request that is there in whole, and take its answer in whole."""
    started: list[tuple[str, list[tuple[str, str]]]] = []

    def start_response(status: str, headers: list[tuple[str, str]], _: object = None) -> None:
        started.append((status, headers))

    parts = site(build_environ(scope, body), start_response)
    try:
        content = b"".join(parts)
    finally:
        if hasattr(parts, "close"):
            parts.close()
    status, headers = started[-1]
    encoded = [(name.lower().encode("latin1"), text.encode("latin1")) for name, text in headers]
    return Answer(int(status.partition(" ")[0]), encoded, content)


async def refuse(send: Send, status: int) -> None:
    """A bare answer with that status, after which the connection closes."""
    headers = [(b"content-length", b"0"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
