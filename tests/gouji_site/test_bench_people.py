"""Tables as the bench prepares them: at a decision, whatever the clock would have taken to get there."""

import pytest

from games.engine.registry import GAMES, game_of
from games.play.models import Match, Move
from games.play.state.selectors import load_state
from gouji_site.bench import people

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


@pytest.fixture(autouse=True)
def _without_broadcast(monkeypatch):
    monkeypatch.setattr("games.play.services.broadcast.table_changed", lambda table_id: None)


def begin(game):
    table, users = people.seat_people(1, game)
    people.make_ready(table.id, users)
    people.skip_clock(table.id)
    return table, users


@pytest.mark.parametrize("key", GAMES)
def test_a_table_of_every_game_has_somebody_in_each_seat_and_comes_to_a_decision_of_theirs(key):
    table, users = begin(key)
    match = people.live_match(table.id)
    game = game_of(match.ruleset)
    state = load_state(match, game)
    assert len(users) == game.meta.seats == match.table.seats.exclude(user=None).count()
    assert not people.waits_for_clock(game, state)
    assert game.to_act(state)
    assert set(game.to_act(state)) <= set(range(game.meta.seats))


@pytest.mark.parametrize("key", ["shengji", "huolong"])
def test_in_a_drawing_that_is_skipped_one_seat_has_shown_and_deals(key):
    begin(key)
    by_players = Move.objects.filter(by=Move.By.PLAYER).values_list("action", flat=True)
    assert [text.split(" ")[0] for text in by_players] == ["show"]
    match = Match.objects.get()
    game = game_of(match.ruleset)
    assert game.view(load_state(match, game), None).public.phase == "burying"
