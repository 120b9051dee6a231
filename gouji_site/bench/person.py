"""A person at a table with bots, who plays on and reconnects through every fault."""

from __future__ import annotations

import asyncio
import random
import re
from collections import Counter
from dataclasses import dataclass
from typing import Final

from games.engine.core.game import AnyGame, AnyState
from games.engine.registry import game_of

from .http import OK, Client
from .pictures import Picture, Pictures
from .reconnect import SOONEST, SPREAD_OVER
from .seated import Form, Seated, form_of
from .sockets import Version
from .stored import SEAT, connect, read_match

CARD_OR_WORD: Final = re.compile(r"[3-9TJQKA2sB][CDHS]?[a-d]|\S+")
REFUSED: Final = 409
THINKS: Final = 0.15
ANSWERED_WITHIN: Final = 5.0
SIGN_EVERY: Final = 0.5
SILENT_AFTER: Final = 2.0
"""A socket without a sign of life for so long counts as broken, even if it is open: its server may be frozen."""


@dataclass
class PostedAction:
    """An action that was posted, once or more often, as an answer to what was asked at a version."""

    match: int
    seen: int
    text: str
    accepted: bool = False


class Person:
    """Plays seat 0 of a table: any legal action, posted again until the site has answered."""

    def __init__(self, client: Client, page: str, table: int, pictures: Pictures) -> None:
        self.seated = Seated(client, page)
        self.table = table
        self.posted: list[PostedAction] = []
        self.complaints: Counter[str] = Counter()
        self.stopping = False
        self._pictures = pictures
        self._dice = random.Random(table)  # noqa: S311 -- load, not chance

    @property
    def picture(self) -> Picture | None:
        """The last match of the table."""
        return self._pictures.latest.get(self.table)

    # -- playing ---------------------------------------------------------------------------------------

    async def play(self) -> None:
        """Answer all prompts, and begin another match after each, until ``stopping``."""
        while not self.stopping:
            await asyncio.sleep(THINKS * self._dice.uniform(0.5, 1.5))
            picture = self.picture
            if picture is None or not picture.running:
                await self._post([("do", "ready"), ("seen", "0-0")])
            elif picture.prompt_versions[SEAT] >= 0:
                await self._answer(picture)

    async def _answer(self, picture: Picture) -> None:
        last = self.posted[-1] if self.posted else None
        key = (picture.match, picture.prompt_versions[SEAT])
        if last is None or (last.match, last.seen) != key:
            text = await self._choose(picture)
            if text is None:
                return
            last = PostedAction(*key, text)
            self.posted.append(last)
        # The same action again where no answer came: it may be stored already, and must not be stored twice.
        if not last.accepted:
            status = await self._post(form_of(last.text, picture.shown))
            last.accepted = status == OK
            if status == REFUSED:
                self.posted.remove(last)

    async def _choose(self, picture: Picture) -> str | None:
        """The text of a legal action; None in a drawing."""
        game = game_of(picture.ruleset)
        try:
            state = game.load(picture.snapshot)
        except ValueError:  # A fault has damaged the snapshot; the site plays the moves again too.
            state = await asyncio.to_thread(_played_back, picture.match)
        return None if game.pace(state).ticks else self._legal(game, state)

    def _legal(self, game: AnyGame, state: AnyState) -> str | None:
        legal = game.legal(state, SEAT)
        return game.write(legal[self._dice.randrange(len(legal))]) if len(legal) else None

    async def _post(self, form: Form) -> int:
        """Post a form. Returns the status of the answer, 0 where none came in time."""
        try:
            async with asyncio.timeout(ANSWERED_WITHIN):
                status = (await self.seated.post(form)).status
        except (
            OSError
        ):  # Also a timeout: a late answer on this connection would be taken for the next one's.
            self.seated.client.close()
            return 0
        if status not in {OK, REFUSED}:
            self.complaints[f"post: {status}"] += 1
        return status

    # -- the socket ------------------------------------------------------------------------------------

    async def stay_connected(self) -> None:
        """Keep a socket open as the page does, until cancelled."""
        while True:
            try:
                await self.seated.connect(self._note, within=ANSWERED_WITHIN)
            except OSError:
                pass
            else:
                await self._ask_while_open()
            await asyncio.sleep(SOONEST + SPREAD_OVER * self._dice.random())

    async def _ask_while_open(self) -> None:
        socket = self.seated.socket
        while socket is not None and not socket.closed:
            socket.ping()
            await asyncio.sleep(SIGN_EVERY)

    def _note(self, version: Version) -> None:
        """Do nothing: the socket itself keeps what it shows."""

    def is_connected(self, now: float) -> bool:
        """Whether the socket is open and the server behind it lives."""
        socket = self.seated.socket
        return socket is not None and not socket.closed and now - socket.heard < SILENT_AFTER

    def close(self) -> None:
        """Abort the socket and close the connection."""
        if self.seated.socket is not None:
            self.seated.socket.cut()
        self.seated.client.close()


def _played_back(match: int) -> AnyState:
    with connect() as connection:
        return read_match(connection, match).played_back()[0]
