"""Random walks through matches, for tests that check something after every move."""

import os
import random
from collections.abc import Iterator
from typing import Any

from games.bots.arena import shuffled
from games.engine.core.actions import CHANCE
from games.engine.core.records import Entry

THOROUGH = int(os.environ.get("GOUJI_THOROUGH", "1"))
"""``--thorough`` multiplies the random runs."""


class Moment:
    """One point of a walk: the state, the record so far, and what has just happened."""

    def __init__(self, state: Any, entries: list[Entry], events: tuple[Any, ...], told: list[Any]):
        self.state = state
        self.entries = entries
        self.events = events
        self.told = told


def walk(game: Any, rng: random.Random, deals: int) -> Iterator[Moment]:
    """Play at random, seats that may act at once in random order, and stop after every action.

    It ends with the match or when ``deals`` deals have been played.
    """
    state, entries, told = game.start(), [], []
    while acting := game.to_act(state):
        if acting[0] == CHANCE:
            if deals == 0:
                return
            deals -= 1
            seat, action = CHANCE, shuffled(game, state, rng)
        else:
            seat = rng.choice(acting)
            action = draw(game.legal(state, seat), rng)
        entries.append(Entry(seat, game.write(action)))
        state, events = game.apply(state, seat, action)
        told.extend(events)
        yield Moment(state, entries, events, told)


def draw(legal: Any, rng: random.Random) -> Any:
    """One of the legal actions: often one without cards, so that passing and windows are met too."""
    return legal[0] if rng.random() < 0.3 else legal[rng.randrange(len(legal))]
