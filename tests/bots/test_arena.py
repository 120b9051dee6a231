"""Matches between bots in the engine alone."""

import random
from itertools import count

import pytest

from games.bots import arena, bot_of
from games.engine.registry import game_of


def ticking():
    """A clock that goes on a second a look."""
    times = count()
    return lambda: float(next(times))


def test_as_many_deals_are_played_as_asked_and_all_are_finished():
    report = arena.simulate(game_of("gouji"), ["random"], 7, 1, ticking())

    assert (report.deals, report.unfinished, report.seconds) == (7, 0, 1.0)
    assert report.moves == report.moves_per_second > 7 * 100


def test_the_same_seed_plays_the_same_deals():
    runs = [arena.simulate(game_of("gouji"), ["random"], 3, 5, ticking()) for _ in range(2)]

    assert runs[0] == runs[1]


def test_names_are_one_for_all_or_one_a_seat():
    game = game_of("gouji(games=1)")

    assert arena.simulate(game, ["random"] * 6, 1, 1, ticking()).deals == 1
    with pytest.raises(ValueError, match="one bot, or 6"):
        arena.simulate(game, ["random"] * 5, 1, 1, ticking())
    with pytest.raises(KeyError):
        arena.simulate(game, ["nobody"], 1, 1, ticking())


def test_a_deal_that_does_not_end_is_given_up(monkeypatch):
    monkeypatch.setattr(arena, "MAX_MOVES", 20)

    report = arena.simulate(game_of("gouji"), ["random"], 2, 1, ticking())

    assert (report.moves, report.unfinished) == (40, 2)


def test_the_random_bot_sees_only_its_view_and_does_something_legal():
    game, rng = game_of("gouji(games=1)"), random.Random(3)
    bot = bot_of("random")
    state, _ = game.apply(game.start(), -1, arena.shuffled(game, game.start(), rng))
    while (seat := game.to_act(state)[0]) >= 0:
        action = bot.choose(game.view(state, seat), game, rng)
        assert action is not None
        state, _ = game.apply(state, seat, action)
        if not game.to_act(state):
            break

    assert game.outcome(state) is not None


def test_nothing_is_dealt_where_no_deal_is_due():
    game = game_of("gouji")
    state, _ = game.apply(game.start(), -1, arena.shuffled(game, game.start(), random.Random(1)))

    with pytest.raises(ValueError, match="nothing to deal"):
        arena.shuffled(game, state, random.Random(1))
