"""Waits for a row or an advisory lock of the database: short, in few threads, and then refused.

Every connection gives up a wait for a lock after LOCK_SECONDS; the settings say so when they connect. A PgBouncer that
pools transactions takes no such option, so there each wait sets it itself.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Final, TypeAlias

from django.conf import settings
from django.db import OperationalError, connection
from psycopg.errors import DeadlockDetected, LockNotAvailable

STUCK_SECONDS: Final = 0.5
"""A wait that lasts longer is for something that is stuck, and not for others who clicked at the same moment."""


Key: TypeAlias = tuple[str, object]


class BusyError(Exception):
    """Something stayed locked for too long. The transaction has to be rolled back."""


class BoundedWaits:
    """Lets at most ``most`` threads of this process wait for the same thing.

    One stuck match must not take all threads of a process from the other tables.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._since: dict[Key, list[float]] = {}
        self._changed = threading.Condition()

    @contextmanager
    def enter(self, key: Key, *, first: bool = False) -> Iterator[bool]:
        """Count as one that waits while the block runs. Raises BusyError where enough wait and the first is stuck.

        ``first`` is for a thread that holds the lock already and takes it again: it does not wait here, because the
        others wait for it. Yields whether it is one too many; then it must not wait long.
        """
        with self._changed:
            over = first and len(self._since.get(key, ())) >= self._most
            if not first:
                self._await_place(key)
            begun = monotonic()
            self._since.setdefault(key, []).append(begun)
        try:
            yield over
        finally:
            with self._changed:
                self._since[key].remove(begun)
                if not self._since[key]:
                    del self._since[key]
                self._changed.notify_all()

    def _await_place(self, key: Key) -> None:
        while len(self._since.get(key, ())) >= self._most:
            left = self._since[key][0] + STUCK_SECONDS - monotonic()
            if left <= 0:
                raise BusyError(key[0])
            self._changed.wait(left)  # It may wake for another key, so the loop looks again.


class HeldLocks(threading.local):
    """What this thread has locked in its present transaction."""

    def __init__(self) -> None:
        self._transaction: object = None
        self._keys: set[Key] = set()

    def keys(self) -> set[Key]:
        """The keys of the present transaction, a set to add to. Empty outside of one."""
        # PostgreSQL gives up all locks at the end of a transaction, so another outermost block begins without any.
        # Django has no public way to tell one transaction from the next; asking PostgreSQL would be one more statement.
        begun = connection.atomic_blocks[0] if connection.atomic_blocks else None
        if begun is None or begun is not self._transaction:
            self._transaction, self._keys = begun, set()
        return self._keys


_waits: Final = BoundedWaits(max(1, settings.WEB_THREADS // 2))
_held: Final = HeldLocks()


@contextmanager
def short_wait(kind: str, which: object) -> Iterator[None]:
    """Put around a statement that takes the lock of thing ``which`` of a kind. Needs a transaction.

    Raises BusyError where the lock does not come free in time, or where half of our threads wait for it already.
    """
    key, held = (kind, which), _held.keys()
    with _waits.enter(key, first=key in held) as over, busy_means(BusyError(kind)):
        if over:
            _wait_at_most(STUCK_SECONDS)
        elif not settings.DATABASE_PREPARED:
            _wait_at_most(settings.LOCK_SECONDS)
        yield
    held.add(key)


def _wait_at_most(seconds: float) -> None:
    # LOCAL: the connection goes back to a pool, and others would inherit it.
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL lock_timeout = {round(seconds * 1000)}")


@contextmanager
def busy_means(refusal: Exception) -> Iterator[None]:
    """Raise ``refusal`` in place of an error that says that a lock did not come free in time."""
    try:
        yield
    except (BusyError, OperationalError) as error:
        if is_busy(error):
            raise refusal from error
        raise


def is_busy(error: BaseException) -> bool:
    """Tell whether an error says that a lock did not come free in time. A deadlock counts too: trying again helps."""
    if isinstance(error, OperationalError):
        return isinstance(error.__cause__, LockNotAvailable | DeadlockDetected)
    return isinstance(error, BusyError)
