"""Sitting down, leaving, kicking and sweeping at the same moment: one after the other, and nobody waits without end."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.engine.core.errors import NotAllowed
from games.play.models import Match, Seat, Table
from games.play.services import cleanup, seats
from tests.play.test_races import at_once

pytestmark = [pytest.mark.integration, pytest.mark.django_db(transaction=True)]


def codes(answers):
    return sorted(answer.code if isinstance(answer, NotAllowed) else "" for answer in answers)


def test_of_two_who_take_one_seat_at_once_one_is_refused(people, told):
    table = seats.open_table(user=people[0], ruleset="gouji")
    works = [
        lambda user=user: seats.sit(table_id=table.id, user=user, number=3) for user in people[1:3]
    ]
    assert codes(at_once(*works)) == ["", "seat_taken"]
    assert table.seats.exclude(user=None).count() == 2


def test_who_sits_down_at_two_tables_at_once_holds_one_seat(people, told):
    one = seats.open_table(user=people[0], ruleset="gouji")
    two = seats.open_table(user=people[1], ruleset="gouji")
    works = [
        lambda table=table: seats.sit(table_id=table.id, user=people[2], number=3)
        for table in (one, two)
    ] * 2
    assert codes(at_once(*works)) == [""] * 4
    assert Seat.objects.filter(user=people[2]).count() == 1


def test_two_who_change_places_between_two_tables_at_once_do_not_wait_for_each_other(people, told):
    one = seats.open_table(user=people[0], ruleset="gouji")
    two = seats.open_table(user=people[1], ruleset="gouji")
    seats.sit(table_id=one.id, user=people[2], number=2)
    seats.sit(table_id=two.id, user=people[3], number=2)
    answers = at_once(
        lambda: seats.sit(table_id=two.id, user=people[2], number=3),
        lambda: seats.sit(table_id=one.id, user=people[3], number=3),
    )
    assert answers == [None, None]
    assert Seat.objects.get(user=people[2]).table_id == two.id
    assert Seat.objects.get(user=people[3]).table_id == one.id


def test_who_is_ready_in_the_last_moment_plays_or_is_freed_and_never_both(table, people, told):
    for user in people[:5]:
        seats.set_ready(table_id=table.id, user=user, ready=True)
    Table.objects.update(ready_by=timezone.now() - timedelta(seconds=1))
    answers = at_once(
        lambda: seats.set_ready(table_id=table.id, user=people[5], ready=True),
        lambda: cleanup.free_late_seats(table.id),
        lambda: cleanup.free_late_seats(table.id),
    )
    seated = Seat.objects.filter(user=people[5]).exists()
    assert seated == Match.objects.exists() == (answers[0] is None)
    assert seated or answers[0].code == "no_seat"


def test_two_brooms_and_somebody_who_sits_down_leave_a_table_open_or_closed_and_not_half(
    people, told
):
    table = seats.open_table(user=people[0], ruleset="gouji")
    then = timezone.now() - timedelta(hours=3)
    Table.objects.update(touched_at=then)
    Seat.objects.filter(user=people[0]).update(presence=Seat.Presence.AWAY, seen_at=then)
    answers = at_once(
        lambda: seats.sit(table_id=table.id, user=people[1], number=1),
        lambda: cleanup.tidy_table(table.id),
        lambda: cleanup.tidy_table(table.id),
    )
    table.refresh_from_db()
    held = table.seats.exclude(user=None).count()
    assert (table.closed, held) in {(True, 0), (False, 2)}
    assert table.closed == isinstance(answers[0], NotAllowed)


def test_a_kick_and_the_last_ready_at_once_begin_the_match_with_six_or_not_at_all(
    table, people, told
):
    for user in people[:5]:
        seats.set_ready(table_id=table.id, user=user, ready=True)
    at_once(
        lambda: seats.set_ready(table_id=table.id, user=people[5], ready=True),
        lambda: seats.kick(table_id=table.id, user=people[0], number=5, name=people[5].username),
    )
    assert Match.objects.exists() == (table.seats.exclude(user=None).count() == 6)


def test_somebody_deleted_while_they_sit_down_and_get_ready_holds_no_seat_afterwards(
    table, people, told
):
    other = seats.open_table(user=people[0], ruleset="gouji")
    gone = people[3].id
    at_once(
        User.objects.get(id=gone).delete,
        lambda: seats.sit(table_id=other.id, user=people[3], number=2),
        lambda: seats.set_ready(table_id=table.id, user=people[3], ready=True),
        lambda: seats.leave(table_id=table.id, user=people[4]),
    )
    assert not Seat.objects.filter(user=gone).exists()
    assert not Seat.objects.filter(user=None, bot="", ready=True).exists()
