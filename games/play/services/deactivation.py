"""Freeing the seats of accounts that were deactivated: nobody waits for somebody who cannot come.

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
MOST: Final = 200


def free_seats_of(user_id: int) -> None:
    """Free every seat of one deactivated account. What fails is logged; the sweep does it again.

    Side effects: sockets told, bots started.
    """
    _free_all(Seat.objects.filter(user=user_id, user__is_active=False))


def free_seats_of_inactive() -> None:
    """The same for all deactivated accounts: those whose process died meanwhile, or that were changed in the database."""
    _free_all(Seat.objects.filter(user__is_active=False))


def _free_all(seats: QuerySet[Seat]) -> None:
    held = seats.filter(table__closed=False, user__isnull=False).order_by("table_id")
    for table_id, user_id in list(held.values_list("table_id", "user__id")[:MOST]):
        try:
            _free(table_id, user_id)
        except Exception:
            log.exception("table %s: the seat of user %s could not be freed", table_id, user_id)


def _free(table_id: int, user_id: int) -> None:
    """Free one seat, unless the account is active again. A table that somebody else has locked is left to the sweep.

    The player did not leave by choice: no escape is recorded.
    """
    with transaction.atomic():
        table = (
            Table.objects.select_for_update(skip_locked=True)
            .filter(id=table_id, closed=False)
            .first()
        )
        user = User.objects.filter(id=user_id, is_active=False).first()
        if table is not None and user is not None:
            give_up(table, user, escapes=False)
