"""A thin HTTP/1.1 client: one kept connection, one request at a time.

As cheap as Python allows: the generator runs on the same machine as the site, and its CPU is missing there.
"""

from __future__ import annotations

import asyncio
import gzip
from dataclasses import dataclass, field
from typing import cast
from urllib.parse import urlencode

import httptools

OK = 200
BROWSER = (
    "User-Agent: gouji-bench\r\nAccept-Language: zh-CN,zh;q=0.9\r\n"
    "Accept-Encoding: gzip, deflate, br\r\n"
)


class ClosedError(ConnectionError):
    """The server closed the connection before it answered."""


@dataclass
class Answer:
    """One response. ``size`` counts all bytes as they come over the wire, compressed or not."""

    status: int = 0
    headers: list[tuple[str, str]] = field(default_factory=list)
    body: bytes = b""
    size: int = 0

    def page(self) -> bytes:
        """The body of a page, uncompressed."""
        is_compressed = ("content-encoding", "gzip") in self.headers
        return gzip.decompress(self.body) if is_compressed else self.body

    def cookies(self) -> dict[str, str]:
        """The cookies it sets."""
        set_by = (value for name, value in self.headers if name == "set-cookie")
        pairs = (value.partition(";")[0].partition("=") for value in set_by)
        return {name: value for name, _, value in pairs}


class Connection(asyncio.Protocol):
    """A connection that lives as long as the server keeps it."""

    def __init__(self) -> None:
        self.alive = False
        self._transport: asyncio.Transport | None = None
        self._parser = httptools.HttpResponseParser(self)
        self._answer = Answer()
        self._waiting: asyncio.Future[Answer] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """As asyncio calls it."""
        self._transport, self.alive = cast("asyncio.Transport", transport), True

    def connection_lost(self, exc: Exception | None) -> None:
        """As asyncio calls it."""
        self.alive = False
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_exception(ClosedError(str(exc or "closed")))

    def data_received(self, data: bytes) -> None:
        """As asyncio calls it."""
        self._answer.size += len(data)
        self._parser.feed_data(data)

    def on_header(self, name: bytes, value: bytes) -> None:
        """As httptools calls it."""
        self._answer.headers.append((name.decode("latin-1").lower(), value.decode("latin-1")))

    def on_body(self, body: bytes) -> None:
        """As httptools calls it."""
        self._answer.body += body

    def on_message_complete(self) -> None:
        """As httptools calls it."""
        self._answer.status = self._parser.get_status_code()
        if not self._parser.should_keep_alive():
            self.close()
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(self._answer)

    async def send(self, request: bytes) -> Answer:
        """Write a request and wait for its answer. Raises ClosedError where the server closes before that."""
        assert self._transport is not None
        self._answer = Answer()
        self._parser = httptools.HttpResponseParser(self)
        self._waiting = asyncio.get_running_loop().create_future()
        self._transport.write(request)
        return await self._waiting

    def close(self) -> None:
        """Give the connection up."""
        self.alive = False
        if self._transport is not None:
            self._transport.close()


@dataclass
class Client:
    """One browser: its cookies and its connection to the server. Requests must not overlap."""

    host: str
    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    _connection: Connection | None = None

    @property
    def origin(self) -> str:
        """What a browser sends as the origin of its posts."""
        return f"http://{self.host}:{self.port}"

    async def get(self, path: str, accept: str = "text/html") -> Answer:
        """Ask for a page."""
        return await self._ask(f"GET {path} HTTP/1.1\r\nAccept: {accept}\r\n", b"")

    async def post(self, path: str, form: list[tuple[str, str]], page: str) -> Answer:
        """Post a form as htmx does from the page at path ``page`` while its socket is open."""
        body = urlencode(form).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nAccept: */*\r\nHX-Request: true\r\nX-Live: 1\r\n"
            f"HX-Current-URL: {self.origin}{page}\r\nReferer: {self.origin}{page}\r\n"
            f"Origin: {self.origin}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(body)}\r\n"
        )
        return await self._ask(head, body)

    async def _ask(self, head: str, body: bytes) -> Answer:
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        common = f"Host: {self.host}:{self.port}\r\nConnection: keep-alive\r\n{BROWSER}"
        request = f"{head}{common}Cookie: {cookie}\r\n\r\n".encode() + body
        answer = await self._sent(request)
        self.cookies.update(answer.cookies())
        return answer

    async def _sent(self, request: bytes) -> Answer:
        """Send over the kept connection, or a new one. Raises OSError where neither works."""
        kept = self._connection
        if kept is not None and kept.alive:
            try:
                return await kept.send(request)
            except (
                ClosedError
            ):  # The server may close an idle one at any moment. Browsers try again too.
                self._connection = None
        loop = asyncio.get_running_loop()
        _, self._connection = await loop.create_connection(Connection, self.host, self.port)
        return await self._connection.send(request)

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()
