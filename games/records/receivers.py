"""What the records do when something happens at a table."""

from typing import Any

from django.dispatch import receiver

from games.play.news import match_finished, start_task


@receiver(match_finished)
def record_it(match_id: int, **kwargs: Any) -> None:  # noqa: ANN401, ARG001 -- a signal's arguments
    """Have the match recorded; what is lost here the minute's look for missed ones finds."""
    start_task("games.records.tasks.record", match_id)
