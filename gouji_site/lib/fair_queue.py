"""A queue that takes owners in turn, however many things one of them waits for."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TypeAlias

Waiting: TypeAlias = asyncio.Future[None]


class FairQueue:
    """At most ``most`` turns at once. An owner who waits with a hundred things does not hold up one who waits with one.

    Without it, one client that asked for four pages over each of 200 connections held up all others for 15 s. For one
    event loop; it takes no locks.
    """

    def __init__(self, most: int) -> None:
        self._free = most
        self._queues: OrderedDict[str, deque[Waiting]] = OrderedDict()

    @asynccontextmanager
    async def turn(self, owner: str) -> AsyncIterator[None]:
        """Wait for a turn, and hold it while the block runs."""
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
            # The turn may have been given in the moment in which we were cancelled; it would be lost.
            if not waiting.cancelled():
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """Give the turn to the first of the next owner, who then goes behind all other owners."""
        while self._queues:
            owner, queue = self._queues.popitem(last=False)
            waiting = queue.popleft()
            if queue:
                self._queues[owner] = queue
            if not waiting.done():  # A cancelled one stays in its queue until it comes up.
                waiting.set_result(None)
                return
        self._free += 1
