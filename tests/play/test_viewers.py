"""Who may see a table: its seats, referees, watchers after the delay, and under an embargo nobody else."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.chat.forms import Posted, Said
from games.chat.models import Message
from games.engine.core.errors import NotAllowed
from games.lobby.selectors import live_count, live_table_rows
from games.play.models import Match, Table
from games.play.services import chat, seats
from games.play.state import viewers
from games.play.state.delayed import visible_state_for
from games.play.state.table_state import TableState, load
from games.play.state.viewers import Role, Viewer, viewer_for, viewers_at
from games.records.services import record_match
from tests.records.matches import stored

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

WORDS = Said("words", "", "牌真好")


@pytest.fixture
def watcher(make_user):
    return make_user("看")


@pytest.fixture
def referee(make_user, monkeypatch):
    """A referee of the event whose table it is, and of no other."""
    user = make_user("裁")
    monkeypatch.setattr(viewers, "_referees", {})
    viewers.register_referees("tournament", lambda user_id, table_id: user_id == user.id)
    return user


def hide(match, hours=1):
    """Put a match under embargo; negative hours: until some time ago."""
    until = timezone.now() + timedelta(hours=hours)
    Match.objects.filter(id=match.id).update(embargo_until=until)


def loaded_of(match) -> TableState:
    loaded = load(match.table_id)
    assert loaded is not None
    return loaded


def browser(user=None):
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def of_an_event(match):
    Table.objects.filter(id=match.table_id).update(origin="tournament:1", watch_delay=60)


# -- Who is what ---------------------------------------------------------------------------------------


def test_who_holds_a_seat_sees_it_live_and_everybody_else_watches_late(match, people, watcher):
    Table.objects.filter(id=match.table_id).update(watch_delay=60)
    assert viewer_for(people[3].id, match.table_id) == Viewer(people[3].id, Role.SEAT, 3)
    late = Viewer(watcher.id, Role.WATCHER, delay=60)
    assert viewer_for(watcher.id, match.table_id) == late
    assert viewer_for(None, match.table_id) == Viewer(None, Role.WATCHER, delay=60)
    seats.leave(table_id=match.table_id, user=people[3])
    assert viewer_for(people[3].id, match.table_id).role is Role.WATCHER


@pytest.mark.parametrize("hours", [None, -1, 1])
@pytest.mark.parametrize("event", [False, True])
def test_what_was_read_already_says_the_same_as_the_database(
    match, people, watcher, referee, hours, event
):
    if event:
        of_an_event(match)
    if hours is not None:
        hide(match, hours)
    loaded = loaded_of(match)
    ids = [people[0].id, people[5].id, watcher.id, referee.id, None]
    assert {each: loaded.viewer(each) for each in ids} == viewers_at(match.table_id, ids)


def test_asking_for_many_takes_one_query_and_of_what_was_read_none(match, people, watcher):
    loaded = loaded_of(match)
    with CaptureQueriesContext(connection) as queries:
        viewers_at(match.table_id, [user.id for user in people] + [watcher.id, None])
        assert len(queries) == 1
        loaded.viewer(watcher.id)
    assert len(queries) == 1


def test_nobody_sees_a_table_that_is_not_there(db, watcher):
    assert not viewer_for(watcher.id, 10**12).may_look


# -- A referee -----------------------------------------------------------------------------------------


def test_a_referee_sees_every_hand_at_once_and_others_only_their_own(
    match, people, watcher, referee
):
    of_an_event(match)
    loaded = loaded_of(match)
    hands = loaded.views_for(loaded.viewer(referee.id))
    assert list(hands) == list(range(6))
    assert all(view.own is not None and view.own.hand for view in hands.values())
    assert list(loaded.views_for(loaded.viewer(people[2].id))) == [2]
    assert loaded.views_for(loaded.viewer(watcher.id)) == {}
    seen = visible_state_for(match.table_id, referee.id)
    assert seen is not None
    assert seen.table_state.behind == 0
    late = visible_state_for(match.table_id, watcher.id)
    assert late is not None
    assert late.table_state.match is None  # it began less than the delay ago


def test_an_embargo_does_not_bind_a_referee_and_a_referee_of_elsewhere_is_a_watcher(match, referee):
    hide(match)
    assert viewer_for(referee.id, match.table_id).role is Role.SHUT_OUT
    of_an_event(match)
    assert viewer_for(referee.id, match.table_id) == Viewer(referee.id, Role.REFEREE)


def test_a_referee_who_plays_sees_one_hand(match, people, monkeypatch):
    monkeypatch.setattr(viewers, "_referees", {"tournament": lambda user_id, table_id: True})
    of_an_event(match)
    loaded = loaded_of(match)
    assert loaded.viewer(people[1].id).role is Role.SEAT
    assert list(loaded.views_for(loaded.viewer(people[1].id))) == [1]


# -- An embargo ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", ["table", "log", "fair_at"])
def test_under_an_embargo_pages_are_for_seats_alone(page, match, people, watcher):
    address = reverse(page, args=[match.table.code])
    hide(match)
    for client in (browser(watcher), browser()):
        answer = client.get(address)
        assert answer.status_code == 403
        assert "这一场还没有公开" in answer.content.decode()
    assert browser(people[0]).get(address).status_code == 200
    hide(match, -1)
    assert browser(watcher).get(address).status_code == 200


def test_under_an_embargo_nothing_is_looked_at_by_any_way_in(match, watcher):
    hide(match)
    with pytest.raises(PermissionDenied):
        visible_state_for(match.table_id, watcher.id)
    answer = browser(watcher).post(
        reverse("act", args=[match.table.code]), {"do": "ready"}, headers={"HX-Request": "true"}
    )
    assert 'id="r-' not in answer.content.decode().replace('id="r-refusal"', "")


def test_under_an_embargo_a_match_is_on_no_list(match):
    assert (live_count(), [row.code for row in live_table_rows()]) == (1, [match.table.code])
    hide(match)
    assert (live_count(), live_table_rows()) == (0, [])
    assert match.table.code not in browser().get(reverse("watch")).content.decode()
    assert match.table.code not in browser().get(reverse("lobby")).content.decode()
    hide(match, -1)
    assert live_count() == 1


def test_under_an_embargo_only_seats_chat_and_nobody_else_reads_it(match, people, watcher):
    table = match.table
    chat.answer(table, people[0], Posted(said=WORDS, to="seats", once="0" * 8))
    hide(match)
    with pytest.raises(NotAllowed) as refusal:
        chat.answer(table, watcher, Posted(said=WORDS, to="watchers", once="1" * 8))
    assert refusal.value.code == "talk_embargo"
    assert Message.objects.count() == 1
    shut = chat.panel(table, watcher, viewer_for(watcher.id, table.id), "gouji")
    seat = chat.panel(table, people[1], viewer_for(people[1].id, table.id), "gouji")
    assert (shut.lines, [line.text for line in seat.lines]) == ((), ["牌真好"])


def test_a_shut_out_post_by_htmx_gets_a_sentence_and_no_line(match, people, watcher):
    chat.answer(match.table, people[0], Posted(said=WORDS, to="seats", once="0" * 8))
    hide(match)
    data = {"phrase": "hello", "to": "watchers", "once": "2" * 16}
    answer = browser(watcher).post(
        reverse("chat", args=[match.table.code]), data, headers={"HX-Request": "true"}
    )
    assert answer.status_code == 409
    assert "牌真好" not in answer.content.decode()


def test_under_an_embargo_a_record_is_for_those_who_sat_there(make_user, watcher):
    match = stored(make_user)
    record_match(match_id=match.id)
    player = match.table.seats.get(number=0).user
    for name in ("record", "record_text", "record_json"):
        address = reverse(name, args=[match.id])
        hide(match)
        assert browser(watcher).get(address).status_code == 404
        assert browser(player).get(address).status_code == 200
        hide(match, -1)
        assert browser(watcher).get(address).status_code == 200


def test_a_record_of_an_earlier_match_stays_shut_when_a_later_one_is_open(make_user, watcher):
    first = stored(make_user)
    record_match(match_id=first.id)
    address = reverse("record", args=[first.id])
    assert browser(watcher).get(address).status_code == 200
    hide(first)
    Match.objects.filter(id=first.id).update(number=0)
    later = Match.objects.get(id=first.id)
    later.pk, later.number, later.embargo_until = None, 1, None
    later.save()
    assert viewer_for(watcher.id, first.table_id).may_look
    assert browser(watcher).get(address).status_code == 404


def test_the_next_match_at_the_table_begins_under_the_same_embargo(make_user, told):
    first = stored(make_user)
    hide(first)
    assert record_match(match_id=first.id) is not None
    people = [seat.user for seat in first.table.seats.select_related("user").order_by("number")]
    for user in people:
        seats.set_ready(table_id=first.table_id, user=user, ready=True)
    first.refresh_from_db()
    begun = Match.objects.get(table=first.table, ended_at=None)
    assert begun.embargo_until == first.embargo_until
