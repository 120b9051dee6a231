"""The only way to get at a record."""

from django.http import Http404

from accounts.models import User
from games.records.models import Record


def record_for(user: User, match_id: int) -> Record:
    """The record of a match for somebody who sat in it. Raises Http404 for everybody else."""
    record = Record.objects.filter(match_id=match_id, players__user=user).first()
    if record is None:
        raise Http404("no such record")
    return record
