"""A match and its moves as the database holds them, and whether they agree."""

from __future__ import annotations

import os
from typing import Any, Final, NamedTuple

import psycopg

from games.engine.core.events import Event
from games.engine.core.game import AnyState
from games.engine.core.records import Entry, play_back
from games.engine.registry import game_of

SEAT: Final = 0
"""The seat of the person who opens a table."""
_MATCH: Final = """
    SELECT id, ruleset, version, snapshot, prompt_versions, ended_at IS NOT NULL FROM play_match WHERE id = %s"""
_MOVES: Final = """
    SELECT number, seat, action, tick, events, by, extract(epoch FROM made_at)::float8
    FROM play_move WHERE match_id = %s ORDER BY number"""


class StoredMove(NamedTuple):
    """The row of a move."""

    number: int
    seat: int
    action: str
    tick: int
    events: bytes
    by: str
    made_at: float


class StoredMatch(NamedTuple):
    """A match and its moves as the database holds them at one moment."""

    id: int
    ruleset: str
    version: int
    snapshot: bytes
    prompt_versions: list[int]
    ended: bool
    moves: tuple[StoredMove, ...]

    @property
    def last_prompt_version(self) -> int:
        """The version that its pages show."""
        return max(self.prompt_versions)

    def by_person(self, after: int) -> list[int]:
        """The numbers of the person's moves after a version, without those declined automatically for them."""
        own = (move for move in self.moves if move.seat == SEAT and move.number > after)
        return [move.number for move in own if move.action != "decline"]

    def played_back(self) -> tuple[AnyState, tuple[Event, ...]]:
        """The state and the events that the moves give."""
        game = game_of(self.ruleset)
        return play_back(game, (Entry(move.seat, move.action, move.tick) for move in self.moves))

    def assert_sound(self, *, events: bool = True) -> None:
        """Check that every move is there once, and that together they give the stored state and, with ``events``, the
        stored events. Raises AssertionError, or what the engine raises, where they do not.
        """
        assert [move.number for move in self.moves] == list(range(1, self.version + 1))
        game = game_of(self.ruleset)
        state, replayed = self.played_back()
        assert game.dump(state) == self.snapshot
        assert state == game.load(self.snapshot)
        if events:
            assert replayed == tuple(
                e for move in self.moves for e in game.load_events(move.events)
            )


def read_match(connection: psycopg.Connection[tuple[Any, ...]], match_id: int) -> StoredMatch:
    """Read a match and its moves. They are of one moment on a connection from ``connect`` (REPEATABLE READ)."""
    with connection.transaction():
        match = connection.execute(_MATCH, [match_id]).fetchone()
        moves = connection.execute(_MOVES, [match_id]).fetchall()
    assert match is not None
    return StoredMatch._make((*match, tuple(StoredMove._make(move) for move in moves)))


def connect() -> psycopg.Connection[tuple[Any, ...]]:
    """Connect to the instance's database. On this connection each transaction sees one moment (REPEATABLE READ)."""
    connection = psycopg.connect(os.environ["DATABASE_URL"], autocommit=True)
    connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
    return connection
