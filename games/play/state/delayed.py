"""A table as watchers see it: as it was the table's delay ago, played back from the moves made by then.

Such a past holds nothing that came later: no deadline, no autoplay, no holder who was not there. It shows more as time
goes on, without anything being written.
"""

import logging
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from threading import Lock
from typing import Final, NamedTuple

from cachetools import LRUCache
from django.core.exceptions import PermissionDenied
from django.db.models import Min
from django.utils.translation import gettext as _

from games.engine.core.game import AnyGame, AnyState
from games.engine.registry import game_of
from games.play.models import Escape, Match, Move
from games.play.state import deadlines
from games.play.state.info import MATCH_COLUMNS, MatchInfo
from games.play.state.match_seats import seats_of
from games.play.state.selectors import (
    UNREADABLE,
    BrokenMatchError,
    load_state,
    pause_at,
    stood_still,
)
from games.play.state.table_state import TableState, load, public_events
from games.play.state.viewers import Role, Viewer

log: Final = logging.getLogger(__name__)

MOST_KEPT: Final = 256
"""Matches whose past state is kept: those that are watched with a delay at one time. Another is played back from its
first move."""
CLOSE: Final = 0.01
"""Seconds to wait beyond the moment when a move is due, so that a timer never comes just before it."""


class VisibleState(NamedTuple):
    """The table that one person sees, live or delayed, and how they see it."""

    table_state: TableState
    viewer: Viewer


@dataclass(frozen=True, slots=True)
class PastState:
    """A match after its first ``version`` moves, the last of which was made at ``made_at``."""

    version: int
    state: AnyState
    made_at: datetime
    phase_began_at: datetime


_past_states: Final[LRUCache[int, PastState]] = LRUCache(MOST_KEPT)
_lock: Final = Lock()
"""Request threads share them; even reading one changes which was used last."""


def visible_state_for(table_id: int, user_id: int | None) -> VisibleState | None:
    """What a user (None: not signed in) sees of a table now; None where there is no table.

    Raises PermissionDenied with a sentence for somebody who may not look yet.
    """
    live = load(table_id)
    if live is None:
        return None
    viewer = live.viewer(user_id)
    if not viewer.may_look:
        raise PermissionDenied(_("这一场还没有公开，现在只有在座的人能看。"))
    return VisibleState(delayed_state(live) if viewer.role is Role.WATCHER else live, viewer)


def delayed_state(live: TableState) -> TableState:
    """A table as a watcher sees it, the table's delay ago; ``live`` itself where there is no delay, or no more to come."""
    delay = timedelta(seconds=live.table.watch_delay)
    if not delay or live.match is None:
        return live
    until = live.now - delay
    match = _match_at(live, live.match, until)
    due = _due(live.table.id, live.match, match, until)
    if match is None:
        game = game_of(live.table.ruleset)
        empty = replace(live, match=None, state=game.start(), game=game)
        empty = replace(empty, events=(), stamps=(), decided_by=())
        return replace(empty, behind=live.table.watch_delay, due=due, now=until)
    if match.ended_at is not None and match.ended_at <= until:
        if match.id == live.match.id:
            return live
        return replace(_ended(live, match), behind=live.table.watch_delay, due=due, now=until)
    game = game_of(match.ruleset)
    past = _past_state(match, game, until)
    pause = pause_at(match.id, until)
    then = _match_then(match, game, past, until)
    if pause is not None:
        then = replace(then, paused_at=pause.began_at)
    told = public_events(game, then, 0)
    return replace(
        live,
        table=replace(live.table, closed=False),  # a match was on, so it was open then
        seats=seats_of(match.id, _gone(match.id, until)),
        match=then,
        game=game,
        state=past.state,
        events=told.events,
        stamps=told.stamps,
        decided_by=told.decided_by,
        now=until,
        behind=live.table.watch_delay,
        due=due,
        pause=pause,
    )


def wait_for(past: TableState, now: datetime) -> float | None:
    """Seconds until a delayed table shows more by itself; None where it does not."""
    delay = timedelta(seconds=past.behind)
    waits = [past.next_tick(now - delay)]
    if past.due is not None:
        waits.append(max(0.0, (past.due + delay - now).total_seconds()) + CLOSE)
    return min((wait for wait in waits if wait is not None), default=None)


def _match_at(live: TableState, last: MatchInfo, until: datetime) -> MatchInfo | None:
    """The table's last match at that time; None where the first had not begun."""
    if last.began_at <= until:
        return last
    earlier = Match.objects.filter(table_id=live.table.id, began_at__lte=until)
    row = earlier.order_by("-number").values_list(*MATCH_COLUMNS).first()
    return MatchInfo.read(row) if row else None


def _due(
    table_id: int, last: MatchInfo, shown: MatchInfo | None, until: datetime
) -> datetime | None:
    """When the next thing happened that is to be shown; None where all is shown."""
    began = None
    if shown is None or shown.id != last.id:
        later = Match.objects.filter(table_id=table_id, began_at__gt=until)
        began = later.aggregate(at=Min("began_at"))["at"]
    made = ended = None
    if shown is not None:
        newer = Move.objects.filter(match_id=shown.id, made_at__gt=until)
        made = newer.order_by("number").values_list("made_at", flat=True).first()
        ended = shown.ended_at if shown.ended_at and shown.ended_at > until else None
    return min((at for at in (began, made, ended) if at is not None), default=None)


def _ended(live: TableState, match: MatchInfo) -> TableState:
    """The table with the end of an earlier match, while the next one is still to be shown."""
    game = game_of(match.ruleset)
    try:
        state = load_state(match, game)
    except BrokenMatchError:
        return replace(live, match=None, broken=match, game=game, state=game.start())
    told = public_events(game, match, 0)
    then = replace(live, match=match, game=game, state=state)
    return replace(then, events=told.events, stamps=told.stamps, decided_by=told.decided_by)


def _past_state(match: MatchInfo, game: AnyGame, until: datetime) -> PastState:
    with _lock:
        known = _past_states.get(match.id)
    # Later than ``until`` where this machine's clock was set back.
    if known is None or known.made_at > until:
        known = PastState(0, game.start(), match.began_at, match.began_at)
    made = Move.objects.filter(match_id=match.id, number__gt=known.version, made_at__lte=until)
    rows = list(made.order_by("number").values_list("number", "seat", "action", "tick", "made_at"))
    past = _played_on(game, known, rows)
    with _lock:
        _past_states[match.id] = past
    return past


def _played_on(
    game: AnyGame, past: PastState, rows: list[tuple[int, int, str, int, datetime]]
) -> PastState:
    """The state after these moves too: number, seat, action, tick, made_at. It ends before one that cannot be played."""
    state, version, began = past.state, past.version, past.phase_began_at
    prompt_keys = deadlines.prompt_keys_of(game, state)
    for at, (number, seat, action, tick, made_at) in enumerate(rows):
        if number != version + 1:
            break
        try:
            state, _ = game.apply(state, seat, game.read(state, seat, action), tick)
        except UNREADABLE:
            log.exception("a match does not play back from move %s", number)
            break
        version = number
        # Moves of one moment were stored together, and what is asked was looked at after the last of them.
        if at + 1 == len(rows) or rows[at + 1][4] != made_at:
            keys_now = deadlines.prompt_keys_of(game, state)
            if deadlines.begins_anew(prompt_keys, keys_now, game.pace(state)):
                began = made_at
            prompt_keys = keys_now
        past = PastState(version, state, made_at, began)
    return past


def _match_then(match: MatchInfo, game: AnyGame, past: PastState, until: datetime) -> MatchInfo:
    """The match as far as it was public then."""
    seats, began = game.meta.seats, past.phase_began_at
    if game.pace(past.state).ticks:
        began += stood_still(match.id, began, until)
    over = game.outcome(past.state) is not None
    return replace(
        match,
        status=Match.Status.FINISHED if over else Match.Status.RUNNING,
        version=past.version,
        # Zeros, so that pages show version 0: the true one counts sealed answers.
        prompt_versions=(0,) * seats,
        auto=(False,) * seats,
        deadline=None,
        paused_at=None,
        phase_began_at=began,
        ended_at=past.made_at if over else None,
    )


def _gone(match_id: int, until: datetime) -> set[int]:
    """The seats whose holders had left the match by then."""
    left = Escape.objects.filter(match_id=match_id, left_at__lte=until)
    return set(left.values_list("seat", flat=True))
