"""A table hub: what the sockets of one process on one table share.

It reads its table once per version, off the event loop, and renders once what all sockets share. Each socket is given the
full page parts and sends what its browser lacks, so one that comes late or missed a message is right again.
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
"""How long to wait after a table could not be drawn."""


class Socket(Protocol):
    """What a hub needs of a consumer."""

    user_id: int | None
    language: str
    zone: ZoneInfo | None
    sign_in: SignIn | None

    def queue_update(self, parts: dict[str, str]) -> None:
        """Take the newest parts. The socket sends those that its browser lacks, in its own time; it never waits here."""
        ...

    def queue_chat(self, html: str) -> None:
        """Send a piece of chat to the browser, after those before it."""
        ...

    def close_signed_out(self) -> None:
        """Close, as its user is signed out."""
        ...

    def close_refused(self) -> None:
        """Close, as its user may not see this table now."""
        ...


class Found(NamedTuple):
    """What was read for a socket before it enters: its table's id and version, the key of the chat there, and whether
    nothing was ever said in it.
    """

    table_id: int
    version: tuple[int, int, int]
    chat: str
    silent: bool

    @classmethod
    def of(cls, table: Table) -> "Found":
        """For a table that has just been read. Two queries."""
        chat = chat_room_of(table)
        return cls(table.id, version_of(table), chat, silent=is_silent(chat))


RenderedParts: TypeAlias = list[tuple[Socket, dict[str, str] | None]]
"""The page parts for each socket, by name; None for one that may not look."""


class TableHub:
    """One table as this process's sockets see it."""

    def __init__(self, table_id: int) -> None:
        self.table_id = table_id
        self.sockets: set[Socket] = set()
        self.version: tuple[int, int, int] | None = None
        self.chat = ChatFeed(table_id, self.sockets)
        self._renderer = Renderer()
        # Of its own: live and delayed parts have the same names, and would drive each other out.
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
        """Read the table again and give every socket its parts. Calls that overlap share one read.

        Raises what reading raises; the comparison of versions then tries again.
        """
        self._stale = True
        async with self._lock:
            # Of several calls that waited for the lock the first one has read for all.
            if not self._stale or not self.sockets:
                return
            self._stale = False
            try:
                rendered = await self._reading()
            except BaseException:
                self._stale = True
                raise
            self._show(rendered)
        self._moved.set()
        self._run_clock()

    def greet(self, socket: Socket, version: tuple[int, int, int]) -> bool:
        """Give a new socket its parts without reading, where the table is still at the ``version`` that was found for it.

        False where the table has to be read.
        """
        live = self._live
        is_new = live is not None and self.version == version and not self._stale
        if live is None or not is_new or self._lock.locked() or live.table.watch_delay:
            return False
        live = replace(live, now=timezone.now())
        self._show(self._render_for(live, live, [(socket, live.viewer(socket.user_id))]))
        self._run_clock()
        return True

    def close_signed_out(self, user_id: int) -> None:
        """Close the sockets of a user who is signed out."""
        for socket in list(self.sockets):
            if socket.user_id == user_id:
                socket.close_signed_out()

    def _read(self) -> RenderedParts:
        table_state = load(self.table_id, self._live)
        close_soon(table_state.broken if table_state else None)
        if table_state is None:
            return []
        self._live = table_state
        return self._draw(table_state)

    def _draw(self, live: TableState) -> RenderedParts:
        """The parts for every socket: live from a seat, delayed for watchers. Runs in a thread."""
        readers = [(socket, live.viewer(socket.user_id)) for socket in list(self.sockets)]
        watches = any(viewer.role is Role.WATCHER for _, viewer in readers)
        late = delayed.delayed_state(live) if watches else live
        self._late = late if late is not live else None
        rendered = self._render_for(live, late, readers)
        self.version = live.version
        return rendered

    def _render_for(
        self,
        live: TableState,
        late: TableState,
        all_readers: list[tuple[Socket, Viewer]],
    ) -> RenderedParts:
        """The parts for each viewer: rendered once by language and by what is seen, live or delayed."""
        rendered: RenderedParts = [
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
                rendered += _rendered(renderer, table_state, readers)
        return rendered

    def _show(self, rendered: RenderedParts) -> None:
        for socket, parts in rendered:
            if parts is None:
                socket.close_refused()
            else:
                socket.queue_update(parts)

    def _run_clock(self) -> None:
        if self._clock is None or self._clock.done():
            self._clock = asyncio.create_task(self._tick())

    async def _tick(self) -> None:
        """Draw the table again when time alone changes it: ticks of a phase, and what delayed watchers are to see next."""
        while self.sockets and self._live is not None:
            wait = self._wait(self._live)
            if wait is None:
                return
            self._moved.clear()
            try:
                async with asyncio.timeout(wait):
                    await self._moved.wait()  # what comes next has changed, and when
            except TimeoutError:
                await self._draw_for_now()

    def _wait(self, live: TableState) -> float | None:
        now = timezone.now()
        waits = (live.next_tick(now), delayed.wait_for(self._late, now) if self._late else None)
        return min((wait for wait in waits if wait is not None), default=None)

    async def _draw_for_now(self) -> None:
        async with self._lock:
            if self._live is None:
                return
            live = replace(self._live, now=timezone.now())
            try:
                # A delayed state needs queries, and so a thread that closes its connection.
                if live.table.watch_delay:
                    draw = database_sync_to_async(self._draw, thread_sensitive=False)
                    self._show(await draw(live))
                else:
                    self._show(await asyncio.to_thread(self._draw, live))
            except Exception:
                log.exception("table %s could not be drawn", self.table_id)
                await asyncio.sleep(AGAIN_SECONDS)


def _rendered(
    renderer: Renderer, table_state: TableState, readers: list[tuple[Socket, int | None]]
) -> RenderedParts:
    public = renderer.public(table_state)
    own = {seat: renderer.own(table_state, seat) for seat in {seat for _, seat in readers}}
    return [(socket, {**public, **own[seat]}) for socket, seat in readers]
