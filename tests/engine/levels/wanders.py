"""Random walks through matches of the Shengji games, with a clock that never goes back."""

import random
from collections.abc import Iterator
from typing import Any

from games.bots.arena import shuffled
from games.engine.core.actions import CHANCE
from games.engine.core.records import Entry


class Moment:
    """One point of a walk: the state, the clock, the record so far (which grows), and what has just happened."""

    def __init__(self, state: Any, tick: int, entries: list[Entry], events: tuple[Any, ...]):
        self.state = state
        self.tick = tick
        self.entries = entries
        self.events = events


def wander(game: Any, rng: random.Random, deals: int) -> Iterator[Moment]:
    """Play at random, seats that may act at once in random order, and stop after every action.

    It ends with the match, or when ``deals`` deals have been settled.
    """
    state, entries, tick = game.start(), [], 0
    while acting := game.to_act(state):
        if game.chance(state) is not None:
            if len(state.match.results) == deals:
                return
            seat, action, tick = CHANCE, shuffled(game, state, rng), 0
        else:
            tick = _later(game, state, tick, rng)
            seat, action = _draw(game, state, acting, tick, rng)
        entries.append(Entry(seat, game.write(action), tick))
        state, events = game.apply(state, seat, action, tick)
        yield Moment(state, tick, entries, events)


def _later(game: Any, state: Any, tick: int, rng: random.Random) -> int:
    ticks = game.pace(state).ticks
    return min(ticks, tick + rng.randrange(ticks // 4)) if ticks else 0


def _draw(game: Any, state: Any, acting: Any, tick: int, rng: random.Random) -> Any:
    """A legal action, shows before declining where there are both, or the end of the time."""
    ticks = game.pace(state).ticks
    if acting == (CHANCE,) or (ticks and tick == ticks and rng.random() < 0.3):
        return game.defaults(state)[0]
    seat = rng.choice(acting)
    legal = game.legal(state, seat, tick)
    return seat, legal[0] if rng.random() < 0.3 else legal[rng.randrange(len(legal))]
