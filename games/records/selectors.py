"""Queries for records."""

from typing import Final

from django.db.models import Prefetch, QuerySet

from accounts.models import User
from games.records.models import Player, Record

MOST: Final = 1 << 63
"""No record has this number or a larger one: they do not fit into the database's column."""


def records_of(user: User) -> QuerySet[Record]:
    """The records of a user's matches, the latest first, with their players. Two queries."""
    players = Prefetch("players", queryset=Player.objects.order_by("seat"))
    return Record.objects.filter(players__user=user).prefetch_related(players)


def text_of_record(number: int) -> str | None:
    """The text of a record with its proof; None where there is no such record. It asks nobody who may see it."""
    record = (
        Record.objects.filter(match_id=number).defer("events").first() if number < MOST else None
    )
    return record.text_with_proof if record else None
