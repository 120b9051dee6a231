"""Celery tasks of the records."""

from celery import shared_task

from games.records.services import record_match


@shared_task
def record(match_id: int) -> None:
    """Store a finished match. Only tasks that were queued before the outbox call it: it goes with the next release."""
    record_match(match_id=match_id)
