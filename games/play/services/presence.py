"""Whether a seat's holder is with us: here, expected back 重连中, or away 离开.

Presence is told by sockets alone, never by what somebody plays, so that nobody can tell from it who has given a
sealed answer, and it changes no deadline. Every row that somebody else has locked is skipped and left
to the next call: presence waits for nobody, and no service waits long for it. Times are the database's.
"""

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeAlias

from django.db import connection, transaction

from games.play.services import broadcast

Columns: TypeAlias = list[list[int] | list[float]]
"""Parameters of a statement that unnests them side by side."""
Pair: TypeAlias = tuple[int, int]
"""A table's id and a user's: whoever has sockets open on that table."""

STALE_SECONDS: Final = 45
"""A holder of whom no web process has said for so long that they are here is not: the process has died."""
AWAY_SECONDS: Final = 60
"""How long a holder that has gone is expected back."""
SETTLE_MOST: Final = 500

# ruff: noqa: S608 -- statements are put together from our own names and numbers

_PAIRS: Final = "unnest(%s::bigint[], %s::bigint[]) AS p (table_id, user_id)"
_OF_PAIRS: Final = "s.table_id = p.table_id AND s.user_id = p.user_id"
_KEEP: Final = f"""
    UPDATE play_seat SET seen_at = statement_timestamp() WHERE id IN (
        SELECT s.id FROM play_seat s JOIN {_PAIRS} ON {_OF_PAIRS}
        WHERE s.presence = 'here' FOR NO KEY UPDATE OF s SKIP LOCKED)"""
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
            OR s.seen_at < statement_timestamp() - interval '{STALE_SECONDS} s')
        OR s.presence = 'back' AND s.seen_at < statement_timestamp() - interval '{AWAY_SECONDS} s')"""
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
    """These users have sockets open on these tables now; who holds no seat there changes nothing.

    Returns those that somebody else's lock kept from being written: try them again. Side effects on commit:
    the sockets of tables where somebody has come back are told.
    """
    tried = list(pairs)
    if not tried:
        return set()
    tables, users = [pair[0] for pair in tried], [pair[1] for pair in tried]
    with connection.cursor() as cursor:
        cursor.execute(_KEEP, [tables, users])
        cursor.execute(_NOT_KEPT, [tables, users])
        rest = {row[0] for row in cursor.fetchall()}
    locked = _change(rest, _RETURN, lambda: [tables, users])
    return {pair for pair in tried if pair[0] in rest - locked}


def let_go(gone: Mapping[Pair, float]) -> set[Pair]:
    """The last socket of these users on these tables has closed, each at that time of this machine's
    monotonic clock; whoever was seen since, by whatever process, is here.

    Returns those that somebody else's lock kept from being written: try them again. Side effects on commit:
    the sockets of these tables are told.
    """
    tables, users = [pair[0] for pair in gone], [pair[1] for pair in gone]

    def values() -> Columns:
        now = time.monotonic()
        return [tables, users, [now - at for at in gone.values()]]

    locked = _change(set(tables), _GO, values)
    return {pair for pair in gone if pair[0] not in locked}


def settle_presence() -> None:
    """Turn holders whom no process keeps here any more into such as are expected back, and those who did not
    come back into such as are away. A second call changes nothing.

    Side effects on commit: the sockets of these tables are told.
    """
    with connection.cursor() as cursor:
        cursor.execute(_FIND_OVERDUE)
        tables = {row[0] for row in cursor.fetchall()}
    _change(tables, _SETTLE, list)


def _change(table_ids: set[int], sql: str, values: Callable[[], Columns]) -> set[int]:
    """Run a statement on the seats of those tables that nobody else has locked; returns which they are.

    The table's row comes first, as everywhere; a seat that is locked all the same, as by an account being
    deleted, is given up before PostgreSQL would have to choose between the two.
    """
    if not table_ids:
        return set()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL lock_timeout = '400ms'")
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
