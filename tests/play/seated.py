"""Tables with people in all seats, for tests of what comes later.

To sit down and to be ready are tested where they matter. Done one by one for each table of each test they took a fifth
of the time of all tests here, so all but the last of them are written at once.
"""

from django.db import transaction
from django.utils import timezone

from games.play.models import Match, Seat
from games.play.services import seating, seats


def open_full(ruleset, people):
    """A table of the lobby with these people in its first seats, nobody ready."""
    opened = seats.open_table(user=people[0], ruleset=ruleset)
    with transaction.atomic():
        table = seating.lock(opened.id)
        come = {user.id: number for number, user in enumerate(people)}
        held = list(table.seats.filter(number__in=range(1, len(people))))
        for seat in held:
            seat.user = people[seat.number]
            seat.presence, seat.seen_at = Seat.Presence.HERE, timezone.now()
        assert len(held) == len(come) - 1
        Seat.objects.bulk_update(held, ["user", "presence", "seen_at"])
        seating.seats_changed(table)
    opened.refresh_from_db()
    return opened


def begin(table, people):
    """The match just dealt, all having said that they are ready."""
    table.seats.filter(user__in=people[:-1]).update(ready=True)
    seats.set_ready(table_id=table.id, user=people[-1], ready=True)
    return Match.objects.get(table=table)
