"""The table hubs of a web process: sockets enter and leave, Redis tells which tables have changed, and versions are compared
as messages may be lost.
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
"""How late a change is seen at most whose message was lost; one query for all tables."""
REDIS_SECONDS: Final = 2.0
"""How long a socket that comes waits for Redis; a frozen one would hold it for good."""
RECHECK_SECONDS: Final = 20.0
"""How long a socket outlives its session at most, where no message told that the user has signed out."""
KEPT_SECONDS: Final = 10.0
"""How long a hub is kept that all have left: after a lost connection they come back, all at once."""


class TableHubs:
    """The hubs of one event loop, with one channel for all of them.

    A channel layer delivers a message at most once, and none while Redis is down: what is lost the comparison of versions
    finds within COMPARE_SECONDS.
    """

    def __init__(self) -> None:
        self._hubs: dict[int, TableHub] = {}
        self._presence = PresenceTracker()
        self._tasks: set[asyncio.Task[None]] = set()
        self._running = False
        self._channel: str | None = None

    async def enter(self, found: Found, socket: Socket) -> None:
        """Add a socket to its table's hub and send it everything. Where that fails it is not added, and the error is raised.

        ``found`` was read just before: where the hub shows the same version, nothing is read again.
        """
        table_id = found.table_id
        if not self._running:
            self._running = True
            self._start(self._keep_comparing())
            self._start(self._keep_listening())
            self._start(self._keep_rechecking())
            self._start(self._presence.run())
        hub, is_new = self._hubs.get(table_id), table_id not in self._hubs
        if hub is None:
            hub = self._hubs[table_id] = TableHub(table_id)
        # Before anything is awaited: a hub without sockets may be closed. And before the table is read: a change between
        # the two would reach nobody.
        hub.sockets.add(socket)
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
        """Take a socket out of its hub. A hub that stays empty for KEPT_SECONDS is closed."""
        self._presence.leave(table_id, socket.user_id, socket)
        hub = self._hubs.get(table_id)
        if hub is None:
            return
        hub.sockets.discard(socket)
        hub.left_at = asyncio.get_running_loop().time()

    async def _close_empty(self) -> None:
        """Close the hubs that have been empty for KEPT_SECONDS."""
        until = asyncio.get_running_loop().time() - KEPT_SECONDS
        empty = [hub for hub in self._hubs.values() if not hub.sockets and hub.left_at <= until]
        for hub in empty:
            await self._part(hub.table_id)
            if hub.sockets:  # somebody came meanwhile
                await self._join(hub.table_id)
            else:
                del self._hubs[hub.table_id]

    def _start(self, work: Coroutine[object, None, None]) -> None:
        # The loop refers to its tasks weakly: without this set a running one may be collected.
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

    async def _keep_listening(self) -> None:
        while True:
            try:
                await self._listen()
            except Exception as error:  # noqa: BLE001 -- Redis may be down for any reason; it is tried again
                log.warning("no messages from Redis: %s", error)
            self._channel = None
            await asyncio.sleep(COMPARE_SECONDS)

    async def _listen(self) -> None:
        # A new channel each time: after a restart of Redis the groups are gone, and the old channel hears nothing.
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
                # As a task: one slow table must not hold up the messages of the others.
                self._start(hub.refresh())
        elif message["type"] == broadcast.SEAT_ASKED:
            self._presence.answer(message["table"], message["user"])
        elif message["type"] == broadcast.CHAT_CHANGED:
            hub = self._hubs.get(message["table"])
            if hub is not None and hub.sockets:
                self._start(hub.chat.listen() if message["chat"] else hub.chat.recall())
        elif message["type"] == broadcast.USER_GONE:
            for hub in self._hubs.values():
                hub.close_signed_out(message["user"])

    async def _keep_comparing(self) -> None:
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

    async def _keep_rechecking(self) -> None:
        while True:
            await asyncio.sleep(RECHECK_SECONDS)
            try:
                await self._recheck()
            except Exception:
                log.exception("sign-ins could not be checked again")

    async def _recheck(self) -> None:
        """Close the sockets of users who are signed out and of whom no message came."""
        sockets = [socket for hub in self._hubs.values() for socket in hub.sockets]
        held = {socket.sign_in for socket in sockets if socket.sign_in is not None}
        if held:
            read = database_sync_to_async(still_signed_in, thread_sensitive=False)
            gone = held - await read(held)
            for socket in sockets:
                if socket.sign_in in gone:
                    socket.close_signed_out()


def _layer() -> ChannelLayer:
    layer: ChannelLayer = get_channel_layer()
    return layer


_by_loop: Final[weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, TableHubs]] = (
    weakref.WeakKeyDictionary()
)


def hubs() -> TableHubs:
    """The hubs of the running event loop, which a web process has one of."""
    return _by_loop.setdefault(asyncio.get_running_loop(), TableHubs())
