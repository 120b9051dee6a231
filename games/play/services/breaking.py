"""Ending a match that can be read neither from its snapshot nor from its moves: a fault of ours."""

from django.db import transaction
from django.utils import timezone

from games.play.models import Match
from games.play.services import broadcast
from games.play.services.finish import finish
from games.play.state import sql
from games.play.state.info import MatchInfo
from games.play.state.selectors import BrokenMatchError, load_state, rules_of


def close_soon(broken: MatchInfo | None) -> None:
    """Have a worker end a match that was found unreadable; does nothing for None, or for one that has ended."""
    # By a task: it is found by a GET or a socket, and those do not write.
    if broken is not None and broken.ended_at is None:
        broadcast.start_task("games.play.tasks.close_if_broken", broken.id)


def close_broken(match_id: int) -> bool:
    """End a running match as broken if it still cannot be read; False where there is nothing to do.

    A match that another transaction holds is left to the next try. Side effects on commit: those of ``finish``.
    """
    with transaction.atomic():
        match = sql.lock_free_match(match_id)
        if match is None or match.ended_at is not None:
            return False
        # Again, under the lock: it may have been found by a process of an older version, which cannot read newer states.
        try:
            load_state(match, rules_of(match))
        except BrokenMatchError:
            finish(match, Match.Status.BROKEN, timezone.now())
            return True
        return False
