"""Matches between bots in the engine alone, to measure speed and to compare bots.

The clock is an argument: the module itself has none, and stays as repeatable as its seed.
"""

import random
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias, TypeVar

import msgspec

from games.engine.core.actions import CHANCE, Action, Deal, Seat
from games.engine.core.game import AnyGame, AnyState, Game
from games.engine.core.views import AnyPublic

from . import Bot, bot_of

S = TypeVar("S")
P = TypeVar("P", bound=AnyPublic)
Mover: TypeAlias = Callable[[S, Seat, int], Action]
MAX_MOVES: Final = 20_000
"""After this many moves a deal is given up as unfinished: a fault in the rules must not hang a run."""


class Report(msgspec.Struct):
    """The figures of a run of deals. A move is one accepted action of a seat, passes included."""

    deals: int
    moves: int
    seconds: float
    deals_per_second: float
    moves_per_second: float
    unfinished: int


class Run(msgspec.Struct):
    """The counts of a run while it goes on."""

    deals: int = 0
    moves: int = 0
    unfinished: int = 0


def shuffled(game: Game[S, P], state: S, rng: random.Random) -> Deal:
    """A deal drawn from ``rng``. Raises ValueError if the state does not wait for one."""
    chance = game.chance(state)
    if chance is None:
        raise ValueError("nothing to deal now")
    order = list(chance.deck)
    rng.shuffle(order)
    return Deal(tuple(order), tuple(rng.randrange(bound) for bound in chance.draws))


def simulate(
    game: AnyGame, names: Sequence[str], deals: int, seed: int, clock: Callable[[], float]
) -> Report:
    """Play ``deals`` deals, match after match, and measure. ``names`` has one bot for all seats, or one for each.

    Raises KeyError for a bot that is not known, ValueError for a number of names that fits no table.
    """
    seats = game.meta.seats
    if len(names) not in (1, seats):
        raise ValueError(f"one bot, or {seats}")
    rng = random.Random(seed)  # noqa: S311 -- for games, not for secrets
    movers = [_mover(name, game, rng) for name in names] * (seats // len(names))
    run = Run()
    began = clock()
    state = game.start()
    while run.deals < deals:
        state = _play_deal(game, state, movers, run, rng)
    seconds = max(clock() - began, 1e-9)  # a coarse clock may not have moved
    return Report(
        deals=run.deals,
        moves=run.moves,
        seconds=round(seconds, 3),
        deals_per_second=round(run.deals / seconds, 2),
        moves_per_second=round(run.moves / seconds),
        unfinished=run.unfinished,
    )


def _mover(name: str, game: AnyGame, rng: random.Random) -> Mover[AnyState]:
    # Without views, so that the time of the rules alone is measured.
    if name == "random":
        return lambda state, seat, tick: _draw(game, state, seat, tick, rng)
    bot: Bot = bot_of(name)

    def move(state: AnyState, seat: Seat, tick: int) -> Action:
        action = bot.choose(game.view(state, seat, tick), game, rng)
        if action is None:
            raise ValueError(f"{name} waits, and the clock has nothing more to show")
        return action

    return move


def _draw(game: Game[S, P], state: S, seat: Seat, tick: int, rng: random.Random) -> Action:
    """A random legal action, taken from the state itself: this player is a measure of speed and no bot."""
    legal = game.legal(state, seat, tick)
    # Faster than randrange, which may draw several times; the tiny bias does not matter here.
    return legal[int(rng.random() * len(legal))]


def _settled(game: Game[S, P], state: S) -> S:
    """The state after what chance does without drawing: paying tribute, ending a drawing."""
    while CHANCE in game.to_act(state) and game.chance(state) is None:
        tick = game.pace(state).ticks
        for seat, action in game.defaults(state):
            state, _ = game.apply(state, seat, action, tick)
    return state


def _play_deal(
    game: Game[S, P],
    state: S,
    movers: Sequence[Mover[S]],
    run: Run,
    rng: random.Random,
) -> S:
    """Play one deal, from its shuffle to the next one, or to a new match at the end of the old.

    Time does not pass here: every drawing is asked at its last tick, with all cards visible.
    """
    state, _ = game.apply(state, CHANCE, shuffled(game, state, rng))
    run.deals += 1
    to_act, apply = game.to_act, game.apply  # looked up once, not at every move
    for moves in range(MAX_MOVES):
        acting = to_act(state)
        if not acting or acting[0] == CHANCE:
            state = _settled(game, state)
            acting = to_act(state)
            # A deal is due or the match is over: the deal that began has ended.
            if not acting or game.chance(state) is not None:
                run.moves += moves
                return state if acting else game.start()
        seat = acting[0]
        tick = game.pace(state).ticks
        state, _ = apply(state, seat, movers[seat](state, seat, tick), tick)
    run.moves += MAX_MOVES
    run.unfinished += 1
    return game.start()
