"""What the lobby lists: tables as values, with nothing in them that only players may know."""

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, TypeVar

from django.db.models import Prefetch, QuerySet, prefetch_related_objects
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.engine.core.phases import CommonPhase
from games.engine.core.sides import Sides
from games.engine.registry import game_of, is_known
from games.lobby.time_controls import BY_KEY, time_control_in_words
from games.play.display.log_text import name_of, ruleset_name
from games.play.display.screens import public_screen
from games.play.display.words import said
from games.play.models import Match, Seat, Table
from games.play.state.info import MatchInfo, SeatInfo, TableInfo
from games.play.state.match_seats import seats_held, whole
from games.play.state.selectors import (
    UNREADABLE,
    last_deals,
    left_seats,
    live_matches,
    load_snapshot,
    open_tables,
    own_tables,
    watchable_matches,
)
from games.play.state.table_state import TableState

log: Final = logging.getLogger(__name__)

MOST: int = 30
"""Tables in a list: more than anybody reads, and each is read and rendered at every refresh."""
R = TypeVar("R", Table, Match)
BETWEEN_DEALS: frozenset[str] = frozenset(
    (CommonPhase.WAITING, CommonPhase.BETWEEN, CommonPhase.OVER)
)


@dataclass(frozen=True, slots=True)
class ListedSeat:
    """A seat in a list of tables."""

    number: int
    team: int
    name: str
    free: bool
    bot: bool
    away: bool


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as the lobby shows it."""

    code: str
    key: str
    game: str
    ruleset: str
    time_control: str
    host: str
    free: int
    listed_seats: tuple[ListedSeat, ...]
    delay: int
    private: bool
    live: bool = False
    title: str = ""
    scores: tuple[str, ...] = ()

    @property
    def far(self) -> tuple[ListedSeat, ...]:
        """The seats of the far side, drawn first."""
        half = len(self.listed_seats) // 2
        return tuple(reversed(self.listed_seats[half:]))

    @property
    def near(self) -> tuple[ListedSeat, ...]:
        """The seats of the near side."""
        return self.listed_seats[: len(self.listed_seats) // 2]


def open_table_rows(game: str = "", time_control: str = "") -> list[TableRow]:
    """The public tables with a free seat, at most MOST of them; two queries however many.

    ``game`` and ``time_control`` are keys that leave out all others.
    """
    tables = open_tables()
    if game:
        tables = tables.filter(ruleset__startswith=game)
    if time_control in BY_KEY:
        chosen = BY_KEY[time_control]
        tables = tables.filter(decision_seconds=chosen.decision, bank_seconds=chosen.bank)
    found = tables.prefetch_related(_seats())[:MOST]
    return _readable(_row, [table for table in found if is_known(table.ruleset)])


def own_table_rows(user: User) -> list[TableRow]:
    """The tables where a user sits, those where the user plays first; two queries however many."""
    tables = [table for table in own_tables(user) if is_known(table.ruleset)]
    prefetch_related_objects(tables, _seats())
    return _readable(lambda table: _row(table, live=bool(getattr(table, "live", False))), tables)


def live_table_rows(most: int = MOST) -> list[TableRow]:
    """The public tables where a match is under way; at most four queries however many.

    That a match is on, and who began it, everybody may know at once. Where a table is watched with a delay, its deal and
    score are shown once the present deal is older than that, and a player who has left is named until then.
    """
    now = timezone.now()
    matches = [match for match in live_matches(most) if is_known(match.ruleset)]
    prefetch_related_objects([match.table for match in matches], _seats())
    delayed = [match.id for match in matches if match.table.watch_delay]
    dealt = last_deals(delayed) if delayed else {}
    left = left_seats(delayed) if delayed else []
    return _readable(lambda match: _live_row(match, dealt.get(match.id), left, now), matches)


def _readable(shown: Callable[[R], TableRow], found: Iterable[R]) -> list[TableRow]:
    """The rows of those that can be read; the others are logged, and keep nobody out of the lobby."""
    rows = []
    for each in found:
        try:
            rows.append(shown(each))
        except UNREADABLE:
            log.exception("%s %s cannot be listed", type(each).__name__, each.pk)
    return rows


def live_count() -> int:
    """The number of matches under way that everybody may watch."""
    return watchable_matches().count()


def _seats() -> Prefetch[str, QuerySet[Seat]]:
    return Prefetch(
        "seats", queryset=Seat.objects.select_related("user", "reserved_for").order_by("number")
    )


def _row(
    table: Table, *, live: bool = False, title: str = "", scores: tuple[str, ...] = ()
) -> TableRow:
    game = game_of(table.ruleset)
    seats = [SeatInfo.of(seat) for seat in table.seats.all()]
    return TableRow(
        code=table.code,
        key=game.meta.key,
        game=said(game.meta.title),
        ruleset=ruleset_name(game),
        time_control=time_control_in_words(table),
        host=next((name_of(seat) for seat in seats if seat.user_id == table.host_id), ""),
        free=sum(seat.is_free and not seat.reserved for seat in seats),
        listed_seats=_listed_seats(seats, game.meta.sides),
        delay=table.watch_delay,
        private=table.private,
        live=live,
        title=title,
        scores=scores,
    )


def _listed_seats(seats: Sequence[SeatInfo], sides: Sides) -> tuple[ListedSeat, ...]:
    return tuple(
        ListedSeat(
            number=seat.number,
            team=sides.team_of(seat.number),
            name=_seat_name(seat),
            free=seat.is_free and not seat.reserved,
            bot=bool(seat.bot),
            away=bool(seat.name) and seat.presence == Seat.Presence.AWAY,
        )
        for seat in seats
    )


def _seat_name(seat: SeatInfo) -> str:
    if seat.reserved:
        return _("留座")
    return "" if seat.is_free else name_of(seat)


def _live_row(
    match: Match,
    dealt: datetime | None,
    left: Sequence[tuple[int, int, datetime]],
    now: datetime,
) -> TableRow:
    row = _told_row(match, dealt, now)
    if not match.table.watch_delay:
        return row
    until = now - timedelta(seconds=match.table.watch_delay)
    # The seats as they were then: the bot that sits there now would tell who has left.
    gone = {seat for number, seat, at in left if number == match.id and at <= until}
    meta = game_of(match.ruleset).meta
    seats = seats_held(whole(match.holders, meta.seats), gone)
    return replace(row, listed_seats=_listed_seats(seats, meta.sides))


def _told_row(match: Match, dealt: datetime | None, now: datetime) -> TableRow:
    """The row of a match, with deal and score where watchers have seen the deal begin."""
    table, game = match.table, game_of(match.ruleset)
    state = load_snapshot(match, game)
    if state is None:  # to play it back would cost a query for each match
        return _row(table, live=True)
    seats = tuple(SeatInfo.of(seat) for seat in table.seats.all())
    table_state = TableState(TableInfo.of(table), seats, MatchInfo.of(match), game, state, (), now)
    if table.watch_delay:
        view = table_state.view(None)
        # Between two deals the score is newer than the deal that was dealt last.
        between = view is None or view.public.phase in BETWEEN_DEALS
        if between or dealt is None or dealt > now - timedelta(seconds=table.watch_delay):
            return _row(table, live=True)
    status = public_screen(table_state).status
    return _row(table, live=True, title=status.title, scores=tuple(status.scores))
