"""What the sockets of one table hear of the chat there.

Lines are read once for all sockets of the process when news come, and rendered once per language. A socket that
has just come is shown the last lines, so what it missed while away is there; what is lost on the way is found when
the newest numbers are compared.
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

    def hear(self, html: str) -> None:
        """Send a piece of chat to the browser, after those before it."""
        ...


class ChatDelivery(NamedTuple):
    """A piece of HTML for a socket, in so many seconds."""

    socket: Listener
    html: str
    wait: float = 0.0


class ChatFeed:
    """The chat at one table. ``sockets`` is the hub's own set, which changes under our eyes."""

    def __init__(self, table_id: int, sockets: Iterable[Listener]) -> None:
        self._table_id = table_id
        self.key = ""
        """The chat room's key, once it is known."""
        self._sockets = sockets
        self._new: set[Listener] = set()
        self._newest = 0
        self._later: dict[Listener, list[asyncio.TimerHandle]] = {}
        """What each socket is to hear when its delay is over."""
        self._table: Table | None = None
        self._lock = asyncio.Lock()
        self._stale = False

    async def greet(self, socket: Listener) -> None:
        """Show somebody who has come the last lines."""
        self._new.add(socket)
        await self.listen()

    def was_silent(self) -> bool:
        """Whether nothing was said as far as is known here."""
        return not (self._newest or self._stale)

    async def recall(self) -> None:
        """Show everybody the last lines again: one of them has been taken away."""
        self._new.update(self._sockets)
        await self.listen()

    async def compare(self, newest: dict[str, int]) -> None:
        """Read what news did not tell of. ``newest`` has the number of each room's last line."""
        if self._stale or newest.get(self.key, 0) > self._newest:
            await self.listen()

    async def listen(self) -> None:
        """Read what is new and let every socket hear what is for it. Calls that overlap share one read.

        A failure is logged, and what was not heard is heard at the next comparison.
        """
        self._stale = True
        async with self._lock:
            if not self._stale:
                return
            self._stale = False
            new = self._new.intersection(self._sockets)
            try:
                told = await database_sync_to_async(self._read, thread_sensitive=False)(new)
            except Exception:
                log.exception("the chat of table %s could not be read", self._table_id)
                self._stale = True
                return
            self._new.clear() if new == self._new else self._new.difference_update(new)
            self._forget_later(new)
            for each in told:
                self._deliver(each)

    def _deliver(self, told: ChatDelivery) -> None:
        if not told.wait:
            told.socket.hear(told.html)
            return
        loop = asyncio.get_running_loop()
        still = [each for each in self._later.get(told.socket, ()) if each.when() > loop.time()]
        self._later[told.socket] = [
            *still,
            loop.call_later(told.wait, told.socket.hear, told.html),
        ]

    def _forget_later(self, new: set[Listener]) -> None:
        """Tell nothing later to those who have gone, and to those who have just been told everything: it comes anew,
        but for a line that was taken away meanwhile.
        """
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
        told: list[ChatDelivery] = []
        drawn = LineRenderer()
        for socket in sockets:
            audience = ChatAudience(viewers[socket.user_id])
            whole = socket in new
            heard = [line for line in (lines if whole else fresh) if audience.hears(line)]
            now = [line for line in heard if not audience.waits(line)]
            if now or (whole and self._newest):
                told.append(ChatDelivery(socket, drawn.lines(now, socket, whole=whole)))
            told += (
                ChatDelivery(socket, drawn.lines([line], socket), audience.waits(line))
                for line in heard
                if line not in now
            )
        return told


class LineRenderer:
    """Lines as HTML, each rendered once for a language, and once more as its author sees it."""

    def __init__(self) -> None:
        self._done: dict[tuple[int, str, ZoneInfo | None, bool], str] = {}

    def lines(self, lines: list[Line], reader: Listener, *, whole: bool = False) -> str:
        """Lines that append themselves, or that stand for all that is shown (``whole``)."""
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
