"""A record, or the match that it is made of, that was stored damaged: its page says so, and the lists go on."""

import pytest
from django.urls import reverse

from games.play.models import Match, Move
from games.records.models import Player, Record
from games.records.services import record_match
from tests.records.matches import recorded, stored

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

DAMAGES: dict[str, dict[str, object]] = {
    "text": {"text": "\x01 nothing"},
    "empty": {"text": ""},
    "another_game": {"text": "ruleset chess\n0 e4\n"},
    "ruleset": {"ruleset": "gouji(gone=on)"},
    "no_ruleset": {"ruleset": ""},
    "events": {"events": 7},
    "result": {"result": [1, "x"]},
    "salts": {"salts": 7},
    "salts_of_something": {"salts": [{"a": 1}]},
    "secret": {"secret": "zz"},
    "decided_by": {"decided_by": "?"},
}


def shown_to(client, user, match_id):
    """What somebody is shown of a record by all its pages, each by its name."""
    client.force_login(user)
    pages = {name: reverse(name) for name in ("own_records", "mine", "lobby")}
    pages |= {name: reverse(name, args=[match_id]) for name in ("record", "record_text")}
    pages["record_json"] = reverse("record_json", args=[match_id])
    answers = {name: client.get(page) for name, page in pages.items()}
    assert {answer.status_code for answer in answers.values()} == {200}
    return {name: answer.content.decode() for name, answer in answers.items()}


@pytest.mark.parametrize("kind", DAMAGES)
def test_whatever_of_a_record_is_damaged_every_page_is_answered(client, make_user, kind):
    record = recorded(make_user)
    Record.objects.update(**DAMAGES[kind])
    shown_to(client, record.players.get(seat=0).user, record.match_id)


@pytest.mark.parametrize("kind", ["text", "empty", "another_game"])
def test_of_a_record_that_cannot_be_played_back_the_page_says_so(client, make_user, kind):
    record = recorded(make_user)
    Record.objects.update(**DAMAGES[kind])
    shown = shown_to(client, record.players.get(seat=0).user, record.match_id)
    assert "这份牌谱放不出来" in shown["record"]


@pytest.mark.parametrize("seats", [[1], [1, 2, 3, 4, 5], []])
def test_a_record_some_of_whose_players_are_lost_is_still_shown(client, make_user, seats):
    record = recorded(make_user)
    user = record.players.get(seat=0).user
    Player.objects.filter(record=record, seat__in=seats).delete()
    assert "这份牌谱放不出来" not in shown_to(client, user, record.match_id)["record"]


HOLDERS: dict[str, object] = {
    "none": [],
    "few": [{"user": None, "name": "安", "bot": ""}],
    "of_other_shape": {"user": 1},
    "empty": [{}, None, 3, "x", [], {"user": "1", "name": 2, "bot": None}],
}


@pytest.mark.parametrize("kind", HOLDERS)
def test_a_match_is_recorded_whatever_its_holders_say(make_user, kind):
    match = stored(make_user)
    Match.objects.update(holders=HOLDERS[kind])
    record = record_match(match_id=match.id)
    assert record is not None
    assert [player.seat for player in record.players.all()] == list(range(6))


@pytest.mark.parametrize("events", [b"\x00", b"7", b"", b"\xff"])
def test_a_match_is_recorded_without_the_events_that_cannot_be_read(make_user, events):
    match = stored(make_user)
    before = Move.objects.get(match=match, number=2)
    Move.objects.filter(id=before.id).update(events=events)
    record = record_match(match_id=match.id)
    assert record is not None
    assert record.text.count("\n") == match.version + 1
    assert record.events


@pytest.mark.parametrize("result", [None, [1, "x"], "lost"])
def test_a_match_is_recorded_whatever_its_result_looks_like(client, make_user, result):
    match = stored(make_user)
    Match.objects.update(result=result)
    record = record_match(match_id=match.id)
    assert record is not None
    shown_to(client, record.players.get(seat=0).user, match.id)
