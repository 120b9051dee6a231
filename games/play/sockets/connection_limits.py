"""How many sockets one visitor may have open in a web process, and how many frames they may send over one."""

import asyncio
import weakref
from collections import Counter
from collections.abc import Mapping
from typing import Final, TypeAlias

from gouji_site.lib.addresses import address_of

SocketOwner: TypeAlias = int | str
"""Whose a socket is: a user's id, or the address of somebody who is not signed in."""

MOST_OF_USER: Final = 40
"""Tabs and devices; a lost connection may count for a while beside the one that replaces it."""
MOST_OF_ADDRESS: Final = 400
"""A school or an office may be behind one address."""


class ConnectionLimits:
    """The sockets that are open in this process, by their owners."""

    def __init__(self) -> None:
        self._taken: Counter[SocketOwner] = Counter()

    def take(self, owner: SocketOwner) -> bool:
        """Count a socket of that owner; False, and not counted, where they have too many."""
        most = MOST_OF_USER if isinstance(owner, int) else MOST_OF_ADDRESS
        if self._taken[owner] >= most:
            return False
        self._taken[owner] += 1
        return True

    def give_back(self, owner: SocketOwner) -> None:
        """Count a socket less that has gone."""
        self._taken[owner] -= 1
        if self._taken[owner] <= 0:
            del self._taken[owner]  # or the counter would grow with every visitor


_by_loop: Final[weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, ConnectionLimits]] = (
    weakref.WeakKeyDictionary()
)


def connection_limits() -> ConnectionLimits:
    """The limits of the running event loop, which a web process has one of."""
    return _by_loop.setdefault(asyncio.get_running_loop(), ConnectionLimits())


def owner_of(user_id: int | None, scope: Mapping[str, object]) -> SocketOwner:
    """The owner of a socket, from its ASGI scope."""
    return user_id if user_id is not None else address_of(scope)


class Frames:
    """A limit to what a browser sends: ``most`` frames in ``seconds``."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most, self._seconds = most, seconds
        self._since = self._count = 0.0

    def count(self, now: float) -> bool:
        """Count a frame at the time ``now``; False where it is one too many."""
        if now - self._since > self._seconds:
            self._since, self._count = now, 0
        self._count += 1
        return self._count <= self._most


def is_gone(error: Exception) -> bool:
    """Whether sending has failed because the browser is gone, which is no failure of ours."""
    # TimeoutError is an OSError too, but means that something of ours was slow.
    return isinstance(error, OSError) and not isinstance(error, TimeoutError)
