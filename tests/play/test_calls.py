"""The call for burning, and the seats that do not want to be asked."""

import pytest

from games.engine.core.phases import Limit
from games.engine.registry import game_of
from games.play.display.page_parts import Renderer
from games.play.models import Match, Move
from games.play.services import seats
from games.play.services.clocks import CALL_SECONDS
from games.play.state.selectors import load_state
from games.play.state.table_state import load

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


@pytest.fixture
def call(to_play, position, post):
    """A match in which everybody is called, and the seats called."""
    for _ in range(400):
        game, state = position(to_play)
        if game.pace(state).limit is Limit.CALL:
            return to_play, game.to_act(state)
        seat = game.to_act(state)[0]
        legal = game.legal(state, seat)
        post(to_play, seat, game.write(legal[len(legal) - 1]))
    raise AssertionError("no gouji play in 400 moves")


def test_a_call_takes_a_few_seconds(call):
    match, _ = call
    match.refresh_from_db()
    assert (match.deadline - match.phase_began_at).total_seconds() == CALL_SECONDS


def test_a_seat_that_does_not_want_to_be_asked_has_said_no_at_once(call, people):
    match, called = call
    seats.set_auto_decline(table_id=match.table_id, user=people[called[0]], auto_decline=True)
    move = Move.objects.filter(match=match).latest("number")
    assert (move.seat, move.action) == (called[0], "decline")


def test_nobody_else_can_tell_that_a_seat_does_not_want_to_be_asked(call, people):
    match, called = call
    viewers = [seat for seat in range(6) if seat != called[0]]

    def pages():
        loaded, renderer = load(match.table_id), Renderer()
        assert loaded is not None
        return [renderer.public(loaded), *(renderer.own(loaded, seat) for seat in viewers)]

    before = pages()
    seats.set_auto_decline(table_id=match.table_id, user=people[called[0]], auto_decline=True)
    assert pages() == before


def test_the_seat_itself_sees_at_once_that_it_is_not_asked(call, people):
    match, called = call
    before = load(match.table_id)
    assert before is not None
    seats.set_auto_decline(table_id=match.table_id, user=people[called[0]], auto_decline=True)
    after = load(match.table_id, before)
    assert after is not None
    assert Renderer().own(after, called[0]) != Renderer().own(before, called[0])
    assert after.seats[called[0]].auto_decline


def test_the_call_closes_when_the_last_who_is_asked_has_answered(call, people, post):
    match, called = call
    seats.set_auto_decline(table_id=match.table_id, user=people[called[-1]], auto_decline=True)
    for seat in called[:-1]:
        assert game_of(match.ruleset).pace(_state(match)).limit is Limit.CALL
        post(match, seat, "decline")
    assert game_of(match.ruleset).pace(_state(match)).limit is not Limit.CALL


def _state(match):
    return load_state(Match.objects.get(id=match.id), game_of(match.ruleset))


def test_other_windows_are_not_answered_for_a_seat_that_declines_automatically(
    match, people, position
):
    seats.set_auto_decline(table_id=match.table_id, user=people[0], auto_decline=True)
    game, state = position(match)
    assert game.pace(state).limit is Limit.WINDOW
    assert 0 in game.to_act(state)
