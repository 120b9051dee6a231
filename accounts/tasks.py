"""What is done about accounts from time to time."""

from celery import shared_task
from django.core.management import call_command


@shared_task
def forget_old_sessions() -> None:
    """Delete the sessions that have run out. A second run finds nothing left to delete."""
    call_command("clearsessions", verbosity=0)
