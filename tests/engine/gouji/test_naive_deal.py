"""Deals in play against a second reading of the rules page: who may act, what is legal, what comes of it."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games.engine.core.cards import write_ranks
from games.engine.gouji.game import Gouji
from games.engine.gouji.match import Match
from games.engine.gouji.playing import Playing
from games.engine.registry import game_of
from tests.engine.gouji.naive_deal import NaiveDeal
from tests.engine.gouji.positions import by_rank
from tests.engine.gouji.test_random_deals import rulesets, short_position
from tests.engine.walks import THOROUGH, draw


def naive_of(game, phase):
    """The same position, to be played by the slow rules."""
    revolted = None if phase.revolted < 0 else phase.revolted
    hands = [write_ranks(hand) for hand in phase.hands]
    values = game.ruleset.values
    return NaiveDeal(values, hands, phase.turn, revolted=revolted, heads=phase.heads_left)


def seats(flags):
    return {seat for seat, flag in enumerate(flags) if flag}


def nobody_if_out(seat):
    return None if seat < 0 else seat


def check_same(game, state, naive):
    """Who may act and how, and in what condition everybody is."""
    phase = state.phase
    assert sorted(game.to_act(state)) == sorted(naive.to_act())
    for seat in naive.to_act():
        legal = [by_rank(game.write(action)) for action in game.legal(state, seat)]
        assert sorted(legal) == sorted(naive.legal(seat))
    assert [write_ranks(hand) for hand in phase.hands] == naive.hands
    assert seats(game.view(state, None).public.opened) == naive.opened
    assert (phase.melee, phase.fallen) == (naive.melee, tuple(naive.fallen))
    assert nobody_if_out(phase.burner) == naive.burner
    for kind, owed in (("stifle", naive.stifled), ("burn", naive.burned_out)):
        assert [(due.payer, due.receiver) for due in phase.owed if due.kind == kind] == owed


@given(rulesets(), st.integers(0, 2**32))
@settings(max_examples=60 * THOROUGH)
def test_short_positions_go_as_the_rules_page_says(ruleset, seed):
    game, rng = Gouji.of(game_of(ruleset)), random.Random(seed)
    state = replace(game.start(), match=Match(deal=1), phase=short_position(ruleset, rng))
    naive = naive_of(game, state.phase)
    while isinstance(state.phase, Playing):
        check_same(game, state, naive)
        seat = rng.choice(game.to_act(state))
        action = draw(game.legal(state, seat), rng)
        naive.act(seat, by_rank(game.write(action)))
        state, _ = game.apply(state, seat, action)
    result = state.match.results[0]
    assert naive.over
    assert result.places == naive.places()
    assert seats(result.opened) == naive.opened
