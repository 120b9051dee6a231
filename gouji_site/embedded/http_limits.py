"""Connections with bounds. uvicorn waits for the head of a request for ever and keeps it whole, however long it is; and
whatever is said over a socket it reads, a thousand small frames at once; and it takes in requests faster than it
answers them. So a few thousand silent connections, or one
that talks, would stop the site.
"""

from __future__ import annotations

import asyncio
from typing import Final, cast

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

    The methods are asyncio's of a protocol and httptools' of a parser; what they need to know they keep themselves.
    """

    _line: asyncio.Transport
    _waiting: asyncio.TimerHandle | None = None
    _head = 0
    """Bytes of this request's address and headers."""
    _no_body = 0
    """Bytes of this request that are not its body's: its head, and what stands between and after a body's parts."""
    _ended = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody has connected."""
        self._line = cast("asyncio.Transport", transport)
        super().connection_made(self._line)
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
        self._head = 0
        if not self._ended:
            self._wait()
            super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """A part of the address."""
        self._head += len(url)
        if not self._ended:
            super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A whole header."""
        self._head += len(name) + len(value)
        if not self._ended:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """A head is there, perhaps together with its body: then only its parts tell how large it is."""
        self._wait_no_more()
        if self._head > MAX_HEAD:
            self._end()
        if not self._ended:
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
        """Whether no request waits for its answer. uvicorn alone knows, and has no public way to ask it."""
        return self.cycle is None or self.cycle.response_complete

    def _end(self) -> None:
        """Close at once. What the parser still finds in bytes that were read is passed over."""
        self._ended = True
        self._line.abort()

    def _wait(self) -> None:
        if self._waiting is None:
            loop = asyncio.get_running_loop()
            self._waiting = loop.call_later(HEAD_SECONDS, self._line.abort)

    def _wait_no_more(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None


class BoundedFrames(WebSocketsSansIOProtocol):
    """A socket that is ended where its handshake comes to nothing, and, without reading on, where its client talks too
    much.
    """

    _line: asyncio.Transport
    _waiting: asyncio.TimerHandle
    _shaken = False
    _since = 0.0
    _said = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A request asks for a socket; from here on the connection is ours."""
        self._line = cast("asyncio.Transport", transport)
        super().connection_made(self._line)
        loop = asyncio.get_running_loop()
        self._waiting = loop.call_later(HEAD_SECONDS, self._end_unless_open)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed."""
        self._waiting.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """The handshake, all in one, or some frames or a part of one."""
        if self._shaken:
            now = asyncio.get_running_loop().time()
            if now - self._since > SAID_SECONDS:
                self._since, self._said = now, 0
            self._said += len(data)
            if self._said > MAX_SAID:
                self._line.abort()
                return
        self._shaken = True
        super().data_received(data)

    def _end_unless_open(self) -> None:
        """Abort where the handshake has not been answered: uvicorn alone knows, and has no public way to ask it."""
        if not self.handshake_complete:
            self._line.abort()
