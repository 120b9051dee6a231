"""Letting a bot play for one's seat 托管, and taking it back."""

from django.db import transaction

from accounts.models import User
from accounts.permissions import Act
from games.engine.core.errors import NotAllowed
from games.permission import check_may
from games.play.services import clocks, seating


def set_auto(*, table_id: int, user: User, auto: bool) -> None:
    """Have a bot play for the seat that ``user`` holds until he takes it back, or play himself again.

    Everybody sees it. Raises NotAllowed (``table_closed``, ``no_match``, ``no_seat``, and those of ``may``). Twice is as good as once.
    Side effects on commit: sockets told, bots started.
    """
    with transaction.atomic():
        table = seating.lock(table_id)
        check_may(user, Act.AUTOPLAY, table)
        sitting = seating.sit_down_at(table)
        if sitting is None:
            raise NotAllowed("no_match")
        seat = sitting.seat_of(user)
        if sitting.match.auto[seat] == auto:
            return
        clocks.take_back(sitting.match, seat)
        sitting.match.auto[seat] = auto
        sitting.save(restart=True)
        seating.changed(table)
