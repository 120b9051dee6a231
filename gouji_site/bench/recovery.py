"""Watches a site recover: pages, sockets and tables, in seconds since a fault struck."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from itertools import count
from typing import Final

from .http import OK, Client
from .person import Person
from .pictures import Pictures

SAMPLED_EVERY: Final = 0.1
PROBED_EVERY: Final = 0.5
PROBED_WITHIN: Final = 5.0
AGAIN: Final = 3
"""After so many moves a table counts as recovered: the first ones may have been on their way when the fault struck."""
SHOWN_WITHIN: Final = 3.0
"""A socket that shows an old version for longer has not recovered."""
GRACE: Final = 60.0
"""Seconds after the end of the fault. What has not recovered by then is stuck."""
PAGES: Final = ("/", "/watch/")


@dataclass
class RecoveryTime:
    """Since when something has worked without a break (perf_counter), None while it does not."""

    since: float | None = None
    _asked: float = 0.0

    def note(self, ok: bool, asked: float, answered: float) -> None:  # noqa: FBT001 -- what was found
        """Note that it was asked at one time, and found to work or not at a later one."""
        # Probes overlap: a failure of a probe that began before the successful one is older news.
        if ok and self.since is None:
            self.since, self._asked = answered, asked
        elif not ok and self.since is not None and asked >= self._asked:
            self.since = None


class Recovery:
    """The recovery of a site from a fault that strikes in the moment in which this is made."""

    def __init__(self, people: list[Person], pictures: Pictures, address: tuple[str, int]) -> None:
        self.began = time.perf_counter()
        self.page, self.sockets = RecoveryTime(), RecoveryTime()
        self.moved: dict[int, float] = {}
        """When each table had made AGAIN moves."""
        self._people, self._pictures, self._address = people, pictures, address
        self._before = {table: picture.made for table, picture in pictures.latest.items()}
        self._behind: dict[int, float] = {}
        self._probes: set[asyncio.Task[None]] = set()

    async def watch(self, lasts: float, least: float) -> None:
        """Watch until all has recovered, for ``least`` seconds and for as long as the fault lasts in any case."""
        number = count()
        probed = 0.0
        while not self._is_over(lasts, least):
            now = time.perf_counter()
            if now - probed > PROBED_EVERY:
                probed = now
                # Not awaited: one that hangs must not put off the next.
                probe = asyncio.create_task(self._probe(next(number)))
                self._probes.add(probe)
                probe.add_done_callback(self._probes.discard)
            self._sample(now)
            await asyncio.sleep(SAMPLED_EVERY)
        for probe in tuple(self._probes):
            probe.cancel()

    def _is_over(self, lasts: float, least: float) -> bool:
        gone = time.perf_counter() - self.began
        well = self.page.since and self.sockets.since and len(self.moved) == len(self._people)
        return gone > lasts + GRACE or (gone > max(lasts, least) and bool(well))

    def _sample(self, now: float) -> None:
        if self._pictures.looked > self.began:
            for table, picture in self._pictures.latest.items():
                if picture.made >= self._before.get(table, 0) + AGAIN:
                    self.moved.setdefault(table, now)
        ok = [
            person.is_connected(now) and not self._is_late(person, now) for person in self._people
        ]
        self.sockets.note(all(ok), now, now)

    def _is_late(self, person: Person, now: float) -> bool:
        """Whether the socket has shown an old version of a running match for over SHOWN_WITHIN."""
        picture, socket = person.picture, person.seated.socket
        if not picture or not picture.running or not socket or socket.shown >= picture.shown:
            self._behind.pop(person.table, None)
            return False
        return now - self._behind.setdefault(person.table, now) > SHOWN_WITHIN

    async def _probe(self, number: int) -> None:
        """Load the lists and a table as a new browser does, over a new connection."""
        person = self._people[number % len(self._people)]
        client = Client(*self._address, dict(person.seated.client.cookies))
        asked = time.perf_counter()
        ok = False
        try:
            async with asyncio.timeout(PROBED_WITHIN):
                pages = [(await client.get(path)).status for path in (*PAGES, person.seated.page)]
            ok = set(pages) == {OK}
        except OSError:
            ok = False
        finally:
            client.close()
        self.page.note(ok, asked, time.perf_counter())

    def seconds(self, since: float | None) -> float | None:
        """Seconds from the fault to a moment, None for what has not recovered."""
        return None if since is None else round(since - self.began, 1)
