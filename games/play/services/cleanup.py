"""What nobody presses a button for: people who are late, idle tables, users who are gone or have a new name.

A task of these may be lost, run twice, or run beside another: each function looks again under the table's lock.
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

BATCH_SIZE: Final = 200
"""Rows that one call takes, so that a task stays short; the next call takes the rest."""
IDLE: Final = timedelta(minutes=30)
"""After this long without an act, an empty table is closed, and a match that nobody plays ends."""
IDLE_WITH_PEOPLE: Final = timedelta(hours=2)
"""The same for a table where somebody has a page open."""
READY_WHILE_GONE: Final = timedelta(minutes=2)
"""A player who is away for longer is not ready any more: no match may begin without them."""


def free_late_seats(table_id: int) -> bool:
    """Free the seats of a full table whose players were not ready in time. The host keeps the seat: where only the host
    is late, a player who is ready becomes host, and the former one has as long again.

    False where there is nothing to do, or where the table is locked. Side effect on commit: sockets told.
    """
    with transaction.atomic():
        # A locked table is one where somebody does something just now: the sweep comes again in a second.
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
    """Ids of tables whose time to be ready is over, the longest ago first."""
    late = Table.objects.filter(ready_by__lte=timezone.now()).order_by("ready_by")
    return list(late.values_list("id", flat=True)[:BATCH_SIZE])


def tables_to_tidy(now: datetime) -> list[int]:
    """Ids of tables where ``tidy_table`` may have something to do."""
    ids = {
        *_unknown_tables()[:BATCH_SIZE],
        *idle_tables(now - IDLE)[:BATCH_SIZE],
        *deserted_matches(now - IDLE)[:BATCH_SIZE],
        *seats_left_ready(now - READY_WHILE_GONE)[:BATCH_SIZE],
    }
    return sorted(ids)


def tidy_table(table_id: int) -> bool:
    """Close a table that has been idle for long or whose rules this site does not know, end its match where nobody
    plays it any more, or else take back the readiness of those who are gone.

    False where there is nothing to do, or where the table is locked. Side effects on commit: sockets told, and those of
    ``finish``.
    """
    with transaction.atomic():
        table = Table.objects.select_for_update(skip_locked=True).filter(id=table_id).first()
        if table is None or table.closed:
            return False
        now = timezone.now()
        # Left open, the sweep would look for its bots and deadlines every second and fail.
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
    # Nobody did anything here: the table must not count as used, or it would stay open longer.
    touched = table.touched_at
    seating.seats_changed(table)
    Table.objects.filter(id=table.id).update(touched_at=touched)
    return True


def forget_user(user: User) -> None:
    """Free the seats of a user whose account is about to be deleted; call it in the transaction that deletes it."""
    with transaction.atomic():
        # The user's row, then tables by id: the order in which people sit down.
        seating.lock_user(user)
        held = Table.objects.filter(seats__user=user).values_list("id", flat=True)
        for table in seating.lock_tables(set(held)):
            if table.closed:
                table.seats.filter(user=user).update(user=None, ready=False, salt="")
            else:
                seats.give_up(table, user, escapes=False)


def show_new_name(user_id: int) -> None:
    """Have the tables of a user who has a new name drawn again. Side effect: sockets told."""
    # Without a lock: an increment in SQL loses no other one, and a busy table must not hold up the rest.
    held = Table.objects.filter(seats__user=user_id, closed=False).values_list("id", flat=True)
    for table_id in held:
        Table.objects.filter(id=table_id).update(version=F("version") + 1)
        broadcast.table_changed(table_id)


def _unknown_tables() -> QuerySet[Table, int]:
    """Open tables whose ruleset this version of the site does not know; an earlier one did."""
    # By distinct rulesets: there are few of them, and each has to be parsed.
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
    """Whether bots alone have played for long: everybody is away, and nobody has made a move of their own."""
    held = [seat for seat in table.seats.all() if seat.user_id is not None]
    if any(seat.presence != Seat.Presence.AWAY or not match.auto[seat.number] for seat in held):
        return False
    since = now - IDLE
    seen = max([match.began_at, *(seat.seen_at for seat in held if seat.seen_at)])
    # Matches begun before ``Move.By.AUTO_DECLINE`` store automatic declines as the player's own moves.
    answering = [seat.number for seat in held if not seat.auto_decline]
    own = match.moves.filter(by=Move.By.PLAYER, seat__in=answering, made_at__gt=since)
    return seen <= since and not own.exists()


def _close(table: Table) -> None:
    for seat in table.seats.exclude(user=None, bot=""):
        seating.free_seat(seat)
    seating.seats_changed(table, playing=True)
