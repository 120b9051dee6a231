"""Turns: so many at once, and of those who wait everybody in his turn, however many things one of them wants."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TypeAlias

Waiting: TypeAlias = asyncio.Future[None]


class FairQueue:
    """At most ``most`` turns at once. Who waits with a hundred things holds nobody up who waits with one."""

    def __init__(self, most: int) -> None:
        self._free = most
        self._queues: OrderedDict[str, deque[Waiting]] = OrderedDict()

    @asynccontextmanager
    async def turn(self, owner: str) -> AsyncIterator[None]:
        """Wait for a turn, and have it as long as the block runs."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(owner)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, owner: str) -> None:
        waiting: Waiting = asyncio.get_running_loop().create_future()
        self._queues.setdefault(owner, deque()).append(waiting)
        try:
            await waiting
        except asyncio.CancelledError:
            if not waiting.cancelled():  # the turn had just been given
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """Give the turn to the next owner's first, who then goes behind all others."""
        while self._queues:
            owner, queue = self._queues.popitem(last=False)
            waiting = queue.popleft()
            if queue:
                self._queues[owner] = queue
            if not waiting.done():
                waiting.set_result(None)
                return
        self._free += 1
