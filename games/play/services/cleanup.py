"""What nobody presses a button for: late people, idle tables, users who are gone or have a new name.

Each function may run twice, at once, and half-way; it looks again under the table's lock before it acts.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from accounts.models import User
from games.engine.registry import is_known
from games.play.models import Match, Move, Seat, Table
from games.play.services import broadcast, seating, seats
from games.play.services.finish import finish
from games.play.state.selectors import deserted_matches, idle_tables, seats_left_ready

MOST: Final = 200
IDLE: Final = timedelta(minutes=30)
"""After so long without anything done a table where nobody is is closed, and a match that nobody plays ends."""
IDLE_WITH_PEOPLE: Final = timedelta(hours=2)
"""The same for a table at which somebody has a page open."""
READY_WHILE_GONE: Final = timedelta(minutes=2)
"""Who is away for longer is not ready any more: no match may begin without them."""


def free_late_seats(table_id: int) -> bool:
    """Free the seats of a full table that are not ready in time, but the host's; where the host alone is late the
    table passes to one who is ready, and the host has as long again.

    False where there is nothing to do, or where somebody else does something at the table just now.
    """
    with transaction.atomic():
        table = Table.objects.select_for_update(skip_locked=True).filter(id=table_id).first()
        now = timezone.now()
        if table is None or table.closed or table.ready_by is None or table.ready_by > now:
            return False
        table.ready_by = None
        held = list(table.seats.exclude(user=None).select_related("user").order_by("number"))
        late = [seat for seat in held if not seat.ready and seat.user_id != table.host_id]
        for seat in late:
            seating.remove(table, seat, now, kicked=False)
        if not late and not table.has_owner:
            ready = (seat.user_id for seat in held if seat.ready)
            table.host_id = next(ready, table.host_id)
        seating.seats_changed(table)
        return True


def late_tables() -> list[int]:
    """Tables whose time to be ready is over."""
    late = Table.objects.filter(ready_by__lte=timezone.now()).order_by("ready_by")
    return list(late.values_list("id", flat=True)[:MOST])


def tables_to_tidy(now: datetime) -> list[int]:
    """Tables where ``tidy_table`` may have something to do."""
    ids = {
        *_unknown_tables()[:MOST],
        *idle_tables(now - IDLE)[:MOST],
        *deserted_matches(now - IDLE)[:MOST],
        *seats_left_ready(now - READY_WHILE_GONE)[:MOST],
    }
    return sorted(ids)


def tidy_table(table_id: int) -> bool:
    """Close a table that has been idle for long, or whose rules this site does not know (its bots and deadlines would
    be looked for every second), end its match where nobody plays it any more, or else take back the readiness of those
    who are gone.

    False where there is nothing to do, or where somebody else does something at the table just now.
    """
    with transaction.atomic():
        table = Table.objects.select_for_update(skip_locked=True).filter(id=table_id).first()
        if table is None or table.closed:
            return False
        now = timezone.now()
        if not is_known(table.ruleset):
            for match in table.matches.select_for_update().filter(ended_at=None):
                finish(match, Match.Status.ABANDONED, now)
            _close(table)
            return True
        if table.kept_open:
            return False
        if seating.is_played_at(table):
            return _tidy_match(table, now)
        if _is_idle(table, now):
            _close(table)
            return True
        return _take_back_readiness(table, now)


def _take_back_readiness(table: Table, now: datetime) -> bool:
    gone = _gone(table, now)
    if not gone:
        return False
    table.seats.filter(id__in=[seat.id for seat in gone]).update(ready=False, salt="")
    touched = table.touched_at
    seating.seats_changed(table)
    Table.objects.filter(id=table.id).update(touched_at=touched)
    return True


def forget_user(user: User) -> None:
    """Free the seats of a user whose account is about to be deleted, in the transaction that deletes it."""
    with transaction.atomic():
        seating.lock_user(user)
        held = Table.objects.filter(seats__user=user).values_list("id", flat=True)
        for table in seating.lock_tables(set(held)):
            if table.closed:
                table.seats.filter(user=user).update(user=None, ready=False, salt="")
            else:
                seats.give_up(table, user, escapes=False)


def show_new_name(user_id: int) -> None:
    """Have the tables of a user who has another name drawn again. Side effect: sockets told."""
    held = Table.objects.filter(seats__user=user_id, closed=False).values_list("id", flat=True)
    for table_id in held:
        Table.objects.filter(id=table_id).update(version=F("version") + 1)
        broadcast.table_changed(table_id)


def _unknown_tables() -> QuerySet[Table, int]:
    """Open tables whose ruleset names no game of this site, which an older one could play."""
    open_tables = Table.objects.filter(closed=False)
    rulesets = open_tables.order_by("ruleset").values_list("ruleset", flat=True).distinct()
    unknown = [ruleset for ruleset in rulesets if not is_known(ruleset)]
    return open_tables.filter(ruleset__in=unknown).values_list("id", flat=True)


def _is_idle(table: Table, now: datetime) -> bool:
    somebody = table.seats.exclude(user=None).exclude(presence=Seat.Presence.AWAY).exists()
    since = now - (IDLE_WITH_PEOPLE if somebody else IDLE)
    ended = table.matches.filter(ended_at__gt=since).exists()
    return table.touched_at <= since and not ended


def _gone(table: Table, now: datetime) -> list[Seat]:
    away = table.seats.filter(presence=Seat.Presence.AWAY, ready=True).exclude(user=None)
    return list(away.filter(seen_at__lte=now - READY_WHILE_GONE))


def _tidy_match(table: Table, now: datetime) -> bool:
    locked_match = seating.open_locked_at(table)
    if locked_match is None or not _is_deserted(table, locked_match.match, now):
        return False
    finish(locked_match.match, Match.Status.ABANDONED, now)
    _close(table)
    return True


def _is_deserted(table: Table, match: Match, now: datetime) -> bool:
    """Whether for long bots alone have played: everybody is away, and none has made a move of their own."""
    held = [seat for seat in table.seats.all() if seat.user_id is not None]
    if any(seat.presence != Seat.Presence.AWAY or not match.auto[seat.number] for seat in held):
        return False
    since = now - IDLE
    seen = max([match.began_at, *(seat.seen_at for seat in held if seat.seen_at)])
    loud = [seat.number for seat in held if not seat.auto_decline]
    own = match.moves.filter(by=Move.By.PLAYER, seat__in=loud, made_at__gt=since)
    return seen <= since and not own.exists()


def _close(table: Table) -> None:
    for seat in table.seats.exclude(user=None, bot=""):
        seating.free_seat(seat)
    seating.seats_changed(table, playing=True)
