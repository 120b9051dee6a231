"""What the lobby lists."""

from dataclasses import dataclass

from django.db.models import Prefetch

from games.engine.shelf import game_of
from games.play.models import Match, Seat, Table
from games.play.present import name_of, ruleset_name
from games.play.selectors import open_tables

MOST: int = 30


@dataclass(frozen=True, slots=True)
class TableRow:
    """An open table as the lobby shows it."""

    code: str
    game: str
    ruleset: str
    opener: str
    free: int
    names: tuple[str, ...]
    decision_seconds: int


def open_table_rows() -> list[TableRow]:
    """The open tables, the newest first, at most MOST of them; two queries however many."""
    seats = Prefetch("seats", queryset=Seat.objects.select_related("user").order_by("number"))
    tables = open_tables().select_related("opener").prefetch_related(seats)[:MOST]
    return [_row(table) for table in tables]


def _row(table: Table) -> TableRow:
    game = game_of(table.ruleset)
    seats = list(table.seats.all())
    return TableRow(
        code=table.code,
        game=game.meta.title.zh,
        ruleset=ruleset_name(game),
        opener=table.opener.username if table.opener else "",
        free=sum(seat.is_free for seat in seats),
        names=tuple("" if seat.is_free else name_of(seat) for seat in seats),
        decision_seconds=table.decision_seconds,
    )


def live_count() -> int:
    """How many matches are being played now."""
    return Match.objects.filter(ended_at=None).count()
