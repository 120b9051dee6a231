"""How long a table's deals last: play in the engine alone, with time added up and not waited for.

Each seat that is asked answers after its own seconds, so a window lasts as long as its slowest seat. Network, database
and the queue of bots take no time here.
"""

import random
from typing import Final

import msgspec

from games.engine.core.actions import CHANCE, Seat
from games.engine.core.events import tag_of
from games.engine.core.game import AnyGame
from games.engine.core.phases import Limit

from . import Bot, bot_of
from .arena import shuffled

# The tags of two events that all games have.
TRICK: Final = "trick_won"
DEAL: Final = "deal_ended"


class Habits(msgspec.Struct, frozen=True):
    """How many seconds each seat takes to answer, and how calls in the middle of play go (``Limit.CALL``).

    ``call`` is the fixed length of a call; None closes it as soon as all have answered. ``auto_decline`` seats do not want
    to be asked in calls: the table answers for them at once.
    """

    seconds: tuple[float, ...]
    call: float | None = None
    auto_decline: tuple[Seat, ...] = ()

    def of(self, seat: Seat, limit: Limit) -> float:
        """How long a seat takes to answer.

        >>> habits = Habits((1.0, 2.0), auto_decline=(1,))
        >>> habits.of(1, Limit.TURN), habits.of(1, Limit.CALL), habits.of(0, Limit.CALL)
        (2.0, 0.0, 1.0)
        """
        if limit is Limit.CALL:
            if self.call is not None:
                return self.call
            if seat in self.auto_decline:
                return 0.0
        return self.seconds[seat]


class Timing(msgspec.Struct):
    """The times of a run of deals, in seconds.

    ``opening`` is before the first trick, ``tricks`` the time of each trick, ``calling`` the part of those in calls.
    ``turns`` and ``calls`` count the questions in tricks.
    """

    deals: int = 0
    turns: int = 0
    calls: int = 0
    opening: float = 0.0
    calling: float = 0.0
    tricks: list[float] = []

    @property
    def playing(self) -> float:
        """Seconds in tricks, calls included."""
        return sum(self.tricks)

    @property
    def per_trick(self) -> float:
        """Seconds of a trick, the calls in it included."""
        return self.playing / len(self.tricks)

    @property
    def long_trick(self) -> float:
        """The ninth decile: nine of ten tricks are not longer than this."""
        return sorted(self.tricks)[len(self.tricks) * 9 // 10]

    @property
    def per_deal(self) -> float:
        """Seconds of a deal, without the pause after it."""
        return (self.opening + self.playing) / max(self.deals, 1)

    @property
    def share(self) -> float:
        """The share of the time in tricks that calls take, from 0 to 1."""
        return self.calling / self.playing if self.playing else 0.0


class _Table:
    """A table in the middle of a run.

    ``now`` is the time in seconds, ``due`` when each seat will answer a question, by seat and key of the question.
    """

    def __init__(self, game: AnyGame, habits: Habits, rng: random.Random) -> None:
        self.game = game
        self.habits = habits
        self.rng = rng
        self.state = game.start()
        self.now = 0.0
        self.due: dict[tuple[Seat, str], float] = {}

    def next_answer(self) -> tuple[Seat, float]:
        """The seat that answers first of those asked, and when."""
        game, state = self.game, self.state
        limit = game.pace(state).limit
        # Answers under way keep their time; those to questions that are gone are dropped.
        due = {}
        for seat in game.to_act(state):
            asked = (seat, game.prompt_key(state, seat))
            due[asked] = self.due.get(asked, self.now + self.habits.of(seat, limit))
        self.due = due
        (seat, _), at = min(due.items(), key=lambda each: each[1])
        return seat, at

    def by_itself(self) -> bool:
        """Let chance act if it is its turn, and say whether it was. A drawing takes the time of its clock."""
        game, state = self.game, self.state
        if CHANCE not in game.to_act(state):
            return False
        pace = game.pace(state)
        if game.chance(state) is not None:
            self.state, _ = game.apply(state, CHANCE, shuffled(game, state, self.rng))
            return True
        self.now += pace.ticks * pace.tick_seconds
        for seat, action in game.defaults(state):
            self.state, _ = game.apply(self.state, seat, action, pace.ticks)
        return True


def measure(game: AnyGame, name: str, habits: Habits, deals: int, seed: int) -> Timing:
    """Play ``deals`` deals with the bot of that name in every seat, and measure their time.

    Raises KeyError for a bot that is not known, ValueError for one that waits for the clock.
    """
    rng = random.Random(seed)  # noqa: S311 -- for games, not for secrets
    bot = bot_of(name)
    timing = Timing(tricks=[0.0])
    table = _Table(game, habits, rng)
    while timing.deals < deals:
        if not game.to_act(table.state):
            table.state = game.start()
        began = table.now
        if table.by_itself():
            timing.opening += table.now - began
        else:
            _answer(table, bot, timing)
    timing.tricks.pop()  # begun when the last trick ended, and empty
    return timing


def _answer(table: _Table, bot: Bot, timing: Timing) -> None:
    """One seat answers what it was asked."""
    game, state = table.game, table.state
    pace = game.pace(state)
    seat, at = table.next_answer()
    waited = at - table.now
    table.now = at
    action = bot.choose(game.view(state, seat, pace.ticks), game, table.rng)
    if action is None:
        raise ValueError("a bot waits, and the clock has nothing more to show")
    prompt_key = game.prompt_key(state, seat)
    table.state, events = game.apply(state, seat, action, pace.ticks)
    table.due.pop((seat, prompt_key), None)
    if pace.limit not in (Limit.TURN, Limit.CALL):
        timing.opening += waited
        return
    timing.tricks[-1] += waited
    if pace.limit is Limit.TURN:
        timing.turns += 1
    else:
        timing.calling += waited
        # Counted once for all seats: when the last of them has answered.
        timing.calls += all(
            game.prompt_key(table.state, each) != prompt_key for each in game.to_act(table.state)
        )
    tags = {tag_of(event) for event in events}
    timing.deals += DEAL in tags
    if tags & {TRICK, DEAL}:
        timing.tricks.append(0.0)
