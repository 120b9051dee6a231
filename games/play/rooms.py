"""Rooms: per web process, what its sockets on one table share.

A room reads its table once per version, off the event loop, and renders what all its sockets share once;
a socket that comes late or missed a message gets the same full picture.
"""

import asyncio
import contextlib
import logging
import weakref
from collections.abc import Coroutine
from dataclasses import replace
from typing import Any, Final, NamedTuple, Protocol, TypeAlias
from zoneinfo import ZoneInfo

from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.utils import timezone, translation

from games.play import loading, news, past, selectors
from games.play.earshot import Earshot
from games.play.models import Table
from games.play.presence import Keeper
from games.play.regions import Renderer
from games.play.rows import version_of
from games.play.sessions import SignIn, still_signed_in
from games.play.talking import room_of
from games.talk.selectors import is_silent, newest_numbers

log: Final = logging.getLogger(__name__)

COMPARE_SECONDS: Final = 2.0
REDIS_SECONDS: Final = 2.0
RECHECK_SECONDS: Final = 20.0
KEPT_SECONDS: Final = 10.0
"""A room that all have left is kept so long: whose line was cut comes back, and all of them at once."""


class Socket(Protocol):
    """What a room needs of a consumer."""

    user_id: int | None
    language: str
    zone: ZoneInfo | None
    sign_in: SignIn | None

    def offer(self, regions: dict[str, str]) -> None:
        """Take the newest picture; the socket sends what of it its browser lacks, at its own pace."""
        ...

    def hear(self, html: str) -> None:
        """Send a piece of talk to the browser, after those before it."""
        ...

    def dismiss(self) -> None:
        """End, because its user has signed out."""
        ...


class Found(NamedTuple):
    """What has just been read for a socket that comes: its table, that table's version, the key of the talk there, and
    whether nothing was ever said.
    """

    table_id: int
    version: tuple[int, int, int]
    talk: str
    silent: bool

    @classmethod
    def of(cls, table: Table) -> "Found":
        """What holds of a table that has just been read. Reads whether something was said there."""
        talk = room_of(table)
        return cls(table.id, version_of(table), talk, silent=is_silent(talk))


Pictures: TypeAlias = list[tuple[Socket, dict[str, str]]]


class Room:
    """One table as this process's sockets see it."""

    def __init__(self, table_id: int) -> None:
        self.table_id = table_id
        self.sockets: set[Socket] = set()
        self.version: tuple[int, int, int] | None = None
        self.talk = Earshot(table_id, self.sockets)
        self._renderer = Renderer()
        self._late_renderer = Renderer()
        self._loaded: loading.Loaded | None = None
        self._late: loading.Loaded | None = None
        self._moved = asyncio.Event()
        self._lock = asyncio.Lock()
        self._stale = True
        self._clock: asyncio.Task[None] | None = None
        self._reading = database_sync_to_async(self._read, thread_sensitive=False)
        self.left_at = 0.0
        """When the last socket left, by the loop's clock."""

    async def refresh(self) -> None:
        """Read the table again and show every socket what is new. Calls that overlap share one read."""
        self._stale = True
        async with self._lock:
            if not self._stale or not self.sockets:
                return
            self._stale = False
            try:
                pictures = await self._reading()
            except BaseException:
                self._stale = True
                raise
            self._show(pictures)
        self._moved.set()
        self._run_clock()

    def greet(self, socket: Socket, version: tuple[int, int, int]) -> bool:
        """Show somebody who has come what is known here, where the table still has the version that he found; False
        where it has to be read.
        """
        live = self._loaded
        is_new = live is not None and self.version == version and not self._stale
        if live is None or not is_new or self._lock.locked() or live.table.watch_delay:
            return False
        live = replace(live, now=timezone.now())
        with translation.override(socket.language):
            self._show(_drawn(self._renderer, live, [(socket, live.seat_of(socket.user_id))]))
        self._run_clock()
        return True

    def dismiss(self, user_id: int) -> None:
        """End the sockets of a user who has signed out."""
        for socket in list(self.sockets):
            if socket.user_id == user_id:
                socket.dismiss()

    def _read(self) -> Pictures:
        loaded = loading.load(self.table_id, self._loaded)
        if loaded is None:
            return []
        self._loaded = loaded
        return self._draw(loaded)

    def _draw(self, live: loading.Loaded) -> Pictures:
        """What every socket is to show: live from a seat, as late as the table wants it without one."""
        sockets = [(socket, live.seat_of(socket.user_id)) for socket in list(self.sockets)]
        watches = any(seat is None for _, seat in sockets)
        late = past.watched(live) if watches else live
        self._late = late if late is not live else None
        groups: dict[tuple[str, bool], list[tuple[Socket, int | None]]] = {}
        for socket, seat in sockets:
            is_late = seat is None and late is not live
            groups.setdefault((socket.language, is_late), []).append((socket, seat))
        pictures: Pictures = []
        for (language, is_late), readers in groups.items():
            loaded, renderer = (late, self._late_renderer) if is_late else (live, self._renderer)
            with translation.override(language):
                pictures += _drawn(renderer, loaded, readers)
        self.version = live.version
        return pictures

    def _show(self, pictures: Pictures) -> None:
        for socket, regions in pictures:
            socket.offer(regions)

    def _run_clock(self) -> None:
        if self._clock is None or self._clock.done():
            self._clock = asyncio.create_task(self._tick())

    async def _tick(self) -> None:
        """While something shows itself by the clock, draw it again when it does: a phase's ticks without database
        and message, and what delayed watchers are to see now.
        """
        while self.sockets and self._loaded is not None:
            wait = self._wait(self._loaded)
            if wait is None:
                return
            self._moved.clear()
            try:
                async with asyncio.timeout(wait):
                    await self._moved.wait()  # then how long to wait has changed
            except TimeoutError:
                await self._show_on()

    def _wait(self, live: loading.Loaded) -> float | None:
        now = timezone.now()
        waits = (live.next_tick(now), past.wait_for(self._late, now) if self._late else None)
        return min((wait for wait in waits if wait is not None), default=None)

    async def _show_on(self) -> None:
        async with self._lock:
            if self._loaded is None:
                return
            live = replace(self._loaded, now=timezone.now())
            try:
                if live.table.watch_delay:
                    draw = database_sync_to_async(self._draw, thread_sensitive=False)
                    self._show(await draw(live))
                else:
                    self._show(await asyncio.to_thread(self._draw, live))
            except Exception:
                log.exception("table %s could not be drawn", self.table_id)
                await asyncio.sleep(COMPARE_SECONDS)


def _drawn(
    renderer: Renderer, loaded: loading.Loaded, readers: list[tuple[Socket, int | None]]
) -> Pictures:
    public = renderer.public(loaded)
    own = {seat: renderer.own(loaded, seat) for seat in {seat for _, seat in readers}}
    return [(socket, {**public, **own[seat]}) for socket, seat in readers]


class Rooms:
    """All rooms of one event loop: one channel for all of them, and the comparison of versions.

    A table's group hears of its changes through Redis; whatever is lost there, or while Redis is down, the
    comparison finds within COMPARE_SECONDS.
    """

    def __init__(self) -> None:
        self._rooms: dict[int, Room] = {}
        self._keeper = Keeper()
        self._tasks: set[asyncio.Task[None]] = set()
        self._running = False
        self._channel: str | None = None

    async def enter(self, found: Found, socket: Socket) -> None:
        """Add a socket to its table's room and show it everything. Where that fails it is not added.

        From what was ``found`` for it before it came a room may know that it need not read again.
        """
        table_id = found.table_id
        if not self._running:
            self._running = True
            self._start(self._compare_for_ever())
            self._start(self._listen_for_ever())
            self._start(self._recheck_for_ever())
            self._start(self._keeper.run())
        room, is_new = self._rooms.get(table_id), table_id not in self._rooms
        if room is None:
            room = self._rooms[table_id] = Room(table_id)
        room.sockets.add(socket)  # before anything is waited for: a room without sockets is closed
        self._keeper.enter(table_id, socket.user_id, socket)
        try:
            if is_new:
                await self._join(table_id)
            if not room.greet(socket, found.version):
                await room.refresh()
            if not (found.silent and room.talk.was_silent()):
                await room.talk.greet(socket)
            else:
                room.talk.key = found.talk
        except BaseException:
            await self.leave(table_id, socket)
            raise

    async def leave(self, table_id: int, socket: Socket) -> None:
        """Take a socket out. A room that all have left is closed when nobody has come back for a while."""
        self._keeper.leave(table_id, socket.user_id, socket)
        room = self._rooms.get(table_id)
        if room is None:
            return
        room.sockets.discard(socket)
        room.left_at = asyncio.get_running_loop().time()

    async def _close_empty(self) -> None:
        """Close the rooms that nobody has come back to."""
        until = asyncio.get_running_loop().time() - KEPT_SECONDS
        empty = [
            room for room in self._rooms.values() if not room.sockets and room.left_at <= until
        ]
        for room in empty:
            await self._part(room.table_id)
            if room.sockets:  # somebody came meanwhile
                await self._join(room.table_id)
            else:
                del self._rooms[room.table_id]

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _join(self, table_id: int) -> None:
        if self._channel is None:
            return
        with contextlib.suppress(Exception):  # without Redis the comparison serves this room
            async with asyncio.timeout(REDIS_SECONDS):
                await _layer().group_add(news.group_of(table_id), self._channel)

    async def _part(self, table_id: int) -> None:
        if self._channel is None:
            return
        with contextlib.suppress(Exception):  # a dead Redis has no group to leave
            async with asyncio.timeout(REDIS_SECONDS):
                await _layer().group_discard(news.group_of(table_id), self._channel)

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
        channel = await layer.new_channel("rooms.")
        await layer.group_add(news.PEOPLE, channel)
        self._channel = channel
        for table_id in list(self._rooms):
            await layer.group_add(news.group_of(table_id), channel)
        while True:
            self._hear(await layer.receive(channel))

    def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] == news.TABLE_CHANGED:
            room = self._rooms.get(message["table"])
            if room is not None:
                self._start(room.refresh())
        elif message["type"] == news.SEAT_ASKED:
            self._keeper.answer(message["table"], message["user"])
        elif message["type"] == news.TABLE_TALK:
            room = self._rooms.get(message["table"])
            if room is not None and room.sockets:
                self._start(room.talk.listen() if message["talk"] else room.talk.recall())
        elif message["type"] == news.USER_GONE:
            for room in self._rooms.values():
                room.dismiss(message["user"])

    async def _compare_for_ever(self) -> None:
        while True:
            await asyncio.sleep(COMPARE_SECONDS)
            try:
                await self._close_empty()
                await self._compare()
                await self._compare_talk()
            except Exception:
                log.exception("versions could not be compared")

    async def _compare(self) -> None:
        ids = [table_id for table_id, room in self._rooms.items() if room.sockets]
        if not ids:
            return
        read = database_sync_to_async(selectors.versions_of, thread_sensitive=False)
        for table_id, version in (await read(ids)).items():
            room = self._rooms.get(table_id)
            if room is not None and room.version != version:
                try:
                    await room.refresh()
                except Exception:
                    log.exception("table %s could not be drawn", table_id)

    async def _compare_talk(self) -> None:
        if self._rooms:
            newest = await database_sync_to_async(newest_numbers, thread_sensitive=False)()
            for room in list(self._rooms.values()):
                if room.sockets:
                    await room.talk.compare(newest)

    async def _recheck_for_ever(self) -> None:
        while True:
            await asyncio.sleep(RECHECK_SECONDS)
            try:
                await self._recheck()
            except Exception:
                log.exception("sign-ins could not be checked again")

    async def _recheck(self) -> None:
        """End the sockets of users who are signed out and of whom no news came."""
        sockets = [socket for room in self._rooms.values() for socket in room.sockets]
        held = {socket.sign_in for socket in sockets if socket.sign_in is not None}
        if held:
            read = database_sync_to_async(still_signed_in, thread_sensitive=False)
            gone = held - await read(held)
            for socket in sockets:
                if socket.sign_in in gone:
                    socket.dismiss()


def _layer() -> Any:  # noqa: ANN401 -- channels has no types
    return get_channel_layer()


_by_loop: Final[weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Rooms]] = (
    weakref.WeakKeyDictionary()
)


def rooms() -> Rooms:
    """The rooms of the running event loop: one for a web process."""
    return _by_loop.setdefault(asyncio.get_running_loop(), Rooms())
