"""Who has a socket open in this web process, and telling the database of it.

A socket that comes or goes is only noted here; one task writes what was noted, many at once, so that no socket
waits for the database, and 600 that come back together cost a few statements. What could not be
written is kept and tried again.
"""

import asyncio
import logging
import time
from typing import Final

from channels.db import database_sync_to_async

from games.play.services import broadcast
from games.play.services.presence import Pair, keep_here, let_go

log: Final = logging.getLogger(__name__)

KEEP_SECONDS: Final = 20.0
"""How often everybody who is here is kept here; twice within ``services.presence.STALE_SECONDS``."""
GRACE_SECONDS: Final = 3.0
"""A page that loads again is back by then, and nobody sees that it was gone."""
LOOK_SECONDS: Final = 1.0


class PresenceTracker:
    """The users with sockets open in this process, by table, whether they hold a seat or not."""

    def __init__(self) -> None:
        self._open: dict[Pair, set[object]] = {}
        self._unsaid: set[Pair] = set()
        self._gone: dict[Pair, float] = {}
        self._keep_at = 0.0
        self._news = asyncio.Event()

    def enter(self, table_id: int, user_id: int | None, socket: object) -> None:
        """A socket has opened."""
        if user_id is not None:
            pair = (table_id, user_id)
            self._open.setdefault(pair, set()).add(socket)
            self._gone.pop(pair, None)
            self._say(pair)

    def leave(self, table_id: int, user_id: int | None, socket: object) -> None:
        """A socket has closed; a second call does nothing. The other processes are asked whether the user
        has another one with them.
        """
        if user_id is None or socket not in self._open.get((table_id, user_id), ()):
            return
        pair = (table_id, user_id)
        self._open[pair].discard(socket)
        if not self._open[pair]:
            del self._open[pair]
            self._unsaid.discard(pair)
            self._gone[pair] = time.monotonic()
            broadcast.ask_who_is_here(table_id, user_id)

    def answer(self, table_id: int, user_id: int) -> None:
        """Another process has seen this user's last socket on that table go: tell if they have one here."""
        if (table_id, user_id) in self._open:
            self._say((table_id, user_id))

    async def run(self) -> None:
        """Write what is noted, until cancelled."""
        failing = False
        while True:
            await self._wait()
            try:
                await self.write()
                failing = False
            except Exception as error:  # noqa: BLE001 -- the database may be away for any reason; it is tried again
                if not failing:
                    log.warning("presence could not be written: %s", error)
                failing = True
                await asyncio.sleep(LOOK_SECONDS)

    async def write(self) -> None:
        """Write what is noted and due; what fails stays noted."""
        now = time.monotonic()
        if now >= self._keep_at:
            self._unsaid.update(self._open)
            self._keep_at = now + KEEP_SECONDS
        await self._write_here()
        due = {pair: at for pair, at in self._gone.items() if now - at >= GRACE_SECONDS}
        if due:
            rest = await database_sync_to_async(let_go, thread_sensitive=False)(due)
            for pair, at in due.items():
                if pair not in rest and self._gone.get(pair) == at:
                    del self._gone[pair]

    async def _write_here(self) -> None:
        said, self._unsaid = self._unsaid, set()
        rest = said
        try:
            rest = await database_sync_to_async(keep_here, thread_sensitive=False)(said)
        finally:
            self._unsaid.update(rest & self._open.keys())
            for pair in (
                said & self._gone.keys()
            ):  # gone while it was written: they were seen too late
                self._gone[pair] = time.monotonic()

    async def _wait(self) -> None:
        try:
            async with asyncio.timeout(LOOK_SECONDS):
                await self._news.wait()
        except TimeoutError:
            return
        self._news.clear()

    def _say(self, pair: Pair) -> None:
        self._unsaid.add(pair)
        self._news.set()
