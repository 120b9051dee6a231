"""A pool of database connections that goes on trying while somebody waits for one."""

from contextlib import suppress
from typing import Any

from psycopg_pool import ConnectionPool, PoolClosed, PoolTimeout


def try_again(pool: ConnectionPool[Any]) -> None:
    """Start to connect anew where a pool gave up although somebody waits; its ``reconnect_failed``.

    By itself the pool tries again only when the next one asks: while all threads of a process wait, nobody does, and they
    would wait in vain after the database is back.
    """
    if pool.get_stats()["requests_waiting"]:
        with suppress(PoolTimeout, PoolClosed):
            pool.putconn(pool.getconn(timeout=0.01))
