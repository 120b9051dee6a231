"""Hidden cards: change all that a seat cannot know, and its page stays the same to the byte."""

import random
from dataclasses import replace

import pytest

from games.engine.core.cards import each_card, write_card
from games.play.display.page_parts import Renderer
from games.play.models import Match
from games.play.state.table_state import TableState, load
from tests.conftest import THOROUGH
from tests.engine.redeal import redeal

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def page_of(loaded: TableState, seat):
    renderer = Renderer()
    return {**renderer.public(loaded), **renderer.own(loaded, seat)}


def loaded_table(match) -> TableState:
    loaded = load(match.table_id)
    assert loaded is not None
    return loaded


def with_state(loaded, state):
    return replace(loaded, state=state)


@pytest.mark.parametrize("moves_made", [0, 3, 7, 30, 90])
def test_a_page_does_not_change_with_the_cards_its_viewer_cannot_see(
    match, position, post, moves_made
):
    dice = random.Random(moves_made)
    for _ in range(moves_made):
        game, state = position(match)
        if not game.to_act(state) or game.to_act(state)[0] < 0:
            break
        seat = dice.choice(game.to_act(state))
        post(match, seat, game.write(dice.choice(game.legal(state, seat))))
    loaded = loaded_table(match)
    for viewer in (*range(6), None):
        before = page_of(loaded, viewer)
        for _ in range(3 * THOROUGH):
            other = redeal(loaded.game, loaded.state, viewer, dice)
            assert page_of(with_state(loaded, other), viewer) == before


def test_the_check_would_find_a_leak(match):
    loaded = loaded_table(match)
    other = redeal(loaded.game, loaded.state, 1, random.Random(1))
    assert page_of(with_state(loaded, other), 0) != page_of(loaded, 0)


def test_the_log_of_the_server_holds_no_card(match, position, post, caplog):
    caplog.set_level("DEBUG")
    game, state = position(match)
    cards = {write_card(n) for n in each_card(game.view(state, 0).own.hand)}
    while (row := Match.objects.get(id=match.id)).version < 20:
        game, state = position(row)
        seat = game.to_act(state)[0]
        post(match, seat, game.write(game.legal(state, seat)[0]))
    lines = [r.getMessage() for r in caplog.records if not r.name.startswith("django.db")]
    assert not [line for line in lines if any(card in line.split() for card in cards)]
