"""The only way from a number to a record: it says who may."""

from django.http import Http404

from accounts.models import User
from accounts.permissions import Act
from games.permission import check_may_see
from games.play.models import Match
from games.play.state.viewers import Role, viewer_for
from games.records.models import Record
from games.records.selectors import MOST
from games.records.services import RECORDED


class BeingWritten(Exception):  # noqa: N818 -- no error: it is said in a sentence
    """The match has ended, and a worker has still to write its record."""


def record_for(user: User, number: int, act: Act = Act.REPLAY) -> Record:
    """The record of that number, for a user who may see it: everybody, once watchers have seen the match end; but a match
    at a private table only those who sat in it when it began, and referees.

    Raises BeingWritten for those who sat in a match whose record is not written yet, Http404 where there is none or they may
    not see it, PermissionDenied for a user who may not do ``act`` with records.
    """
    check_may_see(user, act)
    # A larger number would be an error in PostgreSQL.
    if not 0 < number < MOST:
        raise Http404("no such record")
    # Its events are the largest column, and only the JSON needs them.
    record = Record.objects.filter(match_id=number).defer("events").first()
    if record is None and _is_being_written(user, number):
        raise BeingWritten
    # One answer for both, so that nobody learns which matches there are.
    if record is None or not _may_see(user, record):
        raise Http404("no such record")
    return record


def _is_being_written(user: User, number: int) -> bool:
    """Whether this user sat in a match that has ended with a result."""
    ended = Match.objects.filter(id=number, status__in=RECORDED)
    return ended.filter(holders__contains=[{"user": user.id}]).exists()


def _may_see(user: User, record: Record) -> bool:
    if record.players.filter(user=user).exists():
        return True
    found = Match.objects.filter(id=record.match_id).values_list("table_id", "embargo_until")
    table_id, embargo_until = found.get()
    viewer = viewer_for(user.id, table_id, embargo_until)
    if viewer.role is Role.REFEREE:
        return True
    return not record.private and viewer.has_seen(record.ended_at)
