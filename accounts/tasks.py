"""Celery tasks of accounts."""

from celery import shared_task
from django.core.management import call_command


@shared_task
def forget_old_sessions() -> None:
    """Delete the sessions that have expired. A second run finds none."""
    call_command("clearsessions", verbosity=0)
