"""How many sockets one visitor may have open in a web process, and how much they may say over one."""

import asyncio
import weakref
from collections import Counter
from collections.abc import Mapping
from typing import Final, TypeAlias

from gouji_site.lib.addresses import address_of

Owner: TypeAlias = int | str
"""Whose a socket is: a user's number, or the address of who has not signed in."""

MOST_OF_USER: Final = 40
MOST_OF_ADDRESS: Final = 400
"""A school or an office may be behind one address."""


class ConnectionLimits:
    """The sockets that are open in this process, by their owners."""

    def __init__(self) -> None:
        self._taken: Counter[Owner] = Counter()

    def take(self, owner: Owner) -> bool:
        """Count a socket that comes, unless its owner has too many."""
        most = MOST_OF_USER if isinstance(owner, int) else MOST_OF_ADDRESS
        if self._taken[owner] >= most:
            return False
        self._taken[owner] += 1
        return True

    def give_back(self, owner: Owner) -> None:
        """A socket that was counted has gone."""
        self._taken[owner] -= 1
        if self._taken[owner] <= 0:
            del self._taken[owner]


_by_loop: Final[weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, ConnectionLimits]] = (
    weakref.WeakKeyDictionary()
)


def connection_limits() -> ConnectionLimits:
    """The places of the running event loop: one for a web process."""
    return _by_loop.setdefault(asyncio.get_running_loop(), ConnectionLimits())


def owner_of(user_id: int | None, scope: Mapping[str, object]) -> Owner:
    """Whose a socket is."""
    return user_id if user_id is not None else address_of(scope)


class Frames:
    """Counts what a browser says: ``most`` frames in so many seconds."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most, self._seconds = most, seconds
        self._since = self._count = 0.0

    def count(self, now: float) -> bool:
        """Count a frame that has come; whether it is among the first ``most``."""
        if now - self._since > self._seconds:
            self._since, self._count = now, 0
        self._count += 1
        return self._count <= self._most


def is_gone(error: Exception) -> bool:
    """Whether sending has failed because the browser is not there any more: no failure of ours."""
    return isinstance(error, OSError) and not isinstance(error, TimeoutError)
