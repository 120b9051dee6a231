"""Celery tasks of chat."""

from datetime import timedelta
from typing import Final

from celery import shared_task
from django.utils import timezone

from games.chat.models import Message

KEPT_DAYS: Final = 90
"""How long lines are kept. A report copies those that it needs for longer."""
AT_ONCE: Final = 2000
"""Lines that one statement deletes, so that it holds its locks for a short time."""
MOST: Final = 100
"""Such statements in one run; the next run takes the rest."""


@shared_task
def forget_old_lines() -> int:
    """Delete lines older than KEPT_DAYS. Returns how many. Killed half-way, or run twice, it goes on where it was."""
    before = timezone.now() - timedelta(days=KEPT_DAYS)
    forgotten = 0
    for _ in range(MOST):
        old = Message.objects.filter(said_at__lt=before).order_by("said_at").values("id")[:AT_ONCE]
        count, _ = Message.objects.filter(id__in=old).delete()
        forgotten += count
        if count < AT_ONCE:
            break
    return forgotten


@shared_task(name="games.talk.tasks.forget_old_talk")
def forget_old_talk() -> int:
    """The same under its former name: tasks that are queued at a deployment still have it. It may go one release later."""
    return forget_old_lines()
