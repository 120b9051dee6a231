"""Whether the servers that all processes need answer, asked in a time that has an end."""

from __future__ import annotations

import psycopg
import redis
from django.conf import settings
from django.db import connection
from redis.backoff import NoBackoff
from redis.retry import Retry

REDIS_SECONDS = 1
DATABASE_SECONDS = 2
"""libpq knows no shorter one."""


def some_server_is_away() -> bool:
    """Whether Redis or PostgreSQL does not answer. Takes three seconds at most."""
    return not (_redis_answers() and _database_answers())


def _redis_answers() -> bool:
    client = redis.Redis.from_url(
        settings.REDIS_URL,
        socket_connect_timeout=REDIS_SECONDS,
        socket_timeout=REDIS_SECONDS,
        retry=Retry(NoBackoff(), 0),
    )
    try:
        return bool(client.ping())
    except (redis.RedisError, OSError):
        return False
    finally:
        client.close()


def _database_answers() -> bool:
    """By a connection of its own: those of the process may all be waiting."""
    how = {**connection.get_connection_params(), "connect_timeout": DATABASE_SECONDS}
    try:
        psycopg.connect(**how).close()
    except psycopg.Error:
        return False
    return True
