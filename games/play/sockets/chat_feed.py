"""The chat of one table, for the sockets of this process.

When a message tells of new lines, they are read once for all sockets and rendered once per language. A socket that has
just come is sent the last lines, so that it misses none; a lost message is made good when the newest numbers are compared.
"""

import asyncio
import logging
from collections.abc import Iterable
from typing import Final, NamedTuple, Protocol
from zoneinfo import ZoneInfo

from channels.db import database_sync_to_async
from django.template.loader import render_to_string
from django.utils import timezone, translation

from games.chat.selectors import Line, latest_lines, lines_after
from games.play.models import Table
from games.play.services.chat import ChatAudience, chat_room_of
from games.play.state.viewers import viewers_at

log: Final = logging.getLogger(__name__)


class Listener(Protocol):
    """What chat needs of a socket."""

    user_id: int | None
    language: str
    zone: ZoneInfo | None

    def queue_chat(self, html: str) -> None:
        """Send a piece of chat to the browser, after those before it."""
        ...


class ChatDelivery(NamedTuple):
    """A piece of HTML for a socket, to be sent in ``wait`` seconds."""

    socket: Listener
    html: str
    wait: float = 0.0


class ChatFeed:
    """The chat at one table. ``sockets`` is the hub's own set: sockets come and go while lines are read."""

    def __init__(self, table_id: int, sockets: Iterable[Listener]) -> None:
        self._table_id = table_id
        self.key = ""
        """The key of the table's chat, once it is known."""
        self._sockets = sockets
        self._new: set[Listener] = set()
        self._newest = 0
        self._later: dict[Listener, list[asyncio.TimerHandle]] = {}
        """Deliveries to each socket that wait for its delay."""
        self._table: Table | None = None
        self._lock = asyncio.Lock()
        self._stale = False

    async def greet(self, socket: Listener) -> None:
        """Send the last lines to a socket that has just come."""
        self._new.add(socket)
        await self.listen()

    def was_silent(self) -> bool:
        """Whether no line is known here, and none is still to be read."""
        return not (self._newest or self._stale)

    async def recall(self) -> None:
        """Send everybody the last lines again, as one of them was hidden."""
        self._new.update(self._sockets)
        await self.listen()

    async def compare(self, newest: dict[str, int]) -> None:
        """Read lines of which no message came. ``newest`` has the number of the last line by the chat's key."""
        if self._stale or newest.get(self.key, 0) > self._newest:
            await self.listen()

    async def listen(self) -> None:
        """Read what is new and send every socket what is for it. Calls that overlap share one read.

        A failure is logged, and made good at the next comparison.
        """
        self._stale = True
        async with self._lock:
            # Of several calls that waited for the lock the first one has read for all.
            if not self._stale:
                return
            self._stale = False
            new = self._new.intersection(self._sockets)
            try:
                # Not the one shared thread: 100 sockets would stand in line there.
                deliveries = await database_sync_to_async(self._read, thread_sensitive=False)(new)
            except Exception:
                log.exception("the chat of table %s could not be read", self._table_id)
                self._stale = True
                return
            # Those who came while it was read keep waiting for the last lines.
            self._new.clear() if new == self._new else self._new.difference_update(new)
            self._forget_later(new)
            for delivery in deliveries:
                self._deliver(delivery)

    def _deliver(self, delivery: ChatDelivery) -> None:
        socket, html, wait = delivery
        if not wait:
            socket.queue_chat(html)
            return
        loop = asyncio.get_running_loop()
        waiting = [timer for timer in self._later.get(socket, ()) if timer.when() > loop.time()]
        self._later[socket] = [*waiting, loop.call_later(wait, socket.queue_chat, html)]

    def _forget_later(self, new: set[Listener]) -> None:
        """Cancel what waits for those who have gone, and for those who have just been sent the last lines."""
        # To the latter everything is delivered anew, but for a line that was hidden meanwhile.
        for socket in self._later.keys() - set(self._sockets) | (self._later.keys() & new):
            for waiting in self._later.pop(socket):
                waiting.cancel()

    def _read(self, new: set[Listener]) -> list[ChatDelivery]:
        sockets = list(self._sockets)
        users = {socket.user_id for socket in sockets if socket.user_id is not None}
        table = self._table = self._table or Table.objects.get(id=self._table_id)
        room, before = chat_room_of(table), self._newest
        self.key = room
        lines = latest_lines(room, users) if new else lines_after(room, before, users)
        self._newest = max(before, *(line.number for line in lines), 0)
        viewers = viewers_at(table.id, {socket.user_id for socket in sockets})
        fresh = [line for line in lines if line.number > before]
        deliveries: list[ChatDelivery] = []
        renderer = LineRenderer()
        for socket in sockets:
            audience = ChatAudience(viewers[socket.user_id])
            whole = socket in new
            heard = [line for line in (lines if whole else fresh) if audience.hears(line)]
            now = [line for line in heard if not audience.waits(line)]
            if now or (whole and self._newest):
                deliveries.append(ChatDelivery(socket, renderer.lines(now, socket, whole=whole)))
            deliveries += (
                ChatDelivery(socket, renderer.lines([line], socket), audience.waits(line))
                for line in heard
                if line not in now
            )
        return deliveries


class LineRenderer:
    """Lines as HTML, each rendered once for a language and time zone, and once more as its author sees it."""

    def __init__(self) -> None:
        self._done: dict[tuple[int, str, ZoneInfo | None, bool], str] = {}

    def lines(self, lines: list[Line], reader: Listener, *, whole: bool = False) -> str:
        """HTML that appends lines to the page's list, or replaces the whole list (``whole``)."""
        items = "".join(self._line(line, reader) for line in lines)
        style = "innerHTML" if whole else "beforeend"
        return f'<ol hx-swap-oob="{style}:#talk-lines">{items}</ol>'

    def _line(self, line: Line, reader: Listener) -> str:
        mine = line.author_id == reader.user_id
        key = (line.number, reader.language, reader.zone, mine)
        if key not in self._done:
            with translation.override(reader.language), timezone.override(reader.zone):
                context = {"line": line, "mine": mine}
                self._done[key] = render_to_string("chat/_line.html", context).strip()
        return self._done[key]
