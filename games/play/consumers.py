"""Sockets of the table page: server to browser only; actions come as posts."""

import asyncio
import contextlib
from typing import Any, Final

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.http import Http404

from games.play import news
from games.play.access import table_for
from games.play.models import Table
from games.play.rooms import rooms

COME_BACK: Final = 1012
NOT_FOUND: Final = 4404
MAX_FRAME: Final = 1024


class TableConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]
    """One browser's socket on one table."""

    table_id: int | None = None
    user_id: int | None = None

    async def connect(self) -> None:
        """Join first, then show: what happens in between is told again (pitfall 19)."""
        self._has: dict[str, str] = {}
        self._newest: dict[str, str] = {}
        self._news = asyncio.Event()
        await self.accept()
        table = await database_sync_to_async(self._table, thread_sensitive=False)()
        if table is None:
            await self.close(NOT_FOUND)
            return
        self.table_id = table.id
        user = self.scope["user"]
        self.user_id = user.id if user.is_authenticated else None
        for group in self._groups():
            with contextlib.suppress(
                Exception
            ):  # without Redis the comparison of versions serves us
                async with asyncio.timeout(2):
                    await self.channel_layer.group_add(group, self.channel_name)
        self._sender = asyncio.create_task(self._send_for_ever())
        await rooms.enter(table.id, self)

    def _table(self) -> Table | None:
        try:
            return table_for(self.scope["user"], self.scope["url_route"]["kwargs"]["code"])
        except Http404:
            return None

    async def disconnect(self, code: int) -> None:  # noqa: ARG002 -- the signature of channels
        """Leave the room and the group."""
        if self.table_id is None:
            return
        self._sender.cancel()
        rooms.leave(self.table_id, self)
        for group in self._groups():
            with contextlib.suppress(Exception):  # a dead Redis has no group to leave
                async with asyncio.timeout(2):
                    await self.channel_layer.group_discard(group, self.channel_name)

    def _groups(self) -> list[str]:
        table = [news.group_of(self.table_id)] if self.table_id else []
        return table + ([news.group_of_user(self.user_id)] if self.user_id else [])

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Nothing is expected from the browser but a sign of life."""
        if bytes_data or len(text_data or "") > MAX_FRAME:
            await self.close(COME_BACK)

    async def table_changed(self, message: dict[str, Any]) -> None:
        """The table has changed: all its sockets here share one read of it."""
        await rooms.refresh(message["table"])

    async def user_gone(self, message: dict[str, Any]) -> None:  # noqa: ARG002 -- as channels calls it
        """Its user has signed out: what it shows is nobody's any more; the page comes back as a watcher."""
        await self.close(COME_BACK)

    def offer(self, regions: dict[str, str]) -> None:
        """Keep the newest picture for the sender: a slow phone skips pictures and holds nobody up."""
        self._newest = regions
        self._news.set()

    async def _send_for_ever(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            regions, has = self._newest, self._has
            fresh = [html for name, html in regions.items() if has.get(name) != html]
            self._has = regions
            if fresh:
                await self.send(text_data="\n".join(fresh))
