"""Whether a seat's holder is connected: here, expected back 重连中, or away 离开.

Only sockets decide it, never what somebody plays: otherwise it would show who has given a sealed answer. It changes no
deadline. A row that somebody else has locked is skipped and left to the next call: presence never waits, and no service
waits long for it. Times are the database's, since the clocks of web processes differ.
"""

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeAlias

from django.db import connection, transaction

from games.play.services import broadcast

Columns: TypeAlias = list[list[int] | list[float]]
"""Parameters of a statement that unnests them side by side."""
Pair: TypeAlias = tuple[int, int]
"""A table's id and the id of a user with sockets open on it."""

PRESENCE_EXPIRES_SECONDS: Final = 45
"""When a holder counts as gone whom no web process has written as here: the process has died. It writes every 20 s
(``PresenceTracker``), so one write may fail."""
EXPECTED_BACK_SECONDS: Final = 60
"""How long a holder who has gone is expected back."""
SETTLE_MOST: Final = 500
"""Tables that one call settles, so that it holds few locks; the next one follows in seconds."""

# ruff: noqa: S608 -- statements are put together from our own names and numbers

_PAIRS: Final = "unnest(%s::bigint[], %s::bigint[]) AS p (table_id, user_id)"
_OF_PAIRS: Final = "s.table_id = p.table_id AND s.user_id = p.user_id"
_KEEP: Final = f"""
    UPDATE play_seat SET seen_at = statement_timestamp() WHERE id IN (
        SELECT s.id FROM play_seat s JOIN {_PAIRS} ON {_OF_PAIRS}
        WHERE s.presence = 'here' FOR NO KEY UPDATE OF s SKIP LOCKED)"""
# What _KEEP has just written is a moment old. A seat with an older time was skipped, as somebody holds its row.
_NOT_KEPT: Final = f"""
    SELECT DISTINCT s.table_id FROM play_seat s JOIN {_PAIRS} ON {_OF_PAIRS}
    WHERE s.presence <> 'here' OR s.seen_at IS NULL
       OR s.seen_at < statement_timestamp() - interval '10 s'"""
_RETURN: Final = f"""
    WITH was AS (
        SELECT s.id, s.presence FROM play_seat s JOIN {_PAIRS} ON {_OF_PAIRS}
        WHERE s.table_id = ANY(%s) FOR NO KEY UPDATE OF s)
    UPDATE play_seat s SET presence = 'here', seen_at = statement_timestamp()
    FROM was WHERE s.id = was.id
    RETURNING CASE WHEN was.presence <> 'here' THEN s.table_id END"""
# The comparison of times spares those whom another process has seen since: they changed to another web process.
_GO: Final = """
    UPDATE play_seat s
    SET presence = 'back', seen_at = statement_timestamp() - make_interval(secs => p.ago)
    FROM unnest(%s::bigint[], %s::bigint[], %s::float8[]) AS p (table_id, user_id, ago)
    WHERE s.table_id = p.table_id AND s.user_id = p.user_id AND s.table_id = ANY(%s)
      AND s.presence = 'here'
      AND s.seen_at <= statement_timestamp() - make_interval(secs => p.ago)
    RETURNING s.table_id"""
_OVERDUE: Final = f"""
    s.user_id IS NOT NULL AND (
        s.presence = 'here' AND (s.seen_at IS NULL
            OR s.seen_at < statement_timestamp() - interval '{PRESENCE_EXPIRES_SECONDS} s')
        OR s.presence = 'back' AND s.seen_at < statement_timestamp() - interval '{EXPECTED_BACK_SECONDS} s')"""
_FIND_OVERDUE: Final = f"""
    SELECT DISTINCT s.table_id FROM play_seat s JOIN play_table t ON t.id = s.table_id
    WHERE NOT t.closed AND s.presence <> 'away' AND {_OVERDUE} LIMIT {SETTLE_MOST}"""
_SETTLE: Final = f"""
    UPDATE play_seat s SET presence = CASE s.presence WHEN 'here' THEN 'back' ELSE 'away' END
    WHERE s.table_id = ANY(%s) AND {_OVERDUE} RETURNING s.table_id"""
_LOCK: Final = """
    SELECT id FROM play_table WHERE id = ANY(%s) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED"""
_CHANGED: Final = "UPDATE play_table SET version = version + 1 WHERE id = ANY(%s)"


def keep_here(pairs: Iterable[Pair]) -> set[Pair]:
    """Note that these users have sockets open on these tables now. Pairs without a seat change nothing.

    Returns the pairs that a lock kept from being written: try them again. Side effect on commit: the sockets of tables
    where somebody has come back are told.
    """
    tried = list(pairs)
    if not tried:
        return set()
    tables, users = [pair[0] for pair in tried], [pair[1] for pair in tried]
    # Most pairs are here already: they need no lock on a table and no version, only a new time.
    with connection.cursor() as cursor:
        cursor.execute(_KEEP, [tables, users])
        cursor.execute(_NOT_KEPT, [tables, users])
        rest = {row[0] for row in cursor.fetchall()}
    locked = _change(rest, _RETURN, lambda: [tables, users])
    return {pair for pair in tried if pair[0] in rest - locked}


def let_go(gone: Mapping[Pair, float]) -> set[Pair]:
    """Note that the last socket of these users on these tables has closed, at that time of ``time.monotonic``. Users
    whom any process has seen since stay here.

    Returns the pairs that a lock kept from being written: try them again. Side effect on commit: the sockets of these
    tables are told.
    """
    tables, users = [pair[0] for pair in gone], [pair[1] for pair in gone]

    # Reckoned when the statement runs, not before: it counts seconds back from the database's clock, and waiting for
    # the locks would shift them.
    def values() -> Columns:
        now = time.monotonic()
        return [tables, users, [now - at for at in gone.values()]]

    locked = _change(set(tables), _GO, values)
    return {pair for pair in gone if pair[0] not in locked}


def settle_presence() -> None:
    """Expect back the holders whom no process keeps here any more, and set those to away who did not come back. A second
    call changes nothing.

    Side effect on commit: the sockets of these tables are told.
    """
    with connection.cursor() as cursor:
        cursor.execute(_FIND_OVERDUE)
        tables = {row[0] for row in cursor.fetchall()}
    _change(tables, _SETTLE, list)


def _change(table_ids: set[int], sql: str, values: Callable[[], Columns]) -> set[int]:
    """Run a statement on the seats of those tables that nobody else has locked; returns the ids of these tables."""
    if not table_ids:
        return set()
    with transaction.atomic(), connection.cursor() as cursor:
        # A seat may be locked although its table is free, as by an account that is being deleted. Below PostgreSQL's
        # deadlock_timeout of 1 s this statement gives way; otherwise the service could be the one that is killed.
        cursor.execute("SET LOCAL lock_timeout = '400ms'")
        # Tables before seats, by id: the order of every service.
        cursor.execute(_LOCK, [sorted(table_ids)])
        locked = [row[0] for row in cursor.fetchall()]
        cursor.execute(sql, [*values(), locked])
        changed = sorted({row[0] for row in cursor.fetchall() if row[0] is not None})
        if changed:
            cursor.execute(_CHANGED, [changed])
            transaction.on_commit(lambda: _announce(changed), robust=True)
    return set(locked)


def _announce(table_ids: list[int]) -> None:
    for table_id in table_ids:
        broadcast.table_changed(table_id)
