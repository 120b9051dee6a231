"""Quick match: people who ask for the same rules meet at one table."""

from datetime import timedelta

import pytest
from django.db import connections
from django.utils import timezone

from games.engine.core.errors import Unreadable
from games.play.models import Match, Removal, Seat, Table
from games.play.services import seats
from games.play.services.matchmaking import quick_match
from tests.play.test_races import at_once

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def long_ago(table):
    then = timezone.now() - timedelta(minutes=5)
    Table.objects.filter(id=table.id).update(touched_at=then)
    Seat.objects.filter(table=table).update(presence=Seat.Presence.AWAY, seen_at=then)


def test_the_first_opens_a_table_and_the_next_five_fill_it_and_the_match_begins(people, told):
    tables = {quick_match(user=user, ruleset="gouji").id for user in people}
    assert len(tables) == 1
    assert Match.objects.get().table_id in tables


def test_people_of_different_rules_do_not_meet(people, told):
    rulesets = ("gouji", "gouji:charge", "shengji", "gouji(games=1)")
    tables = {
        quick_match(user=user, ruleset=ruleset).id
        for user, ruleset in zip(people, rulesets, strict=False)
    }
    assert len(tables) == 4


def test_the_same_rules_are_met_however_they_are_written(people, told):
    one = quick_match(user=people[0], ruleset="gouji")
    assert quick_match(user=people[1], ruleset="gouji(successor=next)") == one


def test_one_is_seated_ready_where_the_fewest_are_missing(people, make_user, told):
    empty = seats.open_table(user=people[0], ruleset="gouji")
    fuller = seats.open_table(user=people[1], ruleset="gouji")
    seats.sit(table_id=fuller.id, user=people[2], number=3)
    assert quick_match(user=people[3], ruleset="gouji") == fuller
    seat = Seat.objects.get(user=people[3])
    assert (seat.table, seat.number, seat.ready) == (fuller, 1, True)
    assert empty.seats.filter(user=None).count() == 5


def test_nobody_is_sent_to_a_table_where_nobody_is(people, told):
    deserted = seats.open_table(user=people[0], ruleset="gouji")
    long_ago(deserted)
    assert quick_match(user=people[1], ruleset="gouji") != deserted
    assert Table.objects.count() == 2


def test_nobody_is_sent_to_a_private_closed_or_running_table(people, make_user, told):
    seats.open_table(user=people[0], ruleset="gouji", settings=seats.TableSettings(private=True))
    closed = seats.open_table(user=people[1], ruleset="gouji")
    seats.leave(table_id=closed.id, user=people[1])
    running = seats.quick_start(user=people[2])
    assert quick_match(user=people[3], ruleset=running.ruleset) != running
    matched = quick_match(user=people[4], ruleset="gouji")
    assert matched.host == people[4]


@pytest.mark.parametrize(
    ("kicked", "minutes", "sent"), [(True, 0, False), (True, 11, True), (False, 0, True)]
)
def test_nobody_is_sent_back_to_a_table_that_they_were_asked_to_leave_lately(
    people, told, kicked, minutes, sent
):
    table = seats.open_table(user=people[0], ruleset="gouji")
    removed_at = timezone.now() - timedelta(minutes=minutes)
    Removal.objects.create(table=table, user=people[1], kicked=kicked, removed_at=removed_at)
    assert (quick_match(user=people[1], ruleset="gouji") == table) is sent


def test_pressed_again_it_leads_to_the_table_where_one_waits(people, told):
    first = quick_match(user=people[0], ruleset="gouji")
    assert quick_match(user=people[0], ruleset="gouji") == first
    assert Table.objects.count() == 1


def test_it_leads_back_to_a_match_of_ones_own(match, table, people):
    assert quick_match(user=people[0], ruleset="shengji") == table


def test_another_wait_is_given_up(people, told):
    first = seats.open_table(user=people[0], ruleset="shengji")
    quick_match(user=people[0], ruleset="gouji")
    first.refresh_from_db()
    assert first.closed
    assert Seat.objects.filter(user=people[0]).count() == 1


@pytest.mark.parametrize("ruleset", ["", "chess", "gouji(", "gouji:none", "x" * 600])
def test_no_table_is_opened_under_rules_that_do_not_exist(people, ruleset):
    with pytest.raises(Unreadable):
        quick_match(user=people[0], ruleset=ruleset)
    assert not Table.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_six_who_press_at_once_meet_at_one_table(people, told):
    works = [lambda user=user: quick_match(user=user, ruleset="gouji").id for user in people]
    assert len(set(at_once(*works))) == 1
    assert Table.objects.count() == Match.objects.count() == 1
    connections.close_all()


@pytest.mark.django_db(transaction=True)
def test_one_who_presses_several_times_at_once_holds_one_seat(people, told):
    works = [lambda: quick_match(user=people[0], ruleset="gouji").id] * 4
    assert len(set(at_once(*works))) == 1
    assert Seat.objects.filter(user=people[0]).count() == 1
