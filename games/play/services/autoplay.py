"""Letting a bot play for one's own seat 托管, and playing oneself again."""

from django.db import transaction

from accounts.models import User
from accounts.permissions import Act
from games.engine.core.errors import NotAllowed
from games.permission import check_may
from games.play.services import clocks, seating


def set_auto(*, table_id: int, user: User, auto: bool) -> None:
    """Have a bot play for the seat that ``user`` holds, or let them play themselves again. Everybody sees it.

    A second call changes nothing. Raises NotAllowed (``table_closed``, ``no_match``, ``no_seat``, and those of ``may``). Side
    effects on commit: sockets told, bots started.
    """
    with transaction.atomic():
        table = seating.lock(table_id)
        check_may(user, Act.AUTOPLAY, table)
        locked_match = seating.open_locked_at(table)
        if locked_match is None:
            raise NotAllowed("no_match")
        seat = locked_match.seat_of(user)
        if locked_match.match.auto[seat] == auto:
            return
        clocks.take_back(locked_match.match, seat)
        locked_match.match.auto[seat] = auto
        locked_match.save(restart=True)
        seating.changed(table)
