"""The table hubs of a web process: who enters and leaves, what Redis tells of their tables, and what is compared in case
something was lost there.
"""

import asyncio
import contextlib
import logging
import weakref
from collections.abc import Coroutine
from typing import Final

from channels.db import database_sync_to_async
from channels.layers import get_channel_layer

from games.chat.selectors import newest_numbers
from games.play.services import broadcast
from games.play.sockets.presence_tracker import PresenceTracker
from games.play.sockets.session_check import still_signed_in
from games.play.sockets.table_hub import Found, Socket, TableHub
from games.play.state import selectors
from gouji_site.lib.channels_types import ChannelLayer, LayerMessage

log: Final = logging.getLogger(__name__)

COMPARE_SECONDS: Final = 2.0
REDIS_SECONDS: Final = 2.0
RECHECK_SECONDS: Final = 20.0
KEPT_SECONDS: Final = 10.0
"""A hub that all have left is kept so long: after a lost connection they come back, and all of them at once."""


class TableHubs:
    """The hubs of one event loop: one channel for all of them, and the comparison of versions.

    A table's group hears of its changes through Redis; whatever is lost there, or while Redis is down, the
    comparison finds within COMPARE_SECONDS.
    """

    def __init__(self) -> None:
        self._hubs: dict[int, TableHub] = {}
        self._presence = PresenceTracker()
        self._tasks: set[asyncio.Task[None]] = set()
        self._running = False
        self._channel: str | None = None

    async def enter(self, found: Found, socket: Socket) -> None:
        """Add a socket to its table's hub and show it everything. Where that fails it is not added.

        From what was ``found`` for it before it came a hub may know that it need not read again.
        """
        table_id = found.table_id
        if not self._running:
            self._running = True
            self._start(self._compare_for_ever())
            self._start(self._listen_for_ever())
            self._start(self._recheck_for_ever())
            self._start(self._presence.run())
        hub, is_new = self._hubs.get(table_id), table_id not in self._hubs
        if hub is None:
            hub = self._hubs[table_id] = TableHub(table_id)
        hub.sockets.add(socket)  # before anything is waited for: a hub without sockets is closed
        self._presence.enter(table_id, socket.user_id, socket)
        try:
            if is_new:
                await self._join(table_id)
            if not hub.greet(socket, found.version):
                await hub.refresh()
            if not (found.silent and hub.chat.was_silent()):
                await hub.chat.greet(socket)
            else:
                hub.chat.key = found.chat
        except BaseException:
            await self.leave(table_id, socket)
            raise

    async def leave(self, table_id: int, socket: Socket) -> None:
        """Take a socket out. A hub that all have left is closed when nobody has come back for a while."""
        self._presence.leave(table_id, socket.user_id, socket)
        hub = self._hubs.get(table_id)
        if hub is None:
            return
        hub.sockets.discard(socket)
        hub.left_at = asyncio.get_running_loop().time()

    async def _close_empty(self) -> None:
        """Close the hubs that nobody has come back to."""
        until = asyncio.get_running_loop().time() - KEPT_SECONDS
        empty = [hub for hub in self._hubs.values() if not hub.sockets and hub.left_at <= until]
        for hub in empty:
            await self._part(hub.table_id)
            if hub.sockets:  # somebody came meanwhile
                await self._join(hub.table_id)
            else:
                del self._hubs[hub.table_id]

    def _start(self, work: Coroutine[object, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _join(self, table_id: int) -> None:
        if self._channel is None:
            return
        with contextlib.suppress(Exception):  # without Redis the comparison serves this hub
            async with asyncio.timeout(REDIS_SECONDS):
                await _layer().group_add(broadcast.group_of(table_id), self._channel)

    async def _part(self, table_id: int) -> None:
        if self._channel is None:
            return
        with contextlib.suppress(Exception):  # a dead Redis has no group to leave
            async with asyncio.timeout(REDIS_SECONDS):
                await _layer().group_discard(broadcast.group_of(table_id), self._channel)

    async def _listen_for_ever(self) -> None:
        while True:
            try:
                await self._listen()
            except Exception as error:  # noqa: BLE001 -- Redis may be down for any reason; it is tried again
                log.warning("no news from Redis: %s", error)
            self._channel = None
            await asyncio.sleep(COMPARE_SECONDS)

    async def _listen(self) -> None:
        layer = _layer()
        channel = await layer.new_channel("hubs.")
        await layer.group_add(broadcast.PEOPLE, channel)
        self._channel = channel
        for table_id in list(self._hubs):
            await layer.group_add(broadcast.group_of(table_id), channel)
        while True:
            self._hear(await layer.receive(channel))

    def _hear(self, message: LayerMessage) -> None:
        if message["type"] == broadcast.TABLE_CHANGED:
            hub = self._hubs.get(message["table"])
            if hub is not None:
                self._start(hub.refresh())
        elif message["type"] == broadcast.SEAT_ASKED:
            self._presence.answer(message["table"], message["user"])
        elif message["type"] == broadcast.CHAT_CHANGED:
            hub = self._hubs.get(message["table"])
            if hub is not None and hub.sockets:
                self._start(hub.chat.listen() if message["chat"] else hub.chat.recall())
        elif message["type"] == broadcast.USER_GONE:
            for hub in self._hubs.values():
                hub.dismiss(message["user"])

    async def _compare_for_ever(self) -> None:
        while True:
            await asyncio.sleep(COMPARE_SECONDS)
            try:
                await self._close_empty()
                await self._compare()
                await self._compare_chat()
            except Exception:
                log.exception("versions could not be compared")

    async def _compare(self) -> None:
        ids = [table_id for table_id, hub in self._hubs.items() if hub.sockets]
        if not ids:
            return
        read = database_sync_to_async(selectors.versions_of, thread_sensitive=False)
        for table_id, version in (await read(ids)).items():
            hub = self._hubs.get(table_id)
            if hub is not None and hub.version != version:
                try:
                    await hub.refresh()
                except Exception:
                    log.exception("table %s could not be drawn", table_id)

    async def _compare_chat(self) -> None:
        if self._hubs:
            newest = await database_sync_to_async(newest_numbers, thread_sensitive=False)()
            for hub in list(self._hubs.values()):
                if hub.sockets:
                    await hub.chat.compare(newest)

    async def _recheck_for_ever(self) -> None:
        while True:
            await asyncio.sleep(RECHECK_SECONDS)
            try:
                await self._recheck()
            except Exception:
                log.exception("sign-ins could not be checked again")

    async def _recheck(self) -> None:
        """End the sockets of users who are signed out and of whom no news came."""
        sockets = [socket for hub in self._hubs.values() for socket in hub.sockets]
        held = {socket.sign_in for socket in sockets if socket.sign_in is not None}
        if held:
            read = database_sync_to_async(still_signed_in, thread_sensitive=False)
            gone = held - await read(held)
            for socket in sockets:
                if socket.sign_in in gone:
                    socket.dismiss()


def _layer() -> ChannelLayer:
    layer: ChannelLayer = get_channel_layer()
    return layer


_by_loop: Final[weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, TableHubs]] = (
    weakref.WeakKeyDictionary()
)


def hubs() -> TableHubs:
    """The hubs of the running event loop: one for a web process."""
    return _by_loop.setdefault(asyncio.get_running_loop(), TableHubs())
