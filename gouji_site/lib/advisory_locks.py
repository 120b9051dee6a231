"""Locks of things that have no row of their own to be locked: a name, a ruleset, a room.

PostgreSQL knows such a lock by one number of 64 bits. It is made of the kind and the key, so two kinds with the same key
do not wait for each other. Different keys may get the same number by chance: then they wait for each other, which is
harmless.
"""

from enum import IntEnum

from django.db import connection

from gouji_site.lib.waits import short_wait


class LockKind(IntEnum):
    """What is locked. A number that was in use is never given to another kind: processes of two releases may run at once."""

    QUICK_MATCH = 20
    """The key is a ruleset: people who look for a match under it are seated one after the other."""
    USER_NAME = 21
    """The key is a name in lower case."""
    CHAT_ROOM = 22
    """The key is a room of the chat: its lines get their numbers one after the other."""


def lock_in_transaction(kind: LockKind, key: str) -> None:
    """Lock something until the present transaction ends. Raises BusyError where it is not to be had in time."""
    with short_wait(kind.name, key), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, %s))", [key, kind.value])
