"""Tables that something other than a player makes: reserved seats, no host, and what of the usual care is off."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.engine.core.errors import NotAllowed, Unreadable
from games.lobby.selectors import open_table_rows
from games.play.models import Escape, Match, Seat, Table
from games.play.services import cleanup, matchmaking, seating, seats
from games.play.services.seats import (
    DEFAULT_SETTINGS,
    OPEN_SEAT,
    SeatPlan,
    TableOwner,
    create_table,
)
from games.play.tasks import sweep, tidy

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

EVENT = TableOwner("tournament:1")
ONE_DEAL = "gouji(games=1)"


def kept_for(*users, seated=False):
    return [SeatPlan(user, seated=seated) for user in users]


@pytest.fixture
def event(people, told):
    """A table of an event whose six seats are kept for six people who have not come yet."""
    return create_table(ONE_DEAL, DEFAULT_SETTINGS, kept_for(*people), owner=EVENT)


def names(table):
    return [
        seat.user.username if seat.user else seat.bot for seat in table.seats.order_by("number")
    ]


def refused(work):
    with pytest.raises((NotAllowed, Unreadable)) as refusal:
        work()
    return refusal.value.code


def sit(table, user, number):
    seats.sit(table_id=table.id, user=user, number=number)


def begin(table, people):
    for number, user in enumerate(people):
        sit(table, user, number)
    for user in people:
        seats.set_ready(table_id=table.id, user=user, ready=True)
    return Match.objects.get(table=table)


# -- Seats ---------------------------------------------------------------------------------------------


def test_only_the_named_user_may_take_a_reserved_seat(event, people, make_user):
    stranger = make_user("客")
    assert refused(lambda: sit(event, stranger, 0)) == "seat_reserved"
    assert refused(lambda: sit(event, people[1], 0)) == "seat_reserved"
    sit(event, people[0], 0)
    assert names(event) == [people[0].username, *[""] * 5]


def test_a_seat_stays_reserved_when_its_user_leaves(event, people, make_user):
    sit(event, people[0], 0)
    seats.leave(table_id=event.id, user=people[0])
    assert refused(lambda: sit(event, make_user("客"), 0)) == "seat_reserved"
    sit(event, people[0], 0)


def test_a_seat_whose_user_is_deleted_is_kept_for_nobody(event, people):
    people[0].delete()
    assert refused(lambda: sit(event, people[1], 0)) == "seat_reserved"


def test_seats_may_be_for_named_users_bots_and_whoever_comes(people, make_user, told):
    plan = [SeatPlan(people[0]), SeatPlan(bot="steady"), OPEN_SEAT]
    table = create_table(ONE_DEAL, DEFAULT_SETTINGS, plan, owner=EVENT)
    sit(table, people[0], 0)
    assert refused(lambda: sit(table, make_user("客"), 1)) == "seat_taken"
    sit(table, make_user("访"), 2)
    seats.add_bots(table_id=table.id, user=people[0])
    assert names(table) == [people[0].username, "steady", "访", "steady", "steady", "steady"]


def test_bots_fill_no_seat_that_is_kept_for_somebody(event, people):
    sit(event, people[0], 0)
    seats.add_bots(table_id=event.id, user=people[0])
    assert names(event) == [people[0].username, *[""] * 5]


def test_people_are_seated_at_once_where_the_owner_says_so(people, told):
    waiting = seats.open_table(user=people[1], ruleset="gouji")
    table = create_table(ONE_DEAL, DEFAULT_SETTINGS, kept_for(*people, seated=True), owner=EVENT)
    assert names(table) == [user.username for user in people]
    assert not table.seats.filter(ready=True).exists()
    assert set(table.seats.values_list("presence", flat=True)) == {"away"}
    waiting.refresh_from_db()
    assert waiting.closed  # the seat there was given up, and nobody else sat


def test_who_is_seated_keeps_a_match_under_way(people, told):
    playing = seats.quick_start(user=people[0])
    create_table(ONE_DEAL, DEFAULT_SETTINGS, kept_for(people[0], seated=True), owner=EVENT)
    assert Seat.objects.filter(table=playing, user=people[0]).exists()


def test_the_database_names_nobody_for_a_seat_that_is_not_reserved(event):
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.filter(table=event, number=0).update(reserved=False)


def test_more_seats_than_the_game_has_are_refused_and_no_table_is_made(people, told):
    plan = [OPEN_SEAT] * 5
    assert refused(lambda: create_table("shengji", DEFAULT_SETTINGS, plan, owner=EVENT)) == "seats"
    assert refused(lambda: create_table("nothing", DEFAULT_SETTINGS, [], owner=EVENT))
    assert not Table.objects.exists()


def test_a_table_without_host_and_owner_cannot_be(people, told):
    with pytest.raises(ValueError, match="host or an owner"):
        create_table(ONE_DEAL, DEFAULT_SETTINGS, [])


def test_the_page_says_whose_seat_it_is_and_offers_no_bots(event, people, make_user):
    sit(event, people[0], 0)
    browser = Client()
    browser.force_login(people[0])
    page = browser.get(reverse("table", args=[event.code])).content.decode()
    assert f"{people[1].username} 的座位" in page
    assert "补机器人" not in page


# -- Nobody's table ------------------------------------------------------------------------------------


def test_a_table_of_an_owner_has_no_host_whoever_comes_and_goes(event, people):
    sit(event, people[0], 0)
    sit(event, people[1], 1)
    event.refresh_from_db()
    assert event.host is None
    kick = {"table_id": event.id, "user": people[0], "number": 1, "name": people[1].username}
    assert refused(lambda: seats.kick(**kick)) == "not_opener"
    seats.leave(table_id=event.id, user=people[0])
    event.refresh_from_db()
    assert event.host is None


def test_its_matches_say_where_they_come_from(event, people):
    assert begin(event, people).origin == "tournament:1"


def test_it_stays_when_nobody_sits_at_it_and_no_cleanup_closes_it(event, people):
    sit(event, people[0], 0)
    seats.leave(table_id=event.id, user=people[0])
    Table.objects.filter(id=event.id).update(touched_at=timezone.now() - timedelta(days=30))
    tidy()
    assert not cleanup.tidy_table(event.id)
    event.refresh_from_db()
    assert not event.closed


def test_its_match_goes_on_with_bots_when_all_have_gone(event, people):
    match = begin(event, people)
    for user in people:
        seats.leave(table_id=event.id, user=user)
    match.refresh_from_db()
    assert match.status == "running"
    assert names(event) == ["steady"] * 6
    Match.objects.filter(id=match.id).update(began_at=timezone.now() - timedelta(days=1))
    tidy()
    match.refresh_from_db()
    assert (match.status, Escape.objects.count()) == ("running", 6)


def test_there_is_no_minute_to_be_ready_and_readiness_is_not_taken_back(event, people):
    for number, user in enumerate(people):
        sit(event, user, number)
    seats.set_ready(table_id=event.id, user=people[0], ready=True)
    event.refresh_from_db()
    assert event.ready_by is None
    gone = timezone.now() - timedelta(hours=3)
    event.seats.update(presence="away", seen_at=gone)
    sweep()
    tidy()
    assert names(event) == [user.username for user in people]
    assert event.seats.get(number=0).ready


def test_an_owner_may_want_the_usual_care(people, told):
    usual = TableOwner("club:1", no_ready_limit=False, outside_match_limit=False, kept_open=False)
    table = create_table(ONE_DEAL, DEFAULT_SETTINGS, kept_for(*people), owner=usual)
    for number, user in enumerate(people):
        sit(table, user, number)
    table.refresh_from_db()
    assert table.ready_by is not None
    for user in people:
        seats.leave(table_id=table.id, user=user)
    table.refresh_from_db()
    assert (table.closed, table.host) == (True, None)


def test_its_matches_do_not_count_among_those_one_may_be_in(people, told, monkeypatch):
    monkeypatch.setattr(seating, "MOST_MATCHES", 1)
    begin(create_table(ONE_DEAL, DEFAULT_SETTINGS, kept_for(*people), owner=EVENT), people)
    own = seats.open_table(user=people[0], ruleset=ONE_DEAL)
    seats.add_bots(table_id=own.id, user=people[0])
    seats.set_ready(table_id=own.id, user=people[0], ready=True)
    assert refused(lambda: seats.open_table(user=people[0], ruleset="gouji")) == "too_many_matches"


def test_quick_match_seats_nobody_there_and_the_lobby_counts_no_seat_that_is_kept(
    event, people, make_user
):
    sit(event, people[0], 0)
    assert matchmaking.quick_match(user=make_user("客"), ruleset=ONE_DEAL).id != event.id
    assert event.code not in [row.code for row in open_table_rows()]


def test_a_table_of_the_lobby_goes_to_another_host_as_before(people, told):
    table = create_table(
        ONE_DEAL, DEFAULT_SETTINGS, kept_for(people[0], seated=True), host=people[0]
    )
    sit(table, people[1], 1)
    seats.leave(table_id=table.id, user=people[0])
    table.refresh_from_db()
    assert table.host == people[1]
    sit(table, people[2], 0)  # where the host sat: it is kept for nobody
