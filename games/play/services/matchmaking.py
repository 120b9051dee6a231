"""Quick match 快速匹配: a seat among people who wait for a game under the same rules, or a new table for others
to be matched to.
"""

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
"""Somebody did something at a table so lately that they are taken to be there before their socket says so."""
TRIES: Final = 5


def quick_match(*, user: User, ruleset: str) -> Table:
    """Seat ``user``, ready to begin, at a public table of that ruleset where people are; else at a new one.

    A live match of their own comes first, then the table of that ruleset where they wait already. Those who press
    at once under one ruleset are seated one after the other, so that they meet. Raises Unreadable for a
    ruleset that does not exist, NotAllowed as ``may`` refuses. Side effects on commit: sockets told, bots started.
    """
    name = str(game_of(ruleset).ruleset)
    with transaction.atomic():
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
            name, seats.USUAL, [seats.SeatPlan(user, seated=True)], host=user
        )
        seats.set_ready(table_id=table.id, user=user, ready=True)
        return table


def _join(user: User, table_id: int) -> Table | None:
    try:
        with transaction.atomic():  # so that a wait in vain does not end the match making
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
    """The table where a user waits already. Whoever asks to be matched there is ready."""
    held = Table.objects.filter(closed=False, ruleset=ruleset, seats__user=user, private=False)
    table = held.order_by("-opened_at").first()
    if table is not None:
        with suppress(NotAllowed):  # it began just now
            seats.set_ready(table_id=table.id, user=user, ready=True)
    return table
