"""Sockets of the table page: server to browser only; actions come as posts."""

import asyncio
import logging
from collections import deque
from typing import Final
from zoneinfo import ZoneInfo

from asgiref.typing import ASGIReceiveCallable, ASGISendCallable, WebSocketScope
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.core.exceptions import PermissionDenied
from django.http import Http404

from accounts.languages import language_of, zone_of
from games.play.sockets.connection_limits import (
    Frames,
    SocketOwner,
    connection_limits,
    is_gone,
    owner_of,
)
from games.play.sockets.hubs import hubs
from games.play.sockets.session_check import SignIn
from games.play.sockets.table_hub import Found
from games.play.state.access import table_for

log: Final = logging.getLogger(__name__)

# Browsers (htmx) connect again after 1006 and 1011 to 1013, and not after 1000, 1001, 1008 and 4xxx.
COME_BACK: Final = 1012
TOO_MUCH: Final = 1008
TOO_MANY: Final = 1013
NOT_ALLOWED: Final = 4403
NOT_FOUND: Final = 4404
MAX_FRAME: Final = 1024
MOST_HEARD: Final = 60
"""Pieces of chat that wait for one slow browser, twice what a page shows."""
HEARTBEAT_SECONDS: Final = 10.0
"""After so long without a frame one is sent, by which the page knows that the connection lives."""
HEARTBEAT: Final = "<!-- -->"
"""Nothing to htmx, which takes every frame as HTML."""
PROBE: Final = "?"
PROBE_SECONDS: Final = 0.5
MOST_SAID: Final = 200
"""Frames that a browser may send in SAID_SECONDS; it asks for a sign of life once in some seconds."""
SAID_SECONDS: Final = 10.0


class TableConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]
    """One browser's socket on one table."""

    # No channel of its own: its hub has one for all tables, or Redis would send each message once for every socket.
    channel_layer_alias = "none"
    table_id: int | None = None
    user_id: int | None = None
    language: str = ""
    zone: ZoneInfo | None = None
    sign_in: SignIn | None = None
    owner: SocketOwner | None = None

    async def __call__(
        self, scope: WebSocketScope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        # Channels does not call ``disconnect`` where sending fails to a browser that is gone. The user would then stay
        # here for as long as the process lives.
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self.disconnect(0)

    async def connect(self) -> None:
        """Enter the table's hub, which sends what there is to see."""
        self._has: dict[str, str] = {}
        self._newest: dict[str, str] = {}
        self._heard: deque[str] = deque(maxlen=MOST_HEARD)
        self._wake = asyncio.Event()
        self._answered = 0.0
        self._said = Frames(MOST_SAID, SAID_SECONDS)
        # Accepted before anything is checked: a refused handshake reaches the page as 1006, after which it comes back
        # again and again. An accepted socket can be closed with a code that says why.
        await self.accept()
        try:
            await self._enter()
        except Exception as error:
            if is_gone(error):
                return
            log.exception("a table could not be shown")
            await self.close(COME_BACK)

    async def _enter(self) -> None:
        found = await database_sync_to_async(self._find, thread_sensitive=False)()
        if found is None:
            await self.close(NOT_FOUND)
            return
        self.table_id = found.table_id
        user = self.scope["user"]
        self.user_id = user.id if user.is_authenticated else None
        if not self._take_place():
            await self.close(TOO_MANY)
            return
        self.language = language_of(user, self.scope["cookies"], self._accepted())
        self.zone = zone_of(user, self.scope["cookies"])
        self.sign_in = SignIn.of(self.scope)
        self._sender = asyncio.create_task(self._keep_sending())
        await hubs().enter(found, self)

    def _take_place(self) -> bool:
        owner = owner_of(self.user_id, self.scope)
        if connection_limits().take(owner):
            self.owner = owner
        return self.owner is not None

    def _find(self) -> Found | None:
        # All that is read for a new socket, in one hop to a thread: after a restart 600 may come in a second.
        user = self.scope["user"]
        user.is_authenticated  # noqa: B018 -- it is this that reads the user
        try:
            return Found.of(table_for(user, self.scope["url_route"]["kwargs"]["code"]))
        except (Http404, PermissionDenied):
            return None

    def _accepted(self) -> str:
        found = (value for name, value in self.scope["headers"] if name == b"accept-language")
        return str(next(found, b"").decode("latin1"))

    async def disconnect(self, code: int) -> None:  # noqa: ARG002 -- the signature of channels
        """Leave the hub; a second call does nothing."""
        if self.owner is None or self.table_id is None:
            return
        connection_limits().give_back(self.owner)
        self.owner = None
        self._sender.cancel()
        await hubs().leave(self.table_id, self)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answer a page that asks for a sign of life. Nothing else is expected from it: actions come as posts."""
        now = asyncio.get_running_loop().time()
        if not self._said.count(now):
            await self.close(TOO_MUCH)
        elif bytes_data or len(text_data or "") > MAX_FRAME:
            await self.close(COME_BACK)
        elif text_data == PROBE and now - self._answered >= PROBE_SECONDS:
            self._answered = now
            await self.send(text_data=HEARTBEAT)

    def queue_update(self, parts: dict[str, str]) -> None:
        """Keep the newest parts for the sender. A slow browser skips those between, and holds up nobody."""
        self._newest = parts
        self._wake.set()

    def queue_chat(self, html: str) -> None:
        """Keep a piece of chat for the sender. A browser that is too slow loses the oldest."""
        self._heard.append(html)
        self._wake.set()

    def close_signed_out(self) -> None:
        """Close it, as its user is signed out. The page connects again, as a watcher."""
        self._sender.cancel()
        self._sender = asyncio.create_task(self.close(COME_BACK))

    def close_refused(self) -> None:
        """Close it, as its user may not look. The page loads again, and says why."""
        self._sender.cancel()
        self._sender = asyncio.create_task(self.close(NOT_ALLOWED))

    async def _keep_sending(self) -> None:
        # The only place that sends parts and chat: one frame after the other, in the browser's own time.
        clock = asyncio.get_running_loop()
        sent = clock.time()
        while True:
            try:
                # Counted from the last frame, not from the last event: an answer in secret wakes this up and sends
                # nothing, and a heartbeat that comes later for it would tell.
                async with asyncio.timeout_at(sent + HEARTBEAT_SECONDS):
                    await self._wake.wait()
            except TimeoutError:
                await self.send(text_data=HEARTBEAT)
                sent = clock.time()
                continue
            self._wake.clear()
            parts, has = self._newest, self._has
            fresh = [html for name, html in parts.items() if has.get(name) != html]
            self._has = parts
            if fresh:
                await self.send(text_data="\n".join(fresh))
                sent = clock.time()
            if self._heard:
                heard = "\n".join(self._heard)
                self._heard.clear()
                await self.send(text_data=heard)
                sent = clock.time()


class NowhereConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]
    """A socket on an address that does not exist. Without it, channels logs an error for each."""

    channel_layer_alias = "none"

    async def connect(self) -> None:
        await self.close()
