"""Tells whether the servers that all processes need answer, within a bounded time."""

from __future__ import annotations

import psycopg
import redis
from django.conf import settings
from django.db import connection
from redis.backoff import NoBackoff
from redis.retry import Retry

REDIS_SECONDS = 1
DATABASE_SECONDS = 2
"""The shortest that libpq takes."""


def some_server_is_away() -> bool:
    """Tell whether Redis or PostgreSQL does not answer. Takes some three seconds at most."""
    return not (_redis_answers() and _database_answers())


def _redis_answers() -> bool:
    client = redis.Redis.from_url(
        settings.REDIS_URL,
        socket_connect_timeout=REDIS_SECONDS,
        socket_timeout=REDIS_SECONDS,
        retry=Retry(NoBackoff(), 0),  # By default redis-py tries three times more, seconds apart.
    )
    try:
        return bool(client.ping())
    except (redis.RedisError, OSError):
        return False
    finally:
        client.close()


def _database_answers() -> bool:
    # With a connection of its own: those of the process may all be waiting.
    params = {**connection.get_connection_params(), "connect_timeout": DATABASE_SECONDS}
    try:
        psycopg.connect(**params).close()
    except psycopg.Error:
        return False
    return True
