"""A table as it was read from the database, once per version, and what each viewer may see of it."""

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
"""The last public events that are kept for the log and the cues of a page."""


class RecentEvents(NamedTuple):
    """Public events, the number of each, and who decided it (``Move.By``) where the log tells that, else ""."""

    events: tuple[Event, ...] = ()
    stamps: tuple[int, ...] = ()
    decided_by: tuple[str, ...] = ()


DECIDERS_SHOWN_LIVE: Final = frozenset({Move.By.CLOCK, Move.By.AUTOPLAY, Move.By.REFEREE})
"""The deciders that the log names. Not AUTO_DECLINE: nobody else may know that a seat declines calls unasked."""


@dataclass(frozen=True, slots=True)
class TableState:
    """A table as it was read from the database at one version. It holds all hands, so it is given to no template: those
    get the values of ``display.types``.
    """

    table: TableInfo
    seats: tuple[SeatInfo, ...]
    match: MatchInfo | None
    game: AnyGame
    state: AnyState
    events: tuple[Event, ...]
    now: datetime
    behind: int = 0
    """Seconds by which a watcher's table is behind the live one."""
    due: datetime | None = None
    """When the next thing happened that a watcher is to see."""
    pause: PauseInfo | None = None
    """The pause of the match, while there is one."""
    stamps: tuple[int, ...] = ()
    """The number of each of ``events``, which only grow; empty for a replay, where nothing is called out."""
    decided_by: tuple[str, ...] = ()
    """Who decided each of ``events``, as ``RecentEvents`` has it; empty where that is not known."""
    broken: MatchInfo | None = None
    """The table's last match where it cannot be read; ``match`` is None then."""
    _watchers_views: dict[int, View[AnyPublic]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """A watcher's view by tick: the public part, which costs most of a view, is made once for all seats. Two threads at
    once may both make it, and put the same value here."""

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
        """Seconds until the next tick of the present phase; None where no tick is to come."""
        if self.match is None or self.match.ended_at or self.match.paused_at:
            return None
        pace = self.game.pace(self.state)
        gone = ticks_gone(self.match, pace, now)
        if gone >= pace.ticks:
            return None
        shown = self.match.phase_began_at + timedelta(seconds=(gone + 1) * pace.tick_seconds)
        return max(0.0, (shown - now).total_seconds()) + CLOCK_SLACK

    def viewer(self, user_id: int | None) -> Viewer:
        """How a user (None: not signed in) sees this table, as ``viewers.viewer_for`` but without a query."""
        held = (seat.number for seat in self.seats if user_id and seat.user_id == user_id)
        match = self.match or self.broken
        until = match.embargo_until if match else None
        table = self.table
        visibility = Visibility(table.id, table.origin, table.watch_delay, until)
        return visibility.viewer(user_id, next(held, None))

    def views_for(self, viewer: Viewer) -> dict[int, View[AnyPublic]]:
        """The views with the hands that a viewer may see, by seat: a referee's all, a player's own, a watcher's none."""
        seats = range(len(self.seats)) if viewer.sees_all_hands else (viewer.seat,)
        views = {seat: self.view(seat) for seat in seats if seat is not None}
        return {seat: view for seat, view in views.items() if view is not None}


def load(table_id: int, before: TableState | None = None) -> TableState | None:
    """A table as it is now; None where there is none.

    Given what was loaded ``before``, it reads the seats only where the table has changed, and of the same match only the
    newer moves. A match that cannot be read is in ``broken``.
    """
    found = last_match(table_id)
    match, table = found or (None, _table(table_id))
    if table is None:
        return None
    # A seat of an open table never changes without the table's version: both are written in one transaction.
    kept = before if before is not None and before.table.version == table.version else None
    seats = kept.seats if kept else seats_of(table.id)
    try:
        game = rules_of(match) if match else game_of(table.ruleset)
        state = load_state(match, game) if match else game.start()
    except BrokenMatchError:
        return _without(table, seats, match)
    match = _whole(match, game, state) if match else None
    told = _recent_events(game, match, before) if match else RecentEvents()
    # After the queries: with an earlier time, a page could show fewer ticks than a move that it shows was made at.
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
    """A table whose match cannot be read: as before a match, with the reason in ``broken``."""
    game = game_of(table.ruleset)
    return TableState(table, seats, None, game, game.start(), (), timezone.now(), broken=broken)


def _whole(match: MatchInfo, game: AnyGame, state: AnyState) -> MatchInfo:
    """The match with one value for each seat in its lists, whatever was stored."""
    seats = game.meta.seats
    if len(match.prompt_versions) == len(match.banks) == len(match.auto) == seats:
        return match
    prompt_versions = tuple(prompt_versions_of(match, game, state))
    banks, auto = one_each(match.banks, game, 0), one_each(match.auto, game, usual=False)
    return replace(match, prompt_versions=prompt_versions, banks=tuple(banks), auto=tuple(auto))


def _table(table_id: int) -> TableInfo | None:
    row = Table.objects.filter(id=table_id).first()
    return TableInfo.of(row) if row else None


def _recent_events(game: AnyGame, match: MatchInfo, before: TableState | None) -> RecentEvents:
    if before is None or before.match is None or before.match.id != match.id:
        return public_events(game, match, 0)
    last = before.stamps[-1] if before.stamps else 0
    told = public_events(game, match, before.match.version, last)
    return RecentEvents(
        (*before.events, *told.events)[-LOG_EVENTS:],
        (*before.stamps, *told.stamps)[-LOG_EVENTS:],
        (*before.decided_by, *told.decided_by)[-LOG_EVENTS:],
    )


def public_events(game: AnyGame, match: MatchInfo, after: int, last: int = 0) -> RecentEvents:
    """The public events of the last moves of a match after number ``after``. Their numbers are greater than ``last``."""
    # An event's number is the microsecond of its move since 1970. Numbers that count events or moves would show how many
    # sealed answers lie between two public ones.
    events: list[Event] = []
    stamps: list[int] = []
    decided_by: list[str] = []
    for row in recent_events(match, after):
        seen = visible(stored_events(game, match.id, row.events), None)
        decided_by += deciders(seen, row.seat, row.by if row.by in DECIDERS_SHOWN_LIVE else "")
        for event in seen:
            last = max(last + 1, (row.made_at - _EPOCH) // _MICROSECOND)
            events.append(event)
            stamps.append(last)
    last_ones = slice(-LOG_EVENTS, None)
    return RecentEvents(
        tuple(events[last_ones]), tuple(stamps[last_ones]), tuple(decided_by[last_ones])
    )


def stored_events(game: AnyGame, match_id: int, stored: bytes) -> tuple[Event, ...]:
    """The events of a stored move; none where they cannot be read, which is logged."""
    try:
        return game.load_events(stored)
    except UNREADABLE:
        log.exception("match %s: events of a move cannot be read", match_id)
        return ()


def deciders(events: Sequence[Event], seat: int, by: str) -> list[str]:
    """For each event of a move, who decided it: ``by`` for the first one where it is of ``seat``, "" for all others.

    Later events follow from a decision, or make an earlier sealed one public: they were not decided so.
    """
    own = bool(events) and seat_of(events[0]) == seat
    return [by if own and at == 0 else "" for at in range(len(events))]
