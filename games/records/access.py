"""The only way to get at a record."""

from datetime import timedelta

from django.http import Http404
from django.utils import timezone

from accounts.models import User
from games.play.models import Match, Table
from games.records.models import Record
from games.records.selectors import MOST
from games.records.services import record_match


def record_for(user: User, number: int) -> Record:
    """The record of that number for somebody signed in who may see it: everybody as soon as those who watch have seen
    the match end, and of a match at a private table those who sat in it when it began.

    A match that ended a moment ago is recorded now. Raises Http404 for everybody else, and where there is none.
    """
    if not 0 < number < MOST:
        raise Http404("no such record")
    record = _recorded(number)
    if record is None or not _may_see(user, record):
        raise Http404("no such record")
    return record


def _recorded(number: int) -> Record | None:
    record = Record.objects.filter(match_id=number).defer("events").first()
    if record is None and Match.objects.filter(id=number).exclude(ended_at=None).exists():
        return record_match(match_id=number)
    return record


def _may_see(user: User, record: Record) -> bool:
    if record.players.filter(user=user).exists():
        return True
    return not record.private and not _is_still_watched(user, record)


def _is_still_watched(user: User, record: Record) -> bool:
    """Whether who holds no seat at the table has yet to see the end of the match, by the table's delay."""
    table = Table.objects.get(matches=record.match_id)
    if table.seats.filter(user=user).exists():
        return False
    return record.ended_at > timezone.now() - timedelta(seconds=table.watch_delay)
