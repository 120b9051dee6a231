"""What became of a table's moves: lost, played twice, or not adding up to what is stored."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

import psycopg

from .person import CARD_OR_WORD, Person, Said
from .stored import SEAT, Deal, Stored, connect, read_deal

PLAYER: Final = "player"
BROKEN: Final = "broken"
_MATCHES: Final = "SELECT id, status FROM play_match WHERE table_id = ANY(%s) ORDER BY id"
_UNHEARD: Final = """
    SELECT count(*) FROM play_match m WHERE m.table_id = ANY(%s) AND m.ended_at IS NOT NULL AND (
        NOT EXISTS (SELECT 1 FROM play_matchend e WHERE e.match_id = m.id)
        OR EXISTS (SELECT 1 FROM play_delivery d JOIN play_matchend e ON e.id = d.end_id
                   WHERE e.match_id = m.id AND d.done_at IS NULL)
        OR (m.status = 'finished') <>
           ((SELECT count(*) FROM records_record r WHERE r.match_id = m.id) = 1))"""


def compare(said: list[Said], moves: tuple[Stored, ...]) -> tuple[int, int]:
    """How many actions that were answered with success are not stored, and how many stored ones nobody asked for.

    ``said`` and ``moves`` are those of one seat in one match, each in order. What the clock or a bot played for the
    seat in between is passed over, unless it is what was asked for.
    """
    lost, at, extra = 0, 0, 0
    for move in moves:
        found = next((n for n in range(at, len(said)) if _is_same(said[n], move)), None)
        if found is None:
            extra += move.by == PLAYER
            continue
        lost += sum(each.accepted for each in said[at:found])
        at = found + 1
    return lost + sum(each.accepted for each in said[at:]), extra


def _is_same(said: Said, move: Stored) -> bool:
    return move.number > said.seen and _parts(said.text) == _parts(move.action)


def _parts(action: str) -> tuple[str, list[str]]:
    verb, _, rest = action.partition(" ")
    return verb, sorted(CARD_OR_WORD.findall(rest))


class Ledger:
    """Counts of what went wrong at some tables, from their rows and from what their people said."""

    def __init__(self, people: list[Person], unread: set[int]) -> None:
        self._people = people
        self._unread = unread
        """Matches whose stored events were spoilt."""
        self._tables = [person.table for person in people]

    def unheard(self, connection: psycopg.Connection[tuple[Any, ...]]) -> int:
        """Matches that ended and whose end a consumer has yet to hear of, or that have not exactly the record due."""
        row = connection.execute(_UNHEARD, [self._tables]).fetchone()
        return int(row[0]) if row else 0

    def count(self) -> Counter[str]:
        """``lost``, ``doubled``, ``unsound`` matches and ``accepted`` actions."""
        counts: Counter[str] = Counter()
        with connect() as connection:
            for match, status in connection.execute(_MATCHES, [self._tables]).fetchall():
                deal = read_deal(connection, match)
                self._compare(deal, counts)
                if status != BROKEN:
                    counts["unsound"] += not self._is_sound(deal)
            counts["lost"] += self.unheard(connection)
        return counts

    def _compare(self, deal: Deal, counts: Counter[str]) -> None:
        said = [each for person in self._people for each in person.said if each.match == deal.id]
        own = tuple(move for move in deal.moves if move.seat == SEAT)
        lost, doubled = compare(said, own)
        counts["lost"] += lost
        counts["doubled"] += doubled
        counts["accepted"] += sum(each.accepted for each in said)

    def _is_sound(self, deal: Deal) -> bool:
        try:
            deal.assert_sound(events=deal.id not in self._unread)
        except Exception:  # noqa: BLE001 -- whatever the engine says of it
            return False
        return True
