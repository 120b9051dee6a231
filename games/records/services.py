"""Writing records."""

import json
from typing import Final

from django.db import transaction

from accounts.models import User
from games.engine.core.records import Entry, write_record
from games.play.models import Match
from games.records.models import DECIDERS, Player, Record

RECORDED: Final = frozenset({Match.Status.FINISHED, Match.Status.DECIDED})
"""The ends of which there is a record."""


def record_match(*, match_id: int) -> Record | None:
    """Store a match that has a result; None for one that goes on, or ended without one.

    A match that is recorded already is left as it is, so this may run twice and at once.
    """
    ended = Match.objects.filter(id=match_id, status__in=RECORDED)
    match = ended.select_related("table").first()
    if match is None or match.ended_at is None:
        return None
    rows = list(match.moves.values_list("seat", "action", "tick", "events", "by"))
    events = [event for row in rows for event in json.loads(bytes(row[3]))]
    with transaction.atomic():
        record, made = Record.objects.get_or_create(
            match=match,
            defaults={
                "ruleset": match.ruleset,
                "text": write_record(match.ruleset, (Entry(*row[:3]) for row in rows)),
                "events": events,
                "decided_by": "".join(DECIDERS[row[4]] for row in rows),
                "result": match.result,
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
        if made:
            Player.objects.bulk_create(_players(match, record))
    return record


def _players(match: Match, record: Record) -> list[Player]:
    escaped = set(match.escapes.values_list("user_id", flat=True))
    known = set(User.objects.filter(id__in=_users(match)).values_list("id", flat=True))
    return [
        Player(
            record=record,
            seat=seat,
            user_id=holder["user"] if holder["user"] in known else None,
            name=holder["name"],
            bot=holder["bot"],
            escaped=holder["user"] in escaped,
        )
        for seat, holder in enumerate(match.holders)
    ]


def _users(match: Match) -> list[int]:
    return [holder["user"] for holder in match.holders if holder["user"] is not None]
