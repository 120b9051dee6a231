"""Writing records."""

import json
import logging
from typing import Final

from django.db import transaction

from accounts.models import User
from games.engine.core.records import Entry, write_record
from games.engine.registry import game_of
from games.play.models import Match
from games.play.state.match_seats import whole
from games.records.models import DECIDERS, Player, Record

log: Final = logging.getLogger(__name__)

RECORDED: Final = frozenset({Match.Status.FINISHED, Match.Status.DECIDED})
"""How a match must have ended to have a record."""


def record_match(*, match_id: int) -> Record | None:
    """Write the record of a match that has ended with a result; None for any other.

    A record that is there already is left as it is, so two calls, even at once, write it once.
    """
    ended = Match.objects.filter(id=match_id, status__in=RECORDED)
    match = ended.select_related("table").first()
    if match is None or match.ended_at is None:
        return None
    # Before the transaction: the moves of an ended match do not change.
    rows = list(match.moves.values_list("seat", "action", "tick", "events", "by"))
    events = [event for row in rows for event in _events(match_id, row[3])]
    with transaction.atomic():
        record, made = Record.objects.get_or_create(
            match=match,
            defaults={
                "ruleset": match.ruleset,
                "text": write_record(match.ruleset, (Entry(*row[:3]) for row in rows)),
                "events": events,
                "decided_by": "".join(DECIDERS[row[4]] for row in rows),
                "result": match.result if match.result is not None else {},
                "secret": match.secret,
                "commitment": match.commitment,
                "salts": match.salts,
                "deal_scheme": match.deal_scheme,
                "first_seat": match.first_seat,
                "private": match.table.private,
                "began_at": match.began_at,
                "ended_at": match.ended_at,
            },
        )
        if made:  # of two tasks at once only one has made it
            Player.objects.bulk_create(_players(match, record))
    return record


def _events(match_id: int, stored: bytes | memoryview) -> list[object]:
    """The events of a move; none where they were stored damaged, which is logged."""
    # A record plays back from its actions, so it is worth having without them.
    try:
        events = json.loads(bytes(stored))
    except ValueError:
        log.exception("match %s: events of a move cannot be read", match_id)
        return []
    return events if isinstance(events, list) else []


def _players(match: Match, record: Record) -> list[Player]:
    holders = whole(match.holders, game_of(match.ruleset).meta.seats)
    escaped = set(match.escapes.values_list("user_id", flat=True))
    # Accounts may have been deleted since the match began.
    known = set(
        User.objects.filter(id__in=[each["user"] for each in holders if each["user"]]).values_list(
            "id", flat=True
        )
    )
    return [
        Player(
            record=record,
            seat=seat,
            user_id=holder["user"] if holder["user"] in known else None,
            name=holder["name"],
            bot=holder["bot"],
            escaped=holder["user"] in escaped,
        )
        for seat, holder in enumerate(holders)
    ]
