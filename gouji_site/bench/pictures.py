"""What the database holds of some tables, read again and again through every fault."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Any, Final, NamedTuple

import psycopg

PAUSE: Final = 0.04  # Shorter than a person thinks, who acts on what was read here.
RUNNING: Final = "running"
_LAST: Final = """
    SELECT DISTINCT ON (table_id) table_id, id, ruleset, version, snapshot, prompt_versions, status,
    sum(version) OVER (PARTITION BY table_id)::bigint FROM play_match WHERE table_id = ANY(%s)
    ORDER BY table_id, number DESC"""


class Picture(NamedTuple):
    """The last match of a table. ``made`` counts the moves of all its matches."""

    table: int
    match: int
    ruleset: str
    version: int
    snapshot: bytes
    prompt_versions: list[int]
    status: str
    made: int

    @property
    def running(self) -> bool:
        """Whether the match goes on."""
        return self.status == RUNNING

    @property
    def shown(self) -> tuple[int, int]:
        """Match and version that a page shows."""
        return self.match, max(self.prompt_versions) if max(
            self.prompt_versions
        ) >= 0 else self.version


class Pictures:
    """The last picture of each table. While PostgreSQL is down, pictures stay as they were."""

    def __init__(self, url: str, tables: list[int]) -> None:
        self.latest: dict[int, Picture] = {}
        self.looked = 0.0
        """When they were last read with success (perf_counter)."""
        self._url, self._tables = url, tables
        self._connection: psycopg.AsyncConnection[tuple[Any, ...]] | None = None

    async def run(self) -> None:
        """Read again and again until cancelled."""
        try:
            while True:
                try:
                    await self._look()
                except (psycopg.Error, OSError):
                    await self._close()
                await asyncio.sleep(PAUSE)
        finally:
            await self._close()

    async def _look(self) -> None:
        if self._connection is None:
            self._connection = await psycopg.AsyncConnection.connect(self._url, autocommit=True)
        cursor = await self._connection.execute(_LAST, [self._tables])
        for row in await cursor.fetchall():
            self.latest[row[0]] = Picture._make(row)
        self.looked = time.perf_counter()

    async def _close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(psycopg.Error, OSError):
                await connection.close()
