"""Stopping the clocks of a match and letting them run on, for a referee or an organiser.

While a match is paused nobody plays: no player, no bot, no clock. Afterwards every limit has as much left as before.
"""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.engine.core.errors import NotAllowed
from games.play.models import Match, Pause
from games.play.services import seating


def pause_match(*, table_id: int, reason: Pause.Reason, by: User | None = None) -> None:
    """Stop the clocks of the match at a table. A match that is paused already stays so, for its first reason.

    The caller asks whether ``by`` may. Raises NotAllowed (``table_closed``, ``no_match``). Side effect on commit: sockets
    told.
    """
    with transaction.atomic():
        table = seating.lock(table_id)
        locked_match = seating.open_locked_at(table)
        if locked_match is None:
            raise NotAllowed("no_match")
        match, now = locked_match.match, locked_match.now
        if match.paused_at is not None:
            return
        match.paused_at = now
        match.save(update_fields=["paused_at"])
        Pause.objects.create(match=match, reason=reason, by=by, began_at=now)
        seating.changed(table)


def resume_match(*, table_id: int) -> None:
    """Let a paused match go on: every deadline is put off by the length of the pause. Does nothing where none is paused.

    Raises NotAllowed (``table_closed``, ``no_match``). Side effects on commit: sockets told, bots started.
    """
    with transaction.atomic():
        table = seating.lock(table_id)
        locked_match = seating.open_locked_at(table)
        if locked_match is None:
            raise NotAllowed("no_match")
        match, now = locked_match.match, timezone.now()
        if match.paused_at is None:
            return
        put_off(match, now - match.paused_at)
        match.paused_at = None
        match.save(update_fields=["paused_at"])
        match.pauses.filter(ended_at=None).update(ended_at=now)
        # Bots whose tasks came during the pause did nothing: all are started again.
        locked_match.save(restart=True)
        seating.changed(table)


def put_off(match: Match, by: timedelta) -> None:
    """Move every clock of a locked match later by that much. The caller saves it."""
    match.phase_began_at += by
    if match.deadline is not None:
        match.deadline += by
    if match.bots_due_at is not None:
        match.bots_due_at += by
