"""Writing a record when a match ends."""

from games.play.models import MatchEnd
from games.play.services.finish import register_consumer
from games.records.services import RECORDED, record_match

CONSUMER = "records"
"""Stored with each delivery: it never changes."""


def record_end(end: MatchEnd) -> None:
    """Store a match that has a result; ends without one leave no record."""
    if end.status in RECORDED:
        record_match(match_id=end.match_id)


def register() -> None:
    """Register the consumer that writes records."""
    register_consumer(CONSUMER, record_end)
