"""Who holds which seat of a locked table, and what follows: the host, the time to be ready, the deal.

Locks are taken in one order everywhere, so that no two transactions wait for each other: users by id, tables by id, then
a match. But for those that lock, every function here needs the table's row locked by its caller.
"""

from collections.abc import Collection
from contextlib import ExitStack
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from accounts.models import User
from games.engine.core.errors import NotAllowed
from games.play.models import Match, Removal, Seat, Table
from games.play.services import broadcast
from games.play.services.moves import LockedMatch, begin_match, open_locked
from gouji_site.lib.waits import short_wait

READY_WITHIN: Final = timedelta(seconds=60)
"""How long players at a full table may take to be ready while others wait."""
BARRED_FOR: Final = timedelta(minutes=10)
"""How long a player whom the host asked to leave may not sit at that table again."""

MOST_MATCHES: Final = 6
"""Matches that one person may be in at once. Bots go on with each for half an hour after they have gone."""


def lock(table_id: int) -> Table:
    """Lock an open table. Raises NotAllowed (``table_closed``) where there is none, BusyError where it stays locked."""
    with short_wait("table", table_id):
        table = Table.objects.select_for_update().filter(id=table_id).first()
    if table is None or table.closed:
        raise NotAllowed("table_closed")
    return table


def lock_idle(table_id: int) -> Table:
    """Lock a table where no match is under way. Raises as ``lock`` does, and NotAllowed (``match_running``)."""
    table = lock(table_id)
    if is_played_at(table):
        raise NotAllowed("match_running")
    return table


def lock_user(user: User) -> User:
    """Lock a user's row, and return the user as it is now: the account may have been deactivated since the request came.

    Raises NotAllowed (``no_seat``) for an account that is gone, BusyError where it stays locked.
    """
    with short_wait("user", user.id):
        # Two requests of one person go one after the other here, or both would find no other waiting seat and time for
        # one more match. FOR NO KEY UPDATE leaves alone those who only insert rows that refer to the user.
        locked = User.objects.select_for_update(no_key=True).filter(id=user.id).first()
    if locked is None:
        raise NotAllowed("no_seat")
    return locked


def check_has_time(user: User) -> None:
    """Raises NotAllowed (``too_many_matches``) for a user who is in MOST_MATCHES already; the caller has locked them."""
    live = Match.objects.filter(ended_at=None, table__seats__user=user)
    if live.filter(table__outside_match_limit=False).count() >= MOST_MATCHES:
        raise NotAllowed("too_many_matches")


def lock_to_sit(user: User, table_id: int | None) -> tuple[Table | None, list[Table]]:
    """Lock the table where a user is to sit, and those where they wait; the caller has locked the user.

    Returns the first (None where there is none) and the others, in one call: one after the other they would not be
    locked in the order of their ids. Raises BusyError.
    """
    live = Match.objects.filter(table=OuterRef("table"), ended_at=None)
    held = Seat.objects.filter(~Exists(live), user=user, table__closed=False)
    ids = set(held.values_list("table_id", flat=True))
    wanted = ids | ({table_id} if table_id is not None else set())
    locked = lock_tables(wanted)
    table = next((each for each in locked if each.id == table_id), None)
    return table, [each for each in locked if each.id != table_id]


def leave_all_waiting_seats(users: Collection[User]) -> None:
    """Free the seats where these users wait; the caller has locked them. Side effect on commit: sockets told."""
    live = Match.objects.filter(table=OuterRef("table"), ended_at=None)
    held = Seat.objects.filter(~Exists(live), user__in=users, table__closed=False)
    tables = lock_tables(set(held.values_list("table_id", flat=True)))
    for user in users:
        leave_waiting_seats(tables, user)


def lock_tables(ids: Collection[int]) -> list[Table]:
    """Lock those tables in the order of their ids. Raises BusyError where one stays locked."""
    with ExitStack() as waits:
        for table_id in sorted(ids):
            waits.enter_context(short_wait("table", table_id))
        return list(Table.objects.select_for_update().filter(id__in=ids).order_by("id"))


def is_played_at(table: Table) -> bool:
    """Whether a match is under way at a table."""
    return table.matches.filter(ended_at=None).exists()


def open_locked_at(table: Table) -> LockedMatch | None:
    """The match under way at a table, locked; None where there is none. The caller has locked the table.

    Raises BusyError where the match stays locked, BrokenMatchError.
    """
    # It may have ended between being found and being locked: a move does not need the table's lock.
    match = table.matches.filter(ended_at=None).first()
    locked_match = open_locked(match.id, table.id) if match else None
    return (
        locked_match if locked_match is not None and locked_match.match.ended_at is None else None
    )


def leave_waiting_seats(tables: list[Table], user: User) -> None:
    """Free the seats where a user waits, at tables that the caller has locked. Side effect on commit: sockets told."""
    # Looked at again under the lock: where a match has begun meanwhile they keep their seat.
    for table in tables:
        seat = table.seats.filter(user=user).first()
        if seat is not None and not table.closed and not is_played_at(table):
            free_seat(seat)
            seats_changed(table)


def free_seat(seat: Seat, *, bot: str = "") -> None:
    """Leave a seat to nobody, or to a bot."""
    # Salt and auto_decline were the holder's own wishes: the next one must not inherit them.
    seat.user, seat.bot, seat.ready = None, bot, bool(bot)
    seat.salt, seat.auto_decline, seat.presence, seat.seen_at = "", False, Seat.Presence.AWAY, None
    seat.save(update_fields=["user", "bot", "ready", "salt", "auto_decline", "presence", "seen_at"])


def check_not_barred(table: Table, user: User) -> None:
    """Raises NotAllowed (``kicked``) for a user whom the host has asked to leave within BARRED_FOR."""
    since = timezone.now() - BARRED_FOR
    if table.removals.filter(user=user, kicked=True, removed_at__gt=since).exists():
        raise NotAllowed("kicked")


def remove(table: Table, seat: Seat, now: datetime, *, kicked: bool) -> None:
    """Free a person's seat against their will, and note it so that their page can tell them."""
    Removal.objects.update_or_create(
        table=table, user=seat.user, defaults={"kicked": kicked, "removed_at": now}
    )
    free_seat(seat)


def seats_changed(table: Table, *, playing: bool = False) -> None:
    """Do what follows when somebody sits down, leaves or is ready: choose a new host or close the table, and begin a match
    or set the time to be ready by. While a match is ``playing`` only the first two.

    Call it after every such change. Side effects on commit: sockets told, bots started.
    """
    now = timezone.now()
    seats = list(table.seats.order_by("number"))
    people = [seat.user_id for seat in seats if seat.user_id is not None]
    if not people and not table.kept_open:
        table.closed = True
    elif people and table.host_id not in people and not table.has_owner:
        table.host_id = people[0]
    idle = not playing and not table.closed
    table.ready_by = _ready_by(table, seats, now) if idle else None
    table.touched_at = now
    if idle and people and all(seat.ready and not seat.is_free for seat in seats):
        begin_match(table, now)
        # People press ready again for the next match; bots stay ready.
        table.seats.filter(bot="").update(ready=False)
    table.save(update_fields=["closed", "host", "ready_by", "touched_at"])
    changed(table)


def _ready_by(table: Table, seats: list[Seat], now: datetime) -> datetime | None:
    """By when all have to be ready: counted from when the last seat is taken, after a match from the first who is ready
    for another. None where a seat is free, or nobody waits.
    """
    late = [seat for seat in seats if not seat.ready]
    if table.no_ready_limit or not late or any(seat.is_free for seat in seats):
        return None
    people = [seat for seat in seats if seat.user_id is not None]
    somebody_waits = len(late) < len(people)
    first = len(people) > 1 and not table.matches.exists()
    # A limit that runs is kept: getting ready and unready again must not win time.
    return (table.ready_by or now + READY_WITHIN) if somebody_waits or first else None


def changed(table: Table) -> None:
    """Raise the version of a locked table, by which pages know that it has changed. Side effect on commit: sockets told."""
    table.version += 1
    table.save(update_fields=["version"])
    table_id = table.id
    transaction.on_commit(lambda: broadcast.table_changed(table_id), robust=True)
