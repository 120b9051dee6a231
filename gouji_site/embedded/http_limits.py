"""Connections with bounds. uvicorn waits for the head of a request for ever and keeps it whole, however long it is; and
whatever is said over a socket it reads, a thousand small frames at once; and it takes in requests faster than it
answers them. So a few thousand silent connections, or one
that talks, would stop the site.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

HEAD_SECONDS: Final = 20.0
"""How long a client may take from its first byte, or from connecting, to the end of a head or a handshake."""
MAX_HEAD: Final = 64 * 1024
"""Bytes of a head; browsers send some hundred, and 8 KB of cookies at most."""

MAX_SAID: Final = 16 * 1024
"""Bytes that a browser may say over a socket in SAID_SECONDS; a sign of life is some ten."""
SAID_SECONDS: Final = 10.0


class BoundedHeads(HttpToolsProtocol):
    """A connection that is ended where its client takes too long for a head, makes it too large, or does not wait for
    an answer before it goes on: no browser and no proxy does that, and what was read may hold thousands of requests.
    """

    _waiting: asyncio.TimerHandle | None = None
    _no_body = 0
    """Bytes of this request that are not its body's: its head, and what stands between and after a body's parts."""
    _ended = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has connected."""
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed."""
        self._wait_no_more()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Some bytes have come: of a head, of a body, or blank ones between two requests."""
        if self._has_answered():
            self._wait()
        self._no_body += len(data)
        super().data_received(data)
        if self._no_body > MAX_HEAD:
            self._end()

    def on_message_begin(self) -> None:
        """A head begins."""
        if not self._has_answered():
            self._end()
        if not self._ended:
            self._wait()
            super().on_message_begin()

    def on_headers_complete(self) -> None:
        """A head is there, perhaps together with its body: then only its parts tell how large it is."""
        self._wait_no_more()
        if self._ended:
            return
        parts = sum(len(name) + len(value) for name, value in self.headers)
        if len(self.url) + parts > MAX_HEAD:
            self._end()
        else:
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """A part of a body; how much of it is taken the application decides."""
        self._no_body -= len(body)
        if not self._ended:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """A request is there in whole. Bytes of a next one may be counted too where this one was answered before its
        body had come; before an answer no honest client says more.
        """
        if self._no_body > MAX_HEAD and not self._has_answered():
            self._end()
        self._no_body = 0
        if not self._ended:
            super().on_message_complete()

    def _has_answered(self) -> bool:
        """Whether no request waits for its answer."""
        return self.cycle is None or self.cycle.response_complete

    def _end(self) -> None:
        """Close at once. What the parser still finds in bytes that were read is passed over."""
        self._ended = True
        self.transport.abort()

    def handle_websocket_upgrade(self) -> None:
        """From here on the connection is a socket's; one whose handshake comes to nothing is not left open."""
        super().handle_websocket_upgrade()
        self.loop.call_later(HEAD_SECONDS, _end_unless_open, self.transport)

    def _wait(self) -> None:
        if self._waiting is None:
            self._waiting = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def _wait_no_more(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None


def _end_unless_open(transport: asyncio.Transport) -> None:
    socket: Any = transport.get_protocol()
    if socket is not None and not socket.handshake_complete:
        transport.abort()


class BoundedFrames(WebSocketsSansIOProtocol):
    """A socket that is ended, without reading on, where its client talks too much."""

    _since = 0.0
    _said = 0

    def data_received(self, data: bytes) -> None:
        """The handshake, all in one, or some frames or a part of one."""
        if self.handshake_initiated:
            now = self.loop.time()
            if now - self._since > SAID_SECONDS:
                self._since, self._said = now, 0
            self._said += len(data)
            if self._said > MAX_SAID:
                self.transport.abort()
                return
        super().data_received(data)
