"""Reading tables and matches: what pages, sockets and services ask of the database."""

from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from accounts.models import User
from games.engine.core.game import Game
from games.engine.core.phases import Pace
from games.engine.core.records import Entry, play_back
from games.play.models import Match, Seat, Table


def load_state(match: Match, game: Game[Any]) -> Any:  # noqa: ANN401 -- a game's own state
    """The engine's state of a match: its snapshot, or its moves played back where that is too old."""
    if match.schema == game.schema:
        return game.load(bytes(match.snapshot))
    entries = (Entry(*row) for row in match.moves.values_list("seat", "action", "tick"))
    return play_back(game, entries)[0]


def ticks_gone(match: Match, pace: Pace, now: datetime) -> int:
    """How many ticks of the present phase the server's clock has shown."""
    if not pace.ticks:
        return 0
    seconds = (now - match.phase_began_at).total_seconds()
    return max(0, min(pace.ticks, int(seconds / pace.tick_seconds)))


def seats_of(table: Table) -> list[Seat]:
    """All seats of a table in order, with their users."""
    return list(Seat.objects.filter(table=table).select_related("user").order_by("number"))


def open_tables() -> QuerySet[Table]:
    """Tables where somebody may still sit down, the newest first."""
    return (
        Table.objects.filter(closed=False, seats__user=None, seats__bot="")
        .exclude(matches__ended_at=None, matches__isnull=False)
        .distinct()
        .order_by("-opened_at")
    )


def own_seat(user: User) -> Seat | None:
    """The seat that a user holds at a table that is not closed: the latest one."""
    seats = Seat.objects.filter(user=user, table__closed=False).select_related("table")
    return seats.order_by("-table__opened_at").first()


def versions_of(table_ids: list[int]) -> dict[int, tuple[int, int, int]]:
    """The versions that sockets compare, in one query: of the table, and number and version of its
    last match (0, 0 before the first).
    """
    rows = (
        Table.objects.filter(id__in=table_ids)
        .order_by("id", "-matches__number")
        .distinct("id")
        .values_list("id", "version", "matches__number", "matches__version")
    )
    return {row[0]: (row[1], row[2] or 0, row[3] or 0) for row in rows}
