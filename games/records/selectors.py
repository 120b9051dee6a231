"""Reading records."""

from django.db.models import Prefetch, QuerySet

from accounts.models import User
from games.play.models import Match
from games.records.models import Player, Record


def records_of(user: User) -> QuerySet[Record]:
    """The finished matches in which a user sat, the latest first, with their players."""
    players = Prefetch("players", queryset=Player.objects.order_by("seat"))
    return Record.objects.filter(players__user=user).prefetch_related(players)


def unrecorded(most: int) -> list[int]:
    """Matches that are finished and should have a record but have none."""
    ended = Match.objects.exclude(ended_at=None).filter(record=None)
    played = ended.exclude(result__has_key="abandoned").exclude(result=None)
    return list(played.order_by("ended_at").values_list("id", flat=True)[:most])
