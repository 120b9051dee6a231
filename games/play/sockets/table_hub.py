"""A table hub: what one process's sockets on one table share.

It reads its table once per version, off the event loop, and renders what all its sockets share once;
a socket that comes late or missed a message gets the same full picture.
"""

import asyncio
import logging
from dataclasses import replace
from typing import Final, NamedTuple, Protocol, TypeAlias
from zoneinfo import ZoneInfo

from channels.db import database_sync_to_async
from django.utils import timezone, translation

from games.chat.selectors import is_silent
from games.play.display.page_parts import Renderer
from games.play.models import Table
from games.play.services.breaking import close_soon
from games.play.services.chat import chat_room_of
from games.play.sockets.chat_feed import ChatFeed
from games.play.sockets.session_check import SignIn
from games.play.state import delayed
from games.play.state.sql import version_of
from games.play.state.table_state import TableState, load
from games.play.state.viewers import Role, Viewer

log: Final = logging.getLogger(__name__)

AGAIN_SECONDS: Final = 2.0
"""After a picture that could not be drawn."""


class Socket(Protocol):
    """What a hub needs of a consumer."""

    user_id: int | None
    language: str
    zone: ZoneInfo | None
    sign_in: SignIn | None

    def offer(self, parts: dict[str, str]) -> None:
        """Take the newest picture; the socket sends what of it its browser lacks, at its own pace."""
        ...

    def hear(self, html: str) -> None:
        """Send a piece of chat to the browser, after those before it."""
        ...

    def dismiss(self) -> None:
        """End, because its user has signed out."""
        ...

    def turn_away(self) -> None:
        """End, because its user may not see this table now."""
        ...


class Found(NamedTuple):
    """What has just been read for a socket that comes: its table, that table's version, the key of the chat there, and
    whether nothing was ever said.
    """

    table_id: int
    version: tuple[int, int, int]
    chat: str
    silent: bool

    @classmethod
    def of(cls, table: Table) -> "Found":
        """What holds of a table that has just been read. Reads whether something was said there."""
        chat = chat_room_of(table)
        return cls(table.id, version_of(table), chat, silent=is_silent(chat))


Pictures: TypeAlias = list[tuple[Socket, dict[str, str] | None]]
"""What each socket is to show; None for one that may not look."""


class TableHub:
    """One table as this process's sockets see it."""

    def __init__(self, table_id: int) -> None:
        self.table_id = table_id
        self.sockets: set[Socket] = set()
        self.version: tuple[int, int, int] | None = None
        self.chat = ChatFeed(table_id, self.sockets)
        self._renderer = Renderer()
        self._late_renderer = Renderer()
        self._live: TableState | None = None
        self._late: TableState | None = None
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
        """Show somebody who has come what is known here, where the table still has the version that they found; False
        where it has to be read.
        """
        live = self._live
        is_new = live is not None and self.version == version and not self._stale
        if live is None or not is_new or self._lock.locked() or live.table.watch_delay:
            return False
        live = replace(live, now=timezone.now())
        self._show(self._pictures(live, live, [(socket, live.viewer(socket.user_id))]))
        self._run_clock()
        return True

    def dismiss(self, user_id: int) -> None:
        """End the sockets of a user who has signed out."""
        for socket in list(self.sockets):
            if socket.user_id == user_id:
                socket.dismiss()

    def _read(self) -> Pictures:
        table_state = load(self.table_id, self._live)
        close_soon(table_state.broken if table_state else None)
        if table_state is None:
            return []
        self._live = table_state
        return self._draw(table_state)

    def _draw(self, live: TableState) -> Pictures:
        """What every socket is to show: live from a seat, as late as the table wants it without one."""
        readers = [(socket, live.viewer(socket.user_id)) for socket in list(self.sockets)]
        watches = any(viewer.role is Role.WATCHER for _, viewer in readers)
        late = delayed.delayed_state(live) if watches else live
        self._late = late if late is not live else None
        pictures = self._pictures(live, late, readers)
        self.version = live.version
        return pictures

    def _pictures(
        self,
        live: TableState,
        late: TableState,
        all_readers: list[tuple[Socket, Viewer]],
    ) -> Pictures:
        """What each is to show; who may not look is to be turned away."""
        pictures: Pictures = [
            (socket, None) for socket, viewer in all_readers if not viewer.may_look
        ]
        groups: dict[tuple[str, bool], list[tuple[Socket, int | None]]] = {}
        for socket, viewer in all_readers:
            if viewer.may_look:
                is_late = viewer.role is Role.WATCHER and late is not live
                groups.setdefault((socket.language, is_late), []).append((socket, viewer.seat))
        for (language, is_late), readers in groups.items():
            table_state, renderer = (
                (late, self._late_renderer) if is_late else (live, self._renderer)
            )
            with translation.override(language):
                pictures += _drawn(renderer, table_state, readers)
        return pictures

    def _show(self, pictures: Pictures) -> None:
        for socket, parts in pictures:
            if parts is None:
                socket.turn_away()
            else:
                socket.offer(parts)

    def _run_clock(self) -> None:
        if self._clock is None or self._clock.done():
            self._clock = asyncio.create_task(self._tick())

    async def _tick(self) -> None:
        """While something shows itself by the clock, draw it again when it does: a phase's ticks without database
        and message, and what delayed watchers are to see now.
        """
        while self.sockets and self._live is not None:
            wait = self._wait(self._live)
            if wait is None:
                return
            self._moved.clear()
            try:
                async with asyncio.timeout(wait):
                    await self._moved.wait()  # then how long to wait has changed
            except TimeoutError:
                await self._show_on()

    def _wait(self, live: TableState) -> float | None:
        now = timezone.now()
        waits = (live.next_tick(now), delayed.wait_for(self._late, now) if self._late else None)
        return min((wait for wait in waits if wait is not None), default=None)

    async def _show_on(self) -> None:
        async with self._lock:
            if self._live is None:
                return
            live = replace(self._live, now=timezone.now())
            try:
                if live.table.watch_delay:
                    draw = database_sync_to_async(self._draw, thread_sensitive=False)
                    self._show(await draw(live))
                else:
                    self._show(await asyncio.to_thread(self._draw, live))
            except Exception:
                log.exception("table %s could not be drawn", self.table_id)
                await asyncio.sleep(AGAIN_SECONDS)


def _drawn(
    renderer: Renderer, table_state: TableState, readers: list[tuple[Socket, int | None]]
) -> Pictures:
    public = renderer.public(table_state)
    own = {seat: renderer.own(table_state, seat) for seat in {seat for _, seat in readers}}
    return [(socket, {**public, **own[seat]}) for socket, seat in readers]
