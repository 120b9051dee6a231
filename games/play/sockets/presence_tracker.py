"""Who has a socket open in this web process, and writing that to the database.

A socket that comes or goes is only noted here. One task writes what was noted, many pairs at once: no socket waits for the
database, and 600 that come back together cost a few statements. What could not be written is kept and tried again.
"""

import asyncio
import logging
import time
from typing import Final

from channels.db import database_sync_to_async

from games.play.services import broadcast
from games.play.services.presence import Pair, keep_here, let_go

log: Final = logging.getLogger(__name__)

REPORT_SECONDS: Final = 20.0
"""How often everybody who is here is written again; twice within ``services.presence.PRESENCE_EXPIRES_SECONDS``."""
DISCONNECT_GRACE_SECONDS: Final = 3.0
"""How long a user may be without a socket before others see it: a page that loads again is back by then."""
CHECK_SECONDS: Final = 1.0
"""How often it is looked for what is due, and how long to wait after a failure."""


class PresenceTracker:
    """The users with sockets open in this process, by table, whether they hold a seat or not."""

    def __init__(self) -> None:
        self._open: dict[Pair, set[object]] = {}
        self._unwritten: set[Pair] = set()
        self._gone: dict[Pair, float] = {}
        self._keep_at = 0.0
        self._wake = asyncio.Event()

    def enter(self, table_id: int, user_id: int | None, socket: object) -> None:
        """A socket has opened."""
        if user_id is not None:
            pair = (table_id, user_id)
            self._open.setdefault(pair, set()).add(socket)
            self._gone.pop(pair, None)
            self._note(pair)

    def leave(self, table_id: int, user_id: int | None, socket: object) -> None:
        """A socket has closed; a second call does nothing."""
        if user_id is None or socket not in self._open.get((table_id, user_id), ()):
            return
        pair = (table_id, user_id)
        self._open[pair].discard(socket)
        if not self._open[pair]:
            del self._open[pair]
            self._unwritten.discard(pair)
            self._gone[pair] = time.monotonic()
            # They may have another socket with another process, which then writes them as here.
            broadcast.ask_who_is_here(table_id, user_id)

    def answer(self, table_id: int, user_id: int) -> None:
        """Another process has lost this user's last socket on that table: write them as here if they have one here."""
        if (table_id, user_id) in self._open:
            self._note((table_id, user_id))

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
                await asyncio.sleep(CHECK_SECONDS)

    async def write(self) -> None:
        """Write what is noted and due; what fails stays noted."""
        now = time.monotonic()
        if now >= self._keep_at:
            self._unwritten.update(self._open)
            self._keep_at = now + REPORT_SECONDS
        await self._write_here()
        due = {pair: at for pair, at in self._gone.items() if now - at >= DISCONNECT_GRACE_SECONDS}
        if due:
            rest = await database_sync_to_async(let_go, thread_sensitive=False)(due)
            for pair, at in due.items():
                # Another time: they came back and went again while it was written.
                if pair not in rest and self._gone.get(pair) == at:
                    del self._gone[pair]

    async def _write_here(self) -> None:
        pairs, self._unwritten = self._unwritten, set()
        rest = pairs
        try:
            rest = await database_sync_to_async(keep_here, thread_sensitive=False)(pairs)
        finally:
            self._unwritten.update(rest & self._open.keys())
            # Gone while it was written: the database has them as seen after they left, and would not let them go.
            for pair in pairs & self._gone.keys():
                self._gone[pair] = time.monotonic()

    async def _wait(self) -> None:
        try:
            async with asyncio.timeout(CHECK_SECONDS):
                await self._wake.wait()
        except TimeoutError:
            return
        self._wake.clear()

    def _note(self, pair: Pair) -> None:
        self._unwritten.add(pair)
        self._wake.set()
