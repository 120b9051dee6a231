"""Freeing the seats of accounts that were deactivated, so that nobody waits for somebody who cannot come.

A running match goes on with a bot in the seat; at a waiting table the seat is free again.
"""

import logging
from typing import Final

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from games.play.models import Seat, Table
from games.play.services.seats import give_up

log: Final = logging.getLogger(__name__)
BATCH_SIZE: Final = 200


def free_seats_of(user_id: int) -> None:
    """Free every seat of one deactivated account. What fails is logged, and tried again by the sweep.

    Side effects: sockets told, bots started.
    """
    _free_all(Seat.objects.filter(user=user_id, user__is_active=False))


def free_seats_of_inactive() -> None:
    """The same for all deactivated accounts."""
    # For those where the process died before it came to it, and those that were deactivated by SQL.
    _free_all(Seat.objects.filter(user__is_active=False))


def _free_all(seats: QuerySet[Seat]) -> None:
    # Each seat in a transaction of its own: a table that cannot be read must not keep the others from being freed.
    held = seats.filter(table__closed=False, user__isnull=False).order_by("table_id")
    for table_id, user_id in list(held.values_list("table_id", "user__id")[:BATCH_SIZE]):
        try:
            _free(table_id, user_id)
        except Exception:
            log.exception("table %s: the seat of user %s could not be freed", table_id, user_id)


def _free(table_id: int, user_id: int) -> None:
    with transaction.atomic():
        # A table that somebody else has locked is left to the sweep: this may run in a moderator's request.
        table = (
            Table.objects.select_for_update(skip_locked=True)
            .filter(id=table_id, closed=False)
            .first()
        )
        # Again, under the lock: the account may be active once more.
        user = User.objects.filter(id=user_id, is_active=False).first()
        if table is not None and user is not None:
            # They did not leave by choice, so it is no escape.
            give_up(table, user, escapes=False)
