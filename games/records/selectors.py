"""Reading records."""

from typing import Final

from django.db.models import Prefetch, QuerySet

from accounts.models import User
from games.records.models import Player, Record

MOST: Final = 1 << 63
"""Numbers from here on are no record's."""


def records_of(user: User) -> QuerySet[Record]:
    """The finished matches in which a user sat, the latest first, with their players."""
    players = Prefetch("players", queryset=Player.objects.order_by("seat"))
    return Record.objects.filter(players__user=user).prefetch_related(players)


def text_of_record(number: int) -> str | None:
    """The text of a record, with what opens its deals; None where there is no such record."""
    record = (
        Record.objects.filter(match_id=number).defer("events").first() if number < MOST else None
    )
    return record.text_with_proof if record else None
