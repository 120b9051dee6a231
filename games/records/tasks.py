"""Celery tasks of the records."""

import logging
from typing import Final

from celery import shared_task

from games.records.selectors import unrecorded
from games.records.services import record_match

log: Final = logging.getLogger(__name__)

MOST: Final = 100


@shared_task
def record(match_id: int) -> None:
    """Store a finished match. Twice is as good as once."""
    record_match(match_id=match_id)


@shared_task
def record_what_was_missed() -> None:
    """Store the finished matches whose task was lost."""
    for match_id in unrecorded(MOST):
        try:
            record_match(match_id=match_id)
        except Exception:
            log.exception("match %s could not be recorded", match_id)
