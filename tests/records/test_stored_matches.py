"""Finished matches are stored once, as text and events, for those who sat in them."""

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.core.records import play_back, read_record
from games.engine.registry import game_of
from games.play.models import Match
from games.play.services import finish, moves, seats
from games.play.state.selectors import load_state
from games.records.models import Player, Record
from games.records.services import record_match
from games.records.tasks import record

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


@pytest.fixture
def left(make_user):
    """A match just dealt to two people and four bots; the user who sat in seat 1 has left."""
    ann, ben = make_user("安"), make_user("本")
    table = seats.open_table(user=ann, ruleset="gouji(games=1)")
    seats.sit(table_id=table.id, user=ben, number=1)
    seats.add_bots(table_id=table.id, user=ann)
    for user in (ann, ben):
        seats.set_ready(table_id=table.id, user=user, ready=True)
    seats.leave(table_id=table.id, user=ben)
    return Match.objects.get()


@pytest.fixture
def finished(left):
    """The same match, said to be over."""
    Match.objects.filter(id=left.id).update(
        status="finished",
        ended_at="2026-11-30T12:00Z",
        deadline=None,
        result={"scores": [2, -2], "winner": 0},
    )
    left.refresh_from_db()
    return left


def test_a_match_played_out_by_the_clock_is_stored_as_text_events_and_result(left):
    finished = left
    while finished.ended_at is None:
        Match.objects.filter(id=finished.id).update(deadline="2026-01-01T00:00Z")
        assert moves.expire(match_id=finished.id)
        finished.refresh_from_db()
    record = record_match(match_id=finished.id)
    assert record is not None
    game = game_of(finished.ruleset)
    read = read_record(record.text)
    state, events = play_back(game, read.entries)
    assert read.ruleset == finished.ruleset
    assert state == load_state(finished, game)
    assert len(record.events) == len(events)
    outcome = game.outcome(state)
    assert outcome is not None
    assert record.result == {"scores": list(outcome.scores), "winner": outcome.winner}


def test_the_players_are_those_who_began_and_who_left_is_marked(finished):
    record_match(match_id=finished.id)
    rows = list(Player.objects.values_list("seat", "name", "bot", "escaped"))
    assert rows[:2] == [(0, "安", "", False), (1, "本", "", True)]
    assert rows[2:] == [(seat, "", "steady", False) for seat in range(2, 6)]


def test_recording_twice_is_recording_once(finished):
    first = record_match(match_id=finished.id)
    assert record_match(match_id=finished.id) == first
    assert (Record.objects.count(), Player.objects.count()) == (1, 6)


def test_a_task_that_an_older_version_queued_still_records(finished):
    record(finished.id)
    record(finished.id)
    assert Record.objects.get().match == finished


def test_a_match_under_way_or_abandoned_has_no_record(make_user):
    user = make_user("程")
    table = seats.quick_start(user=user)
    match = table.matches.get()
    assert record_match(match_id=match.id) is None
    seats.leave(table_id=table.id, user=user)
    assert record_match(match_id=match.id) is None
    finish.deliver_what_was_missed()
    assert not Record.objects.exists()


@pytest.mark.parametrize("page", ["1", "999", "x"])
def test_ones_own_matches_are_listed(finished, page):
    record_match(match_id=finished.id)
    client = Client()
    client.force_login(finished.table.seats.get(number=0).user)
    body = client.get(reverse("own_records"), {"page": page}).content.decode()
    assert reverse("record", args=[finished.id]) in body
    assert reverse("record_text", args=[finished.id]) in body


def test_what_opens_the_deals_and_who_may_see_it_is_stored_with_the_match(finished):
    Match.objects.filter(id=finished.id).update(salts=["甲", "", "", "", "", ""])
    finished.table.private = True
    finished.table.save(update_fields=["private"])

    record = record_match(match_id=finished.id)

    assert record is not None
    assert (record.secret, record.commitment) == (finished.secret, finished.commitment)
    assert record.salts == ["甲", "", "", "", "", ""]
    assert record.private
    assert record.proof is not None
    assert record.proof.opens
