"""Random walks through matches, for tests that check something after every move."""

import os
import random
from collections.abc import Callable, Iterator
from typing import Any

from games.bots.arena import shuffled
from games.engine.core.actions import CHANCE, Deal
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


def walk(
    game: Any, rng: random.Random, deals: int, deal: Callable[..., Any] = shuffled
) -> Iterator[Moment]:
    """Play at random, seats that may act at once in random order, and stop after every action.

    It ends with the match or when ``deals`` deals have been played.
    """
    state, entries, told = game.start(), [], []
    while acting := game.to_act(state):
        if acting[0] == CHANCE and game.chance(state) is None:
            ((seat, action),) = game.defaults(state)
        elif acting[0] == CHANCE:
            if deals == 0:
                return
            deals -= 1
            seat, action = CHANCE, deal(game, state, rng)
        else:
            seat = rng.choice(acting)
            action = draw(game.legal(state, seat), rng)
        entries.append(Entry(seat, game.write(action)))
        state, events = game.apply(state, seat, action)
        told.extend(events)
        yield Moment(state, entries, events, told)


def skewed(game: Any, state: Any, rng: random.Random) -> Deal:
    """A deal in which a seat or two hold no 2 and no joker, and perhaps no 3: what chance seldom gives."""
    deal = shuffled(game, state, rng)
    if rng.random() < 0.4:
        return deal
    hands = [list(deal.order[at : at + 36]) for at in range(0, 216, 36)]
    poor = rng.sample(range(6), rng.choice((1, 1, 1, 2)))
    spoiled = (rng.choice((-1, -1, 0)), 12, 13, 14)
    for seat in poor:
        for at, number in enumerate(hands[seat]):
            if number >> 4 in spoiled:
                _swap(hands, seat, at, poor, spoiled, rng)
    return Deal(tuple(number for hand in hands for number in hand), deal.draws)


def _swap(
    hands: list[list[int]],
    seat: int,
    at: int,
    poor: list[int],
    spoiled: tuple[int, ...],
    rng: random.Random,
) -> None:
    while True:
        other, there = rng.randrange(6), rng.randrange(36)
        if other not in poor and hands[other][there] >> 4 not in spoiled:
            hands[seat][at], hands[other][there] = hands[other][there], hands[seat][at]
            return


def draw(legal: Any, rng: random.Random) -> Any:
    """One of the legal actions: often one without cards, so that passing and windows are met too."""
    return legal[0] if rng.random() < 0.3 else legal[rng.randrange(len(legal))]
