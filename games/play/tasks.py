"""Celery tasks: bot turns and the sweep. Each takes ids, and does nothing when it comes late or a second time."""

import logging
import random
from collections.abc import Callable
from typing import Final

from celery import Task, shared_task
from django.db import InterfaceError, OperationalError
from django.utils import timezone

from games.bots import STAND_IN, bot_of
from games.engine.core.errors import Refusal
from games.play.models import Match, Seat
from games.play.services import cleanup
from games.play.services.breaking import close_broken
from games.play.services.deactivation import free_seats_of_inactive
from games.play.services.finish import deliver, deliver_what_was_missed
from games.play.services.moves import expire, restart_bots, submit_for_bot
from games.play.services.presence import settle_presence
from games.play.services.uptime import is_serving
from games.play.state.selectors import BrokenMatchError, load_state, rules_of, ticks_gone
from gouji_site.lib.waits import BusyError

log: Final = logging.getLogger(__name__)

SWEEP_MOST: Final = 500
"""Matches that one sweep takes up, the longest overdue first: the next sweep comes in a second."""
RETRY_SECONDS: Final = 1.0
"""Seconds until a turn is tried again that failed because the database was away; the sweep would take longer."""


@shared_task(bind=True, max_retries=10)
def bot_turn(
    self: "Task[[int, int, int], None]", match_id: int, seat: int, prompt_version: int
) -> None:
    """Let the bot in ``seat`` answer its prompt of version ``prompt_version``.

    While the database is away it is tried again each second. A turn that fails otherwise is left to the sweep.
    """
    try:
        _answer_for_bot(match_id, seat, prompt_version)
    except BusyError:
        log.info("match %s: locked, so the bot in seat %s is left to the sweep", match_id, seat)
    except BrokenMatchError:
        close_broken(match_id)
    except (OperationalError, InterfaceError) as error:
        raise self.retry(exc=error, countdown=RETRY_SECONDS) from error
    except Exception:
        log.exception("match %s: the bot in seat %s failed", match_id, seat)


def _answer_for_bot(match_id: int, seat: int, prompt_version: int) -> None:
    # Read without a lock: a bot may think for long. ``submit_for_bot`` looks again under the lock.
    match = Match.objects.filter(id=match_id, ended_at=None).first()
    if (
        match is None
        or match.paused_at is not None
        or match.prompt_versions[seat : seat + 1] != [prompt_version]
    ):
        return
    holder = Seat.objects.filter(table_id=match.table_id, number=seat).first()
    if holder is None or not (holder.bot or any(match.auto[seat : seat + 1])):
        return
    game = rules_of(match)
    state = load_state(match, game)
    tick = ticks_gone(match, game.pace(state), timezone.now())
    dice = random.Random(f"{match_id} {seat} {prompt_version}")  # noqa: S311 -- a bot's taste, the same each try
    action = bot_of(holder.bot or STAND_IN).choose(game.view(state, seat, tick), game, dice)
    if action is None:
        return
    try:
        submit_for_bot(
            match_id=match_id, seat=seat, prompt_version=prompt_version, text=game.write(action)
        )
    except BrokenMatchError:
        raise
    except Refusal as refusal:
        _note_refusal(match, seat, refusal.code)  # its code alone: the rest may hold a card


def _note_refusal(match: Match, seat: int, code: str) -> None:
    # No fault of the bot's where another seat was faster, as when two show trumps at once; else a fault of ours.
    stands = Match.objects.filter(id=match.id, version=match.version).exists()
    level = logging.ERROR if stands else logging.INFO
    log.log(level, "match %s: the bot in seat %s was refused: %s", match.id, seat, code)


@shared_task
def settle(match_id: int) -> None:
    """Act on a deadline that is due at once: what is owed from the last deal (tribute) is paid.

    After the sweep, or a second time, it does nothing; what a killed task leaves undone the sweep does.
    """
    _try(_expire, match_id, "match %s: it could not be settled")


@shared_task
def deliver_end(end_id: int) -> None:
    """Make the deliveries of one end of a match (``services.finish``)."""
    deliver(end_id)


@shared_task
def deliver_missed_ends() -> None:
    """Make the deliveries whose task was lost or failed."""
    deliver_what_was_missed()


@shared_task
def sweep() -> None:
    """Every second: act on deadlines that have passed, and start again the bots whose turn was lost."""
    # While no web process serves nobody can act; afterwards everybody gets that time back.
    if not is_serving():
        return
    now = timezone.now()
    late = Match.objects.filter(deadline__lte=now, paused_at=None).order_by("deadline")
    for match_id in late.values_list("id", flat=True)[:SWEEP_MOST]:
        _try(_expire, match_id, "match %s: the deadline could not be acted on")
    revive_bots()
    free_late_seats()


def _expire(match_id: int) -> None:
    expire(match_id=match_id)


def _restart_bots(match_id: int) -> None:
    restart_bots(match_id=match_id)


def _try(work: Callable[[int], object], number: int, failed: str) -> None:
    # One row of many: whatever is wrong with it, the next one has its turn.
    try:
        work(number)
    except BusyError:
        log.info(failed, number)
    except BrokenMatchError as broken:
        close_broken(broken.match_id)
    except Exception:
        log.exception(failed, number)


@shared_task
def close_if_broken(match_id: int) -> None:
    """End a match that was found unreadable, if it still is."""
    close_broken(match_id)


@shared_task
def settle_seats() -> None:
    """Find the holders who have not come back or whose web process has died; free the seats of deactivated accounts."""
    settle_presence()
    free_seats_of_inactive()


def revive_bots() -> None:
    """Start again the bots whose time has come: their turn was lost, or they wait for a tick of the clock."""
    lost = Match.objects.filter(bots_due_at__lte=timezone.now(), paused_at=None)
    for match_id in lost.order_by("bots_due_at").values_list("id", flat=True)[:SWEEP_MOST]:
        _try(_restart_bots, match_id, "match %s: its bots could not be started")


def free_late_seats() -> None:
    """Free the seats that were not ready in time, at every table where that time is over."""
    for table_id in cleanup.late_tables():
        _try(cleanup.free_late_seats, table_id, "table %s: its late seats could not be freed")


@shared_task
def tidy() -> None:
    """Once a minute: close idle tables, end matches that nobody plays, and take back the readiness of those who are gone."""
    for table_id in cleanup.tables_to_tidy(timezone.now()):
        _try(cleanup.tidy_table, table_id, "table %s could not be tidied")
