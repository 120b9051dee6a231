"""The hot path in plain SQL: a table is found, and a match read, locked and written, in one statement each.

For these statements the ORM's own work costs more than all the rest of a move: about 0.9 ms of CPU for each against
0.15 ms, measured on the bench's machine. Everything else uses the ORM.
"""

from datetime import datetime
from typing import Final, NamedTuple, TypeAlias

from django.db import connection
from django.db.models import Model

from games.engine.core.actions import CHANCE
from games.engine.core.fair import DealSource
from games.play.models import Match, Table
from games.play.state.info import MATCH_COLUMNS, TABLE_COLUMNS, MatchInfo, TableInfo
from gouji_site.lib.waits import short_wait

# ruff: noqa: S608 -- statements are put together from our own names


def _columns(model: type[Model], without: frozenset[str]) -> tuple[str, ...]:
    # In the order of the model's fields: ``from_db`` takes the values by position.
    fields = model._meta.concrete_fields
    return tuple(field.attname for field in fields if field.name not in without)


def _named(table: str, columns: tuple[str, ...]) -> str:
    return ", ".join(f"{table}.{name}" for name in columns)


_UNREAD: Final = frozenset(
    {"secret", "salts", "deal_scheme", "first_seat", "holders", "result", "origin", "rated"}
)
"""What the write path does not read: it has no use for it, and secrets stay in the database."""
_MATCH: Final = _columns(Match, _UNREAD)
_TABLE: Final = _columns(Table, frozenset({"secret", "origin"}))
_JOIN: Final = "play_match m JOIN play_table t ON t.id = m.table_id"
_LAST: Final = f"""
    SELECT {_named("m", MATCH_COLUMNS)}, {_named("t", TABLE_COLUMNS)} FROM {_JOIN}
    WHERE m.table_id = %s ORDER BY m.number DESC LIMIT 1"""
_LOCKED: Final = f"SELECT {_named('m', _MATCH)}, {_named('t', _TABLE)} FROM {_JOIN} WHERE m.id = %s"
# Only the match's row: with the table's too, moves would wait for those who sit down, and lock in the wrong order.
_LOCK: Final = f"{_LOCKED} FOR UPDATE OF m"
_LOCK_AT: Final = f"{_LOCKED} AND m.table_id = %s FOR UPDATE OF m"
_BY_CODE: Final = f"SELECT {_named('t', _TABLE)} FROM play_table t WHERE t.code = %s"
_VERSION: Final = (
    "SELECT number, version FROM play_match WHERE table_id = %s ORDER BY number DESC LIMIT 1"
)
_WRITTEN: Final = (
    *(
        "version",
        "schema",
        "snapshot",
        "prompt_versions",
        "deadline",
        "phase_began_at",
        "bots_due_at",
    ),
    *("banks", "missed_turns", "auto"),
)
"""The columns of its match that a move changes."""
_WRITE_MATCH: Final = f"""
    UPDATE play_match SET {", ".join(f"{name} = %s" for name in _WRITTEN)} WHERE id = %s"""
_WRITE_MOVE: Final = "(%s, %s, %s, %s, %s, %s, %s, %s)"
# The moves in a CTE: one round trip to the database for a whole move, while others wait for the match's lock.
_WRITE_MOVES: Final = """
    WITH made AS (
        INSERT INTO play_move (match_id, number, seat, action, tick, events, by, made_at) VALUES {}
    )"""


_DEAL: Final = "deal "
SqlValue: TypeAlias = bool | int | float | str | bytes | datetime | list[int] | list[bool] | None
LOG_MOVES: Final = 30
"""Moves that are read for the log and the cues of a page; it shows fewer lines than that."""
_EVENTS: Final = """
    SELECT events, made_at, seat, by FROM play_move WHERE match_id = %s AND number > %s AND number <= %s
    ORDER BY number DESC LIMIT %s"""


class SeatRow(NamedTuple):
    """Who holds a seat."""

    number: int
    user_id: int | None
    bot: str
    auto_decline: bool


class MoveRow(NamedTuple):
    """A move to be written."""

    number: int
    seat: int
    action: str
    tick: int
    events: bytes
    by: str
    made_at: datetime


def last_match(table_id: int) -> tuple[MatchInfo, TableInfo] | None:
    """The last match of a table, under way or not, with its table; None before the first match. One query."""
    with connection.cursor() as cursor:
        cursor.execute(_LAST, [table_id])
        row = cursor.fetchone()
    if row is None:
        return None
    split = len(MATCH_COLUMNS)
    return MatchInfo.read(row[:split]), TableInfo(*row[split:])


def table_by_code(code: str) -> Table | None:
    """The table of that code, without its secret; None where there is none."""
    with connection.cursor() as cursor:
        cursor.execute(_BY_CODE, [code])
        row = cursor.fetchone()
    return Table.from_db(connection.alias, _TABLE, row) if row else None


def version_of(table: Table) -> tuple[int, int, int]:
    """As ``selectors.versions_of`` gives it, for one table that has just been read."""
    with connection.cursor() as cursor:
        cursor.execute(_VERSION, [table.id])
        number, version = cursor.fetchone() or (0, 0)
    return table.version, number, version


def lock_match(match_id: int, *, table_id: int | None = None) -> Match | None:
    """A match with its table, whose row is locked until the transaction ends; None where there is none (at ``table_id``,
    where that is given). The table's row is not locked.

    Raises BusyError where somebody else holds it too long.
    """
    if table_id is None:
        with short_wait("match", match_id):
            return _match(_LOCK, match_id)
    # Counted with those who wait for the table's own row: one stuck table must not take more than half of the threads.
    with short_wait("table", table_id):
        return _match(_LOCK_AT, match_id, table_id)


def lock_free_match(match_id: int) -> Match | None:
    """The same without waiting: None also where somebody else holds the match."""
    return _match(f"{_LOCK} SKIP LOCKED", match_id)


class MadeRow(NamedTuple):
    """A stored move, as far as the log shows it."""

    events: bytes
    made_at: datetime
    seat: int
    by: str


def recent_events(match: MatchInfo, after: int) -> list[MadeRow]:
    """The last LOG_MOVES moves after number ``after``, oldest first."""
    # Not beyond the version that was read with the state: a move made since would tell of a state that is not shown yet.
    with connection.cursor() as cursor:
        cursor.execute(_EVENTS, [match.id, after, match.version, LOG_MOVES])
        return [MadeRow(bytes(row[0]), *row[1:]) for row in reversed(cursor.fetchall())]


def source_of_deals(match_id: int) -> tuple[DealSource, int]:
    """What the next deal of a match is drawn from, and how many deals are stored. It holds the secret: for dealing alone."""
    match = Match.objects.only("secret", "salts", "deal_scheme", "first_seat").get(id=match_id)
    dealt = match.moves.filter(seat=CHANCE, action__startswith=_DEAL).count()
    source = DealSource(match.secret, tuple(match.salts), match.deal_scheme, match.first_seat)
    return source, dealt


def is_deal(seat: int, action: str) -> bool:
    """Whether a move was a deal, in any game: those that ``source_of_deals`` counts."""
    return seat == CHANCE and action.startswith(_DEAL)


def seat_rows(table_id: int) -> tuple[SeatRow, ...]:
    """The seats of a table in order."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT number, user_id, bot, auto_decline FROM play_seat WHERE table_id = %s ORDER BY number",
            [table_id],
        )
        return tuple(SeatRow(*row) for row in cursor.fetchall())


def write(match: Match, moves: list[MoveRow]) -> None:
    """Store moves, and the columns _WRITTEN of the match that they led to, in one statement.

    Raises IntegrityError where a move of that number is stored already: then the match was not locked.
    """
    values: list[SqlValue] = [value for move in moves for value in (match.id, *move)]
    inserted = ", ".join([_WRITE_MOVE] * len(moves))
    before = _WRITE_MOVES.format(inserted) if moves else ""
    values += [getattr(match, name) for name in _WRITTEN]
    values.append(match.id)
    with connection.cursor() as cursor:
        cursor.execute(before + _WRITE_MATCH, values)


def _match(sql: str, *numbers: int) -> Match | None:
    with connection.cursor() as cursor:
        cursor.execute(sql, numbers)
        row = cursor.fetchone()
    if row is None:
        return None
    split = len(_MATCH)
    match = Match.from_db(connection.alias, _MATCH, row[:split])
    match.table = Table.from_db(connection.alias, _TABLE, row[split:])
    return match
