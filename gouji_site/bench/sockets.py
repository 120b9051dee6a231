"""A thin WebSocket client, which notes the version that each frame shows."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable
from typing import TypeAlias, cast

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.uri import parse_uri

Version: TypeAlias = tuple[int, int]
SHOWN = re.compile(rb'name="?seen"? value="?([0-9]+)-([0-9]+)')
SWITCHING = 101


class Socket(asyncio.Protocol):
    """One browser's socket on its table."""

    def __init__(
        self, url: str, origin: str, cookie: str, report: Callable[[Version], None]
    ) -> None:
        self.shown: Version = (0, 0)
        self.first_size = 0
        self.sizes: list[int] = []
        self.closed = False
        self.heard = time.perf_counter()
        """When the server last answered a ping, or the socket was made."""
        self.ready = asyncio.get_running_loop().create_future()
        self._report = report
        self._origin, self._cookie = origin, cookie
        # Without extensions: the site compresses no frames, whatever browsers offer.
        self._protocol = ClientProtocol(parse_uri(url), max_size=None)
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin the handshake, when asyncio has connected."""
        self._transport = cast("asyncio.Transport", transport)
        request = self._protocol.connect()
        request.headers["Origin"] = self._origin
        request.headers["Cookie"] = self._cookie
        self._protocol.send_request(request)
        self._flush()

    def connection_lost(self, exc: Exception | None) -> None:
        """As asyncio calls it."""
        self.closed = True
        if not self.ready.done():
            self.ready.set_exception(exc or ConnectionError("the socket was refused"))

    def data_received(self, data: bytes) -> None:
        """As asyncio calls it."""
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self._note(bytes(event.data))
            elif isinstance(event, Frame) and event.opcode is Opcode.PONG:
                self.heard = time.perf_counter()
            elif (
                isinstance(event, Response)
                and event.status_code != SWITCHING
                and not self.ready.done()
            ):
                self.ready.set_exception(ConnectionError(f"refused with {event.status_code}"))
        self._flush()

    def _flush(self) -> None:
        assert self._transport is not None
        for data in self._protocol.data_to_send():
            if data:
                self._transport.write(data)

    def _note(self, html: bytes) -> None:
        if not self.first_size:
            self.first_size = len(html)
        else:
            self.sizes.append(len(html))
        found = SHOWN.search(html)
        if found is None:
            return
        self.shown = (int(found[1]), int(found[2]))
        self._report(self.shown)
        if not self.ready.done():
            self.ready.set_result(None)

    def ping(self) -> None:
        """Send a ping. ``heard`` is when the last pong came."""
        if not self.closed:
            self._protocol.send_ping(b"")
            self._flush()

    def cut(self) -> None:
        """Abort the connection, as a network that goes away."""
        if self._transport is not None:
            self._transport.abort()

    def close(self) -> None:
        """Close the connection."""
        if self._transport is not None:
            self._transport.close()


async def open_socket(
    address: tuple[str, int],
    path: str,
    cookie: str,
    report: Callable[[Version], None],
    within: float = 30,
) -> Socket:
    """Open a socket as a page of the site does, and wait for its first picture. Raises OSError where none comes."""
    host, port = address
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(
        lambda: Socket(f"ws://{host}:{port}{path}", f"http://{host}:{port}", cookie, report),
        host,
        port,
    )
    try:
        await asyncio.wait_for(socket.ready, within)
    except OSError:
        socket.cut()
        raise
    return socket
