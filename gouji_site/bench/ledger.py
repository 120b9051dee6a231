"""What became of a table's moves: lost, played twice, or not adding up to what is stored."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

import psycopg

from .person import CARD_OR_WORD, Person, PostedAction
from .stored import SEAT, StoredMatch, StoredMove, connect, read_match

PLAYER: Final = "player"
BROKEN: Final = "broken"
_MATCHES: Final = "SELECT id, status FROM play_match WHERE table_id = ANY(%s) ORDER BY id"
_UNDELIVERED: Final = """
    SELECT count(*) FROM play_match m WHERE m.table_id = ANY(%s) AND m.ended_at IS NOT NULL AND (
        NOT EXISTS (SELECT 1 FROM play_matchend e WHERE e.match_id = m.id)
        OR EXISTS (SELECT 1 FROM play_delivery d JOIN play_matchend e ON e.id = d.end_id
                   WHERE e.match_id = m.id AND d.done_at IS NULL)
        OR (m.status = 'finished') <>
           ((SELECT count(*) FROM records_record r WHERE r.match_id = m.id) = 1))"""


def compare(posted: list[PostedAction], moves: tuple[StoredMove, ...]) -> tuple[int, int]:
    """How many actions were answered with success and are not stored, and how many are stored without being posted.

    ``posted`` and ``moves`` are those of one seat in one match, each in order. Moves of the clock or a bot for the
    seat are passed over, unless they are what was posted.
    """
    lost, at, extra = 0, 0, 0
    for move in moves:
        found = next((n for n in range(at, len(posted)) if _is_same(posted[n], move)), None)
        # What was posted and had no answer may be stored or not: the site may have died before or after the commit.
        if found is None:
            extra += move.by == PLAYER
            continue
        lost += sum(each.accepted for each in posted[at:found])
        at = found + 1
    return lost + sum(each.accepted for each in posted[at:]), extra


def _is_same(posted: PostedAction, move: StoredMove) -> bool:
    return move.number > posted.seen and _parts(posted.text) == _parts(move.action)


def _parts(action: str) -> tuple[str, list[str]]:
    verb, _, rest = action.partition(" ")
    return verb, sorted(CARD_OR_WORD.findall(rest))


class Ledger:
    """Counts of what went wrong at some tables, from their rows and from what their people posted."""

    def __init__(self, people: list[Person], damaged: set[int]) -> None:
        self._people = people
        self._damaged = damaged
        """Matches whose stored events a fault has damaged."""
        self._tables = [person.table for person in people]

    def undelivered(self, connection: psycopg.Connection[tuple[Any, ...]]) -> int:
        """How many matches have ended whose end was not delivered to every consumer, or whose record is missing."""
        row = connection.execute(_UNDELIVERED, [self._tables]).fetchone()
        return int(row[0]) if row else 0

    def count(self) -> Counter[str]:
        """Count ``lost`` and ``doubled`` moves, ``unsound`` matches and ``accepted`` actions."""
        counts: Counter[str] = Counter()
        with connect() as connection:
            for match, status in connection.execute(_MATCHES, [self._tables]).fetchall():
                stored = read_match(connection, match)
                self._compare(stored, counts)
                if status != BROKEN:
                    counts["unsound"] += not self._is_sound(stored)
            counts["lost"] += self.undelivered(connection)
        return counts

    def _compare(self, match: StoredMatch, counts: Counter[str]) -> None:
        posted = [
            each for person in self._people for each in person.posted if each.match == match.id
        ]
        own = tuple(move for move in match.moves if move.seat == SEAT)
        lost, doubled = compare(posted, own)
        counts["lost"] += lost
        counts["doubled"] += doubled
        counts["accepted"] += sum(each.accepted for each in posted)

    def _is_sound(self, match: StoredMatch) -> bool:
        try:
            match.assert_sound(events=match.id not in self._damaged)
        except Exception:  # noqa: BLE001 -- whatever the engine says of it
            return False
        return True
