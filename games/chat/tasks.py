"""Celery tasks of chat."""

from datetime import timedelta
from typing import Final

from celery import shared_task
from django.utils import timezone

from games.chat.models import Message

KEPT_DAYS: Final = 90
"""So long a line is kept. What a report needs longer is copied into it."""
AT_ONCE: Final = 2000
MOST: Final = 100


@shared_task
def forget_old_lines() -> int:
    """Delete what was said more than KEPT_DAYS ago, AT_ONCE lines at a time; how many it were.

    Killed half-way, or run twice, it goes on where it was.
    """
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
    """The same under the name that earlier versions queued it by; after one release it may go."""
    return forget_old_lines()
