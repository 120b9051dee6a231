"""Letting a bot play for one's seat 托管, and taking it back."""

from django.db import transaction

from accounts.models import User
from games.engine.core.errors import NotAllowed
from games.play import news
from games.play.models import Table
from games.play.services import clocks
from games.play.services.moves import sit_down


def set_auto(*, table_id: int, user: User, auto: bool) -> None:
    """Have a bot play for the seat that ``user`` holds until he takes it back, or play himself again.

    Everybody sees it. Raises NotAllowed (``no_match``, ``match_over``, ``no_seat``). Twice is as good as once.
    Side effects on commit: sockets told, bots started.
    """
    with transaction.atomic():
        table = Table.objects.select_for_update().get(id=table_id)
        match = table.matches.filter(ended_at=None).first()
        if match is None:
            raise NotAllowed("no_match")
        sitting = sit_down(match.id)
        if sitting.match.ended_at is not None:
            raise NotAllowed("match_over")
        seat = sitting.seat_of(user)
        if sitting.match.auto[seat] == auto:
            return
        clocks.take_back(sitting.match, seat)
        sitting.match.auto[seat] = auto
        sitting.save(restart=True)
        table.version += 1
        table.save(update_fields=["version"])
        transaction.on_commit(lambda: news.tell(table_id), robust=True)
