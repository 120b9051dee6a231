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
from games.play.sockets.connection_limits import Frames, Owner, connection_limits, is_gone, owner_of
from games.play.sockets.hubs import hubs
from games.play.sockets.session_check import SignIn
from games.play.sockets.table_hub import Found
from games.play.state.access import table_for

log: Final = logging.getLogger(__name__)

COME_BACK: Final = 1012
TOO_MUCH: Final = 1008
TOO_MANY: Final = 1013
NOT_ALLOWED: Final = 4403
NOT_FOUND: Final = 4404
MAX_FRAME: Final = 1024
MOST_HEARD: Final = 60
HEARTBEAT_SECONDS: Final = 10.0
HEARTBEAT: Final = "<!-- -->"
PROBE: Final = "?"
PROBE_SECONDS: Final = 0.5
MOST_SAID: Final = 200
"""Frames that a browser may send in SAID_SECONDS; it asks for a sign of life once in some seconds."""
SAID_SECONDS: Final = 10.0


class TableConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]
    """One browser's socket on one table. Its hub hears the news, so it has no channel of its own."""

    channel_layer_alias = "none"
    table_id: int | None = None
    user_id: int | None = None
    language: str = ""
    zone: ZoneInfo | None = None
    sign_in: SignIn | None = None
    owner: Owner | None = None

    async def __call__(
        self, scope: WebSocketScope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        """Whatever ends it, as an answer to a browser that has gone, it leaves its hub: else its user was here for
        ever.
        """
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self.disconnect(0)

    async def connect(self) -> None:
        """Enter the hub first, then be shown: a change between reading and entering would be told to nobody."""
        self._has: dict[str, str] = {}
        self._newest: dict[str, str] = {}
        self._heard: deque[str] = deque(maxlen=MOST_HEARD)
        self._news = asyncio.Event()
        self._answered = 0.0
        self._said = Frames(MOST_SAID, SAID_SECONDS)
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
        self._sender = asyncio.create_task(self._send_for_ever())
        await hubs().enter(found, self)

    def _take_place(self) -> bool:
        owner = owner_of(self.user_id, self.scope)
        if connection_limits().take(owner):
            self.owner = owner
        return self.owner is not None

    def _find(self) -> Found | None:
        """Read at once what is read for every socket, the user too: after a restart 600 may come in a second, and each hop between threads costs."""
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
        """Nothing is expected from the browser but the question whether we are there. The answer has nothing to do
        with the table.
        """
        now = asyncio.get_running_loop().time()
        if not self._said.count(now):
            await self.close(TOO_MUCH)
        elif bytes_data or len(text_data or "") > MAX_FRAME:
            await self.close(COME_BACK)
        elif text_data == PROBE and now - self._answered >= PROBE_SECONDS:
            self._answered = now
            await self.send(text_data=HEARTBEAT)

    def offer(self, parts: dict[str, str]) -> None:
        """Keep the newest picture for the sender: a slow phone skips pictures and holds nobody up."""
        self._newest = parts
        self._news.set()

    def hear(self, html: str) -> None:
        """Keep a piece of chat for the sender. Of a phone that is too slow for it the oldest are lost."""
        self._heard.append(html)
        self._news.set()

    def dismiss(self) -> None:
        """What it shows is nobody's any more; the page comes back as a watcher's."""
        self._sender.cancel()
        self._sender = asyncio.create_task(self.close(COME_BACK))

    def turn_away(self) -> None:
        """The page asks again, and is told why it may not look."""
        self._sender.cancel()
        self._sender = asyncio.create_task(self.close(NOT_ALLOWED))

    async def _send_for_ever(self) -> None:
        clock = asyncio.get_running_loop()
        sent = clock.time()
        while True:
            try:
                # From the last frame, not the last news: a late sign of life would tell of a sealed answer.
                async with asyncio.timeout_at(sent + HEARTBEAT_SECONDS):
                    await self._news.wait()
            except TimeoutError:
                await self.send(text_data=HEARTBEAT)
                sent = clock.time()
                continue
            self._news.clear()
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
    """A socket on an address that does not exist: refused, and no failure."""

    channel_layer_alias = "none"

    async def connect(self) -> None:
        """Refuse it."""
        await self.close()
