"""The steady player over whole deals: legal, sure of itself, and better than drawing lots."""

import os
import random
from typing import Any, NamedTuple

import pytest

from games.bots import bot_of
from games.bots.arena import shuffled
from games.engine.core.actions import CHANCE, Action
from games.engine.core.game import AnyGame
from games.engine.registry import game_of
from tests.engine.redeal import redeal

THOROUGH = int(os.environ.get("GOUJI_THOROUGH", "1"))
RULESETS = (
    "gouji(games=1)",
    "gouji(games=1,mixed_jokers=keep,big_joker_two_to_one=on)",
    "gouji(games=1,melee_reentry=off,game_end=last_player,successor=partner)",
    "gouji(games=1,open_with_twos=off,event_points=on,hold_threes=off)",
    "gouji:charge(games=3,burn=covered)",
    "gouji:tournament(games=1,stifled=plays_on)",
)
MOST_MOVES = 3000


class Moment(NamedTuple):
    """A point of a match: the state, what has happened, who acts and what the bot there does."""

    game: AnyGame
    state: Any
    told: list[Any]
    seat: int | None = None
    action: Action | None = None


def moments(ruleset, seed, names=("steady",) * 6):
    """One match between bots, action by action, and its end."""
    game, rng = game_of(ruleset), random.Random(seed)
    state, bots = game.start(), [bot_of(name) for name in names]
    told: list[Any] = []
    while acting := game.to_act(state):
        seat = acting[0]
        if seat != CHANCE:
            action = bots[seat].choose(game.view(state, seat), game, rng)
            assert action is not None
            yield Moment(game, state, told, seat, action)
        elif game.chance(state) is not None:
            action = shuffled(game, state, rng)
        else:
            ((seat, action),) = game.defaults(state)
        state, events = game.apply(state, seat, action)
        told.extend(events)
    yield Moment(game, state, told)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_action_it_chooses_is_legal_in_random_deals(ruleset):
    """The engine refuses what is not; the deals also come to an end in good time."""
    for seed in range(50 * THOROUGH // len(RULESETS)):
        *before, last = moments(ruleset, seed)
        assert len(before) < MOST_MOVES
        assert last.game.outcome(last.state) is not None


def test_the_same_view_gives_the_same_action():
    for game, state, _, seat, action in moments("gouji(games=1)", 5):
        if seat is not None:
            again = bot_of("steady").choose(game.view(state, seat), game, random.Random(99))
            assert again == action


@pytest.mark.parametrize("seed", range(3 * THOROUGH))
def test_a_bots_choice_does_not_depend_on_cards_it_cannot_see(seed):
    rng = random.Random(seed)
    for game, state, told, seat, action in moments("gouji(games=1)", seed):
        if seat is not None and rng.random() < 0.3:
            other = redeal(game, state, seat, rng, told)
            assert bot_of("steady").choose(game.view(other, seat), game, rng) == action


def test_it_beats_the_random_player_on_the_same_deals_from_either_side():
    for seed in range(4 * THOROUGH):
        for side in (0, 1):
            names = ["steady" if seat % 2 == side else "random" for seat in range(6)]
            *_, last = moments("gouji(games=1)", seed, names)
            outcome = last.game.outcome(last.state)
            assert outcome is not None
            assert outcome.winner == side
