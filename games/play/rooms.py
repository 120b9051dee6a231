"""Rooms: per web process, what its sockets on one table share.

A room reads its table once per version, off the event loop, and renders what all its sockets share once;
a socket that comes late or missed a message gets the same full picture.
"""

import asyncio
import logging
from typing import Final, Protocol

from channels.db import database_sync_to_async

from games.play import present, selectors
from games.play.regions import Renderer

log: Final = logging.getLogger(__name__)

COMPARE_SECONDS: Final = 2.0


class Socket(Protocol):
    """What a room needs of a consumer."""

    user_id: int | None

    def offer(self, regions: dict[str, str]) -> None:
        """Take the newest picture; the socket sends what of it its browser lacks, at its own pace."""
        ...


class Room:
    """One table as this process's sockets see it."""

    def __init__(self, table_id: int) -> None:
        self.table_id = table_id
        self.sockets: set[Socket] = set()
        self.version: tuple[int, int, int] | None = None
        self._renderer = Renderer()
        self._loaded: present.Loaded | None = None
        self._lock = asyncio.Lock()
        self._stale = True

    async def refresh(self) -> None:
        """Read the table again and show every socket what is new. Calls that overlap share one read."""
        self._stale = True
        async with self._lock:
            if not self._stale:
                return
            self._stale = False
            pictures = await database_sync_to_async(self._read, thread_sensitive=False)()
            for socket, regions in pictures:
                socket.offer(regions)

    async def welcome(self, socket: Socket) -> None:
        """Show a new socket the whole picture."""
        self.sockets.add(socket)
        await self.refresh()

    def _read(self) -> list[tuple[Socket, dict[str, str]]]:
        loaded = present.load(self.table_id, self._loaded)
        if loaded is None:
            return []
        self._loaded = loaded
        public = self._renderer.public(loaded)
        self.version = loaded.version
        pictures = []
        for socket in list(self.sockets):
            own = self._renderer.own(loaded, loaded.seat_of(socket.user_id))
            pictures.append((socket, {**public, **own}))
        return pictures


class Rooms:
    """All rooms of this process, and the comparison of versions that finds lost messages."""

    def __init__(self) -> None:
        self._rooms: dict[int, Room] = {}
        self._watch: asyncio.Task[None] | None = None

    async def enter(self, table_id: int, socket: Socket) -> None:
        """Add a socket to its table's room and show it everything."""
        room = self._rooms.setdefault(table_id, Room(table_id))
        if self._watch is None or self._watch.done():
            self._watch = asyncio.create_task(self._compare_for_ever())
        await room.welcome(socket)

    def leave(self, table_id: int, socket: Socket) -> None:
        """Take a socket out; the last one takes the room with it."""
        room = self._rooms.get(table_id)
        if room is not None:
            room.sockets.discard(socket)
            if not room.sockets:
                del self._rooms[table_id]

    async def refresh(self, table_id: int) -> None:
        """Show the table's sockets what is new."""
        room = self._rooms.get(table_id)
        if room is not None:
            await room.refresh()

    async def _compare_for_ever(self) -> None:
        while self._rooms:
            await asyncio.sleep(COMPARE_SECONDS)
            try:
                await self._compare()
            except Exception:
                log.exception("versions could not be compared")
        self._watch = None

    async def _compare(self) -> None:
        ids = list(self._rooms)
        versions = await database_sync_to_async(_versions, thread_sensitive=False)(ids)
        for table_id, version in versions.items():
            room = self._rooms.get(table_id)
            if room is not None and room.version != version:
                await room.refresh()


def _versions(table_ids: list[int]) -> dict[int, tuple[int, int, int]]:
    return selectors.versions_of(table_ids)


rooms: Final = Rooms()
