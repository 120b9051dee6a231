"""Each move says truthfully whose decision it was, and the table and the replay tell of it what may be told."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.engine.core.phases import Limit
from games.play import tasks
from games.play.display.log_text import in_words, log_lines
from games.play.models import Match, Move
from games.play.services import moves, seats
from games.play.state.table_state import DECIDERS_SHOWN_LIVE, deciders, load

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def log_of(match):
    loaded = load(match.table_id)
    assert loaded is not None
    return log_lines(loaded, 40)


def let_time_run_out(match):
    Match.objects.filter(id=match.id).update(deadline=timezone.now())
    assert moves.expire(match_id=match.id)
    match.refresh_from_db()


def test_what_the_clock_decided_is_told_as_too_late(to_play, position):
    game, state = position(to_play)
    seat = game.to_act(state)[0]
    let_time_run_out(to_play)
    move = to_play.moves.latest("number")
    assert (move.seat, move.by) == (seat, Move.By.CLOCK)
    assert log_of(to_play)[-1].endswith("（超时）")


def test_what_a_bot_decided_for_a_person_is_told_as_autoplay(to_play, people, position):
    game, state = position(to_play)
    seat = game.to_act(state)[0]
    Match.objects.filter(id=to_play.id).update(auto=[each == seat for each in range(6)])
    to_play.refresh_from_db()
    tasks.bot_turn(to_play.id, seat, to_play.prompt_versions[seat])
    assert to_play.moves.latest("number").by == Move.By.AUTOPLAY
    told = [line for line in log_of(to_play) if "（托管）" in line]
    assert told
    assert people[seat].username in told[0]


def test_what_a_player_or_a_bot_in_its_own_seat_decided_is_told_without_more(
    to_play, position, post
):
    game, state = position(to_play)
    seat = game.to_act(state)[0]
    post(to_play, seat, game.write(game.legal(state, seat)[0]))
    assert not log_of(to_play)[-1].endswith("）")


def test_a_bot_in_its_own_seat_is_a_bot(people, told):
    table = seats.quick_start(user=people[0])
    match = table.matches.get()
    seat = next(each for each, asked in enumerate(match.prompt_versions) if asked >= 0 and each > 0)
    tasks.bot_turn(match.id, seat, match.prompt_versions[seat])
    assert match.moves.filter(seat=seat).latest("number").by == Move.By.BOT


def test_a_call_that_is_declined_for_a_seat_is_noted_but_told_to_nobody_at_the_table(
    to_play, people, position, post
):
    game, state = position(to_play)
    while game.pace(state).limit is not Limit.CALL:
        seat = game.to_act(state)[0]
        legal = game.legal(state, seat)
        post(to_play, seat, game.write(legal[len(legal) - 1]))
        game, state = position(to_play)
    called = game.to_act(state)
    before = log_of(to_play)
    for seat in called:
        seats.set_auto_decline(table_id=to_play.table_id, user=people[seat], auto_decline=True)
    last_ones = to_play.moves.order_by("-number")[: len(called)]
    assert {move.by for move in last_ones} == {Move.By.AUTO_DECLINE}
    assert Move.By.AUTO_DECLINE not in DECIDERS_SHOWN_LIVE
    assert not any("自动" in line for line in log_of(to_play)[len(before) :])


def test_the_whole_log_tells_it_too(to_play):
    let_time_run_out(to_play)
    page = Client().get(reverse("log", args=[to_play.table.code])).content.decode()
    assert "（超时）" in page


def test_what_follows_from_a_decision_is_not_said_to_be_decided_so(to_play, position):
    game, state = position(to_play)
    seat = game.to_act(state)[0]
    _, events = game.apply(state, seat, game.legal(state, seat)[0])
    assert deciders((*events, *events), seat, "clock") == ["clock", *[""] * (2 * len(events) - 1)]
    assert set(deciders(events, (seat + 1) % 6, "clock")) == {""}
    assert deciders((), seat, "clock") == []


def test_a_referee_is_named_behind_the_line(to_play, position, people):
    game, state = position(to_play)
    seat = game.to_act(state)[0]
    _, events = game.apply(state, seat, game.legal(state, seat)[0])
    names = [user.username for user in people]
    plain = in_words(game, events[0], names)
    assert in_words(game, events[0], names, Move.By.REFEREE) == f"{plain}（裁判）"
