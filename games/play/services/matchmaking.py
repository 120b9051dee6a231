"""Quick match 快速匹配: a seat among people who wait for the same game under the same rules, or a new table."""

from contextlib import suppress
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.permissions import Act
from games.engine.core.errors import NotAllowed
from games.engine.registry import game_of
from games.permission import check_may
from games.play.models import Table
from games.play.services import seating, seats
from games.play.state.selectors import waiting_for_people
from gouji_site.lib.advisory_locks import LockKind, lock_in_transaction
from gouji_site.lib.waits import BusyError

JUST_NOW: Final = timedelta(seconds=60)
"""Where somebody acted this lately, the table counts as one with people before a socket of theirs says so."""
TRIES: Final = 5
"""Tables that are tried: each may mean a wait for somebody else's lock."""


def quick_match(*, user: User, ruleset: str) -> Table:
    """Seat ``user``, ready to begin, at a public table of that ruleset where people are; else at a new one.

    A match of their own comes first, then a table of that ruleset where they wait already. Raises Unreadable for a
    ruleset that does not exist, NotAllowed (``too_many_matches``, and those of ``may``), BusyError. Side effects on commit:
    sockets told, bots started.
    """
    name = str(game_of(ruleset).ruleset)
    with transaction.atomic():
        # Two who press at once would otherwise each open a table and wait alone. Before any row: nobody takes this lock
        # while holding one.
        lock_in_transaction(LockKind.QUICK_MATCH, name)
        check_may(seating.lock_user(user), Act.QUICK_MATCH)
        own = seats.running_table(user) or _waits_at(user, name)
        if own is not None:
            return own
        now = timezone.now()
        waiting = waiting_for_people(name, user, now - JUST_NOW, now - seating.BARRED_FOR)
        for table_id in waiting[:TRIES]:
            table = _join(user, table_id)
            if table is not None:
                return table
        table = seats.create_table(
            name, seats.DEFAULT_SETTINGS, [seats.SeatPlan(user, seated=True)], host=user
        )
        seats.set_ready(table_id=table.id, user=user, ready=True)
        return table


def _join(user: User, table_id: int) -> Table | None:
    try:
        # A savepoint: a lock that is not to be had spoils only this try, not the whole transaction.
        with transaction.atomic():
            table, others = seating.lock_to_sit(user, table_id)
    except BusyError:
        return None
    if table is None or table.closed:
        return None
    free = next(
        (seat.number for seat in table.seats.order_by("number") if seat.is_open_to(user.id)), None
    )
    if free is None:
        return None
    try:
        seats.take(table, user, free, ready=True)
    except NotAllowed:
        return None
    seating.leave_waiting_seats(others, user)
    return table


def _waits_at(user: User, ruleset: str) -> Table | None:
    """The public table of that ruleset where a user waits already; they become ready there."""
    held = Table.objects.filter(closed=False, ruleset=ruleset, seats__user=user, private=False)
    table = held.order_by("-opened_at").first()
    if table is not None:
        with suppress(NotAllowed):  # its match began just now
            seats.set_ready(table_id=table.id, user=user, ready=True)
    return table
