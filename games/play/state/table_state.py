"""A table as read from the database once per version, and what of it each viewer may see."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from django.utils import timezone

from games.engine.core.events import Event, seat_of, visible
from games.engine.core.game import AnyGame, AnyState
from games.engine.core.views import AnyPublic, View
from games.engine.registry import game_of
from games.play.models import Move, Table
from games.play.state.info import MatchInfo, PauseInfo, SeatInfo, TableInfo
from games.play.state.selectors import (
    UNREADABLE,
    BrokenMatchError,
    load_state,
    one_each,
    pause_at,
    prompt_versions_of,
    rules_of,
    seats_of,
    ticks_gone,
)
from games.play.state.sql import last_match, recent_events
from games.play.state.viewers import Viewer, Visibility

log: Final = logging.getLogger(__name__)

CLOCK_SLACK: Final = 0.005
"""Seconds after a tick at which it is surely over, so that a timer never comes just before it."""
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)
LOG_EVENTS: Final = 40


class Told(NamedTuple):
    """Public events, the number of each, and who decided it (``Move.By``) where that is worth telling, else ""."""

    events: tuple[Event, ...] = ()
    stamps: tuple[int, ...] = ()
    decided_by: tuple[str, ...] = ()


TOLD_LIVE: Final = frozenset({Move.By.CLOCK, Move.By.AUTOPLAY, Move.By.REFEREE})
"""Whose decisions the table tells of. Not that a seat has its calls declined: nobody else may know."""


@dataclass(frozen=True, slots=True)
class TableState:
    """A table as read from the database once per version; holds secrets, so it goes to no template."""

    table: TableInfo
    seats: tuple[SeatInfo, ...]
    match: MatchInfo | None
    game: AnyGame
    state: AnyState
    events: tuple[Event, ...]
    now: datetime
    behind: int = 0
    """Seconds by which this is later than the table, for a watcher."""
    due: datetime | None = None
    """When that happened which a watcher is to see next."""
    pause: PauseInfo | None = None
    """Why the clocks of the match stand still, where they do."""
    stamps: tuple[int, ...] = ()
    """The number of each of ``events``, which only grows; empty where nothing is called out."""
    decided_by: tuple[str, ...] = ()
    """Who decided each of ``events``, as ``Told`` has it; empty where that is not known."""
    broken: MatchInfo | None = None
    """The table's last match where it cannot be read; ``match`` is None then."""
    _watchers_views: dict[int, View[AnyPublic]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """A watcher's view by tick: what all views share is made once."""

    @property
    def version(self) -> tuple[int, int, int]:
        """As ``selectors.versions_of`` gives it."""
        match = self.match or self.broken
        return (
            (self.table.version, match.number, match.version)
            if match
            else (self.table.version, 0, 0)
        )

    def view(self, seat: int | None) -> View[AnyPublic] | None:
        """What the holder of ``seat`` (None: a watcher) may see of the match, if there is one."""
        if self.match is None:
            return None
        tick = ticks_gone(self.match, self.game.pace(self.state), self.now)
        public = self._watchers_views.get(tick)
        if public is None:
            public = self._watchers_views[tick] = self.game.view(self.state, None, tick)
        return (
            public
            if seat is None
            else View(seat, public.public, self.game.own(self.state, seat, tick))
        )

    def next_tick(self, now: datetime) -> float | None:
        """Seconds until the clock of the present phase shows more; None where it has nothing to show."""
        if self.match is None or self.match.ended_at or self.match.paused_at:
            return None
        pace = self.game.pace(self.state)
        gone = ticks_gone(self.match, pace, now)
        if gone >= pace.ticks:
            return None
        shown = self.match.phase_began_at + timedelta(seconds=(gone + 1) * pace.tick_seconds)
        return max(0.0, (shown - now).total_seconds()) + CLOCK_SLACK

    def viewer(self, user_id: int | None) -> Viewer:
        """How somebody sees this table, as ``viewers.viewer_for`` says it, without a query."""
        held = (seat.number for seat in self.seats if user_id and seat.user_id == user_id)
        match = self.match or self.broken
        until = match.embargo_until if match else None
        table = self.table
        visibility = Visibility(table.id, table.origin, table.watch_delay, until)
        return visibility.viewer(user_id, next(held, None))

    def views_for(self, viewer: Viewer) -> dict[int, View[AnyPublic]]:
        """The hands that somebody may see, by seat: all of a referee's match, a player's own, none for a watcher."""
        seats = range(len(self.seats)) if viewer.sees_all_hands else (viewer.seat,)
        views = {seat: self.view(seat) for seat in seats if seat is not None}
        return {seat: view for seat, view in views.items() if view is not None}


def load(table_id: int, before: TableState | None = None) -> TableState | None:
    """A table as it now is; None where there is none.

    From what was loaded ``before`` the seats are kept where the table has not changed, and of the
    same match only newer moves are read.
    """
    found = last_match(table_id)
    match, table = found or (None, _table(table_id))
    if table is None:
        return None
    kept = before if before is not None and before.table.version == table.version else None
    seats = kept.seats if kept else seats_of(table.id)
    try:
        game = rules_of(match) if match else game_of(table.ruleset)
        state = load_state(match, game) if match else game.start()
    except BrokenMatchError:
        return _without(table, seats, match)
    match = _whole(match, game, state) if match else None
    told = _recent_events(game, match, before) if match else Told()
    now = timezone.now()
    pause = pause_at(match.id, now) if match and match.paused_at else None
    return TableState(
        table,
        seats,
        match,
        game,
        state,
        told.events,
        now,
        pause=pause,
        stamps=told.stamps,
        decided_by=told.decided_by,
    )


def _without(table: TableInfo, seats: tuple[SeatInfo, ...], broken: MatchInfo | None) -> TableState:
    """A table whose match cannot be read."""
    game = game_of(table.ruleset)
    return TableState(table, seats, None, game, game.start(), (), timezone.now(), broken=broken)


def _whole(match: MatchInfo, game: AnyGame, state: AnyState) -> MatchInfo:
    """The match with one value for each seat, whatever was stored."""
    seats = game.meta.seats
    if len(match.prompt_versions) == len(match.banks) == len(match.auto) == seats:
        return match
    prompt_versions = tuple(prompt_versions_of(match, game, state))
    banks, auto = one_each(match.banks, game, 0), one_each(match.auto, game, usual=False)
    return replace(match, prompt_versions=prompt_versions, banks=tuple(banks), auto=tuple(auto))


def _table(table_id: int) -> TableInfo | None:
    row = Table.objects.filter(id=table_id).first()
    return TableInfo.of(row) if row else None


def _recent_events(game: AnyGame, match: MatchInfo, before: TableState | None) -> Told:
    if before is None or before.match is None or before.match.id != match.id:
        return public_events(game, match, 0)
    last = before.stamps[-1] if before.stamps else 0
    told = public_events(game, match, before.match.version, last)
    return Told(
        (*before.events, *told.events)[-LOG_EVENTS:],
        (*before.stamps, *told.stamps)[-LOG_EVENTS:],
        (*before.decided_by, *told.decided_by)[-LOG_EVENTS:],
    )


def public_events(game: AnyGame, match: MatchInfo, after: int, last: int = 0) -> Told:
    """What a watcher may know of the last moves of a match after that number, and the events' own numbers: the
    microsecond of their move since 1970, made to grow beyond ``last``.
    """
    events: list[Event] = []
    stamps: list[int] = []
    decided_by: list[str] = []
    for row in recent_events(match, after):
        seen = visible(stored_events(game, match.id, row.events), None)
        decided_by += deciders(seen, row.seat, row.by if row.by in TOLD_LIVE else "")
        for event in seen:
            last = max(last + 1, (row.made_at - _EPOCH) // _MICROSECOND)
            events.append(event)
            stamps.append(last)
    last_ones = slice(-LOG_EVENTS, None)
    return Told(tuple(events[last_ones]), tuple(stamps[last_ones]), tuple(decided_by[last_ones]))


def stored_events(game: AnyGame, match_id: int, stored: bytes) -> tuple[Event, ...]:
    """The events of a stored move; none where they cannot be read."""
    try:
        return game.load_events(stored)
    except UNREADABLE:
        log.exception("match %s: events of a move cannot be read", match_id)
        return ()


def deciders(events: Sequence[Event], seat: int, by: str) -> list[str]:
    """``by`` beside the first event of a move where it is that seat's own, "" beside all others: what follows from a
    decision, or comes to light with it, was not decided so.
    """
    own = bool(events) and seat_of(events[0]) == seat
    return [by if own and at == 0 else "" for at in range(len(events))]
