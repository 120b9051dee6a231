"""One table under load: it plays for all its seats and watches all their sockets."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import partial

from accounts.models import User
from games.engine.core.actions import Action
from games.engine.core.game import AnyGame, AnyState
from games.engine.core.phases import Limit
from games.engine.registry import game_of
from games.play.models import Table

from . import people
from .http import OK, Client
from .seated import Seated, form_of
from .updates import Update, Updates

CALL_PAUSE = 0.8
"""Seconds before a call is answered, at most: the clock allows only a few."""


@dataclass
class ActionCounts:
    """What all tables together found."""

    answers: list[float] = field(default_factory=list)
    moves: int = 0
    complaints: Counter[str] = field(default_factory=Counter)


class Driver:
    """A table, its people, and a replica of its match.

    The replica plays the same actions as the site. It is read from the database again after each refusal and deal.
    """

    def __init__(
        self, address: tuple[str, int], table: Table, users: list[User], counts: ActionCounts
    ) -> None:
        self.counts = counts
        self.page = f"/table/{table.code}/"
        self._table, self._users = table, users
        host, port = address
        self.seated = [
            Seated(Client(host, port, {"sessionid": people.sign_in(user)}), self.page)
            for user in users
        ]
        self.updates = Updates(len(users))
        self._measuring = False
        self._game: AnyGame = game_of(table.ruleset)
        self._state: AnyState = self._game.start()
        self._match_id = 0
        self._version = 0
        self._prompts: dict[int, tuple[str, int]] = {}
        self._dice = random.Random(table.id)  # noqa: S311 -- load, not chance

    # -- before the load -------------------------------------------------------------------------------

    def begin(self) -> None:
        """Deal, and copy the match. From here on the replica follows by playing the same actions."""
        people.make_ready(self._table.id, self._users)
        self._skip_to_decision()

    def _skip_to_decision(self) -> None:
        """Go to the first decision after a deal: the time that the clock would take until then is no load."""
        people.skip_clock(self._table.id)
        self._copy()

    def _copy(self) -> None:
        match = people.live_match(self._table.id)
        self._game = game_of(match.ruleset)
        self._state = self._game.load(bytes(match.snapshot))
        self._match_id, self._version = match.id, match.version
        self._prompts = {
            seat: (self._game.prompt_key(self._state, seat), match.prompt_versions[seat])
            for seat in self._game.to_act(self._state)
        }

    async def open(self) -> None:
        """Load the page for every seat and open its socket."""
        for number, seat in enumerate(self.seated):
            await seat.load()
            await self.connect(number)

    async def connect(self, number: int) -> None:
        """Open a seat's socket and wait for its first picture. Raises OSError where there is none."""
        await self.seated[number].connect(partial(self.updates.shown, number))

    def cut(self) -> None:
        """Abort every socket, without a closing frame."""
        for seat in self.seated:
            if seat.socket is not None:
                seat.socket.cut()

    async def play_opening(self) -> None:
        """Play until cards are laid. Raises RuntimeError where a move is refused."""
        while self._game.view(self._state, None).public.phase != "play":
            seat, action = self._game.defaults(self._state)[0]
            if not await self._act(seat, action):
                raise RuntimeError(f"{self.page} refuses {self._game.write(action)}")

    # -- the load --------------------------------------------------------------------------------------

    async def run(self, every: float, until: float) -> None:
        """Make a move every ``every`` seconds on average, until ``until`` (perf_counter).

        A late move is made up for, so a slow site does not lower the load. A call has only a few seconds: it is
        answered faster, and the time saved is added to the next pause.
        """
        self._measuring = True
        saved = 0.0
        due = time.perf_counter() + every * self._dice.random()
        while due < until:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            await self._move()
            pause = every * self._dice.uniform(0.5, 1.5)
            called = self._game.pace(self._state).limit is Limit.CALL
            step = min(pause, CALL_PAUSE) if called else pause + saved
            saved += pause - step
            due += step

    async def _move(self) -> None:
        seats = self._game.to_act(self._state)
        if not seats or people.waits_for_clock(self._game, self._state):
            await self._next_deal()
            return
        seat = self._dice.choice(seats)
        legal = self._game.legal(self._state, seat)
        await self._act(seat, legal[self._dice.randrange(len(legal))])

    async def _act(self, seat: int, action: Action) -> bool:
        form = form_of(self._game.write(action), (self._match_id, self._shown_version()))
        state = self._game.apply(self._state, seat, action)[0]
        prompts = self._prompts_in(state)
        began = time.perf_counter()
        # Before the post: a socket may show the move before the post is answered.
        update = self._expect(
            max(at for _, at in prompts.values()) if prompts else self._version + 1
        )
        accepted = await self._post(seat, form)
        if not accepted:
            if update is not None:
                self.updates.drop(update)
            await asyncio.to_thread(self._copy)
            return False
        self._state, self._prompts, self._version = state, prompts, self._version + 1
        if self._measuring:
            self.counts.moves += 1
            self.counts.answers.append(time.perf_counter() - began)
        return True

    def _expect(self, version: int) -> Update | None:
        """Watch for a version that pages do not show yet. Returns None where there is none to come.

        An answer in a sealed window changes nothing on other pages.
        """
        if not self._measuring or version <= self._shown_version():
            return None
        return self.updates.expect((self._match_id, version))

    def _prompts_in(self, state: AnyState) -> dict[int, tuple[str, int]]:
        """What each seat is asked in the next state, and at which version that was first asked."""
        prompts = {}
        for seat in self._game.to_act(state):
            question = self._game.prompt_key(state, seat)
            before = self._prompts.get(seat)
            kept = before is not None and before[0] == question
            prompts[seat] = before if before and kept else (question, self._version + 1)
        return prompts

    def _shown_version(self) -> int:
        """The version that pages show: the last one at which a seat was asked something new."""
        return max((at for _, at in self._prompts.values()), default=self._version)

    async def _post(self, seat: int, form: list[tuple[str, str]]) -> bool:
        try:
            answer = await self.seated[seat].post(form)
        except OSError as error:
            self.counts.complaints[f"post: {type(error).__name__}"] += 1
            return False
        if answer.status != OK:
            self.counts.complaints[f"post: {answer.status}"] += 1
        return answer.status == OK

    async def _next_deal(self) -> None:
        """Go on to the next deal when one is over, or to another match after the last deal."""
        if not self._game.to_act(self._state):
            for seat in range(len(self.seated)):
                await self._post(seat, [("do", "ready"), ("seen", "0-0")])
        await asyncio.to_thread(self._skip_to_decision)
        # The opening is played as fast as the site answers, which is not the load that was ordered.
        measuring, self._measuring = self._measuring, False
        await self.play_opening()
        self._measuring = measuring

    # -- the end ---------------------------------------------------------------------------------------

    def finish(self) -> None:
        """Count what never came, and close all connections."""
        self.updates.give_up()
        for seat in self.seated:
            if seat.socket is not None:
                self.counts.complaints["socket closed"] += seat.socket.closed
                seat.socket.close()
            seat.client.close()

    @property
    def up_to_date(self) -> bool:
        """Whether all sockets show the present version."""
        shown = (self._match_id, self._shown_version())
        return all(seat.socket and seat.socket.shown >= shown for seat in self.seated)
