"""A pool of database connections that goes on trying while somebody waits for one."""

from contextlib import suppress
from typing import Any

from psycopg_pool import ConnectionPool, PoolClosed, PoolTimeout


def try_again(pool: ConnectionPool[Any]) -> None:
    """Make a pool that has given up connect anew if somebody waits for a connection. For ``reconnect_failed``.

    By itself the pool tries again only when the next thread asks. While all threads of a process wait, none does, and
    they would go on waiting after the database is back: pages came 4 s after it.
    """
    if pool.get_stats()["requests_waiting"]:
        # Asking is what makes the pool try. The answer does not matter.
        with suppress(PoolTimeout, PoolClosed):
            pool.putconn(pool.getconn(timeout=0.01))
