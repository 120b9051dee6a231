"""A deactivated account: its seats, its sessions, and its request that was under way."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from accounts.permissions import Act, may
from games.engine.core.errors import NotAllowed
from games.play.models import Escape, Match, Seat, Table
from games.play.services import broadcast, seats
from games.play.tasks import settle_seats

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def deactivate(user, commits):
    user.is_active = False
    with commits(execute=True):
        user.save()


def test_in_a_match_a_bot_takes_the_seat_and_it_is_no_escape(
    match, people, told, django_capture_on_commit_callbacks
):
    deactivate(people[2], django_capture_on_commit_callbacks)
    seat = Seat.objects.get(table=match.table, number=2)
    assert (seat.user, seat.bot) == (None, "steady")
    assert Match.objects.get(id=match.id).ended_at is None
    assert not Escape.objects.exists()
    assert match.table_id in told.tables


def test_a_bot_that_takes_the_seat_is_started_where_it_is_to_act(
    to_play, position, people, told, django_capture_on_commit_callbacks
):
    game, state = position(to_play)
    (leader,) = game.to_act(state)
    told.bots.clear()
    deactivate(people[leader], django_capture_on_commit_callbacks)
    assert [(number, list(asked)) for number, asked in told.bots] == [(to_play.id, [leader])]


def test_at_a_waiting_table_the_seat_is_free_and_the_table_passes_on(
    table, people, django_capture_on_commit_callbacks
):
    deactivate(people[0], django_capture_on_commit_callbacks)
    table.refresh_from_db()
    assert table.seats.get(number=0).is_free
    assert table.host == people[1]


def test_a_table_with_nobody_else_is_closed(people, told, django_capture_on_commit_callbacks):
    table = seats.quick_start(user=people[0])
    deactivate(people[0], django_capture_on_commit_callbacks)
    assert Table.objects.get(id=table.id).closed
    assert Match.objects.get(table=table).status == "abandoned"


def test_an_account_changed_in_the_database_itself_loses_its_seats_at_the_next_sweep(
    match, people, told
):
    User.objects.filter(id=people[2].id).update(is_active=False)
    settle_seats()
    assert Seat.objects.get(table=match.table, number=2).bot
    before = Seat.objects.filter(table=match.table).values_list("user", "bot")
    settle_seats()
    assert list(Seat.objects.filter(table=match.table).values_list("user", "bot")) == list(before)


def test_saving_somebody_active_frees_no_seat(match, people, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        people[2].save()
    assert Seat.objects.get(table=match.table, number=2).user == people[2]


def test_all_sockets_are_told_to_close(people, monkeypatch, django_capture_on_commit_callbacks):
    closed: list[int] = []
    monkeypatch.setattr(broadcast, "close_sockets", closed.append)
    deactivate(people[0], django_capture_on_commit_callbacks)
    assert closed == [people[0].id]


def test_every_session_is_worth_nothing(match, people):
    browsers = [Client(), Client()]
    for browser in browsers:
        browser.force_login(people[0])
    User.objects.filter(id=people[0].id).update(is_active=False)
    address = reverse("act", args=[match.table.code])
    for browser in browsers:
        assert browser.get(reverse("mine")).status_code == 302
        answer = browser.post(address, {"do": "ready"})
        assert answer["Location"].startswith(reverse("account_login"))


def test_a_request_that_was_under_way_seats_nobody(people, make_user, told):
    late = make_user("迟")
    table = seats.open_table(user=people[0], ruleset="gouji")
    User.objects.filter(id=late.id).update(is_active=False)
    assert late.is_active  # as the request read it
    for act in (
        lambda: seats.sit(table_id=table.id, user=late, number=1),
        lambda: seats.open_table(user=late, ruleset="gouji"),
        lambda: seats.quick_start(user=late),
    ):
        with pytest.raises(NotAllowed) as refusal:
            act()
        assert refusal.value.code == "inactive"
    assert not Seat.objects.filter(user=late).exists()


def test_asking_whether_somebody_may_reads_nothing(people):
    with CaptureQueriesContext(connection) as queries:
        for act in Act:
            may(people[0], act)
    assert len(queries) == 0
