"""What happens to a table before, between and after its matches: who is late, who is asked to go, whose it is."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.engine.core.errors import NotAllowed
from games.play.models import Escape, Match, Removal, Seat, Table
from games.play.services import cleanup, seats
from games.play.tasks import sweep, tidy

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def ready(table, *users):
    for user in users:
        seats.set_ready(table_id=table.id, user=user, ready=True)


def holders(table):
    return list(table.seats.order_by("number").values_list("user__username", flat=True))


def let_pass(table):
    Table.objects.filter(id=table.id).update(ready_by=timezone.now() - timedelta(seconds=1))


def refused(work):
    with pytest.raises(NotAllowed) as refusal:
        work()
    return refusal.value.code


# -- One waiting seat ----------------------------------------------------------------------------------


def test_who_sits_down_elsewhere_gives_up_the_seat_where_they_waited(people, make_user, told):
    first = seats.open_table(user=people[0], ruleset="gouji")
    seats.sit(table_id=first.id, user=people[1], number=1)
    second = seats.open_table(user=people[2], ruleset="gouji")
    seats.sit(table_id=second.id, user=people[1], number=4)
    assert holders(first)[1] is None
    assert holders(second)[4] == people[1].username


def test_who_opens_another_table_leaves_the_first_and_it_is_closed(people, told):
    first = seats.open_table(user=people[0], ruleset="gouji")
    seats.open_table(user=people[0], ruleset="gouji")
    first.refresh_from_db()
    assert first.closed
    assert Seat.objects.filter(user=people[0]).count() == 1


def test_who_plays_keeps_their_seat_in_the_match_and_may_wait_elsewhere(match, table, people):
    other = seats.open_table(user=people[0], ruleset="gouji")
    assert holders(table)[0] == holders(other)[0] == people[0].username
    assert not Escape.objects.exists()


def test_a_seat_that_is_refused_leaves_one_where_they_wait(people, told):
    first = seats.open_table(user=people[0], ruleset="gouji")
    second = seats.open_table(user=people[1], ruleset="gouji")
    assert refused(lambda: seats.sit(table_id=second.id, user=people[0], number=0)) == "seat_taken"
    assert holders(first)[0] == people[0].username


# -- Whose table it is ---------------------------------------------------------------------------------


def test_the_table_passes_to_another_who_sits_there_when_its_host_leaves(table, people):
    seats.leave(table_id=table.id, user=people[0])
    table.refresh_from_db()
    assert table.host == people[1]


def test_the_host_may_ask_somebody_to_leave_before_the_start(table, people):
    seats.kick(table_id=table.id, user=people[0], number=3, name=people[3].username)
    assert holders(table)[3] is None
    assert refused(lambda: seats.sit(table_id=table.id, user=people[3], number=3)) == "kicked"


def test_whom_the_host_asked_to_leave_may_sit_again_after_ten_minutes(table, people):
    seats.kick(table_id=table.id, user=people[0], number=3, name=people[3].username)
    Removal.objects.update(removed_at=timezone.now() - timedelta(minutes=10, seconds=1))
    seats.sit(table_id=table.id, user=people[3], number=3)
    assert holders(table)[3] == people[3].username
    assert not Removal.objects.exists()


def test_whom_the_host_asked_to_leave_may_sit_at_another_table(table, people, make_user):
    seats.kick(table_id=table.id, user=people[0], number=3, name=people[3].username)
    other = seats.open_table(user=make_user("别人"), ruleset="gouji")
    seats.sit(table_id=other.id, user=people[3], number=2)
    assert holders(other)[2] == people[3].username


def test_the_host_may_send_a_bot_away_for_a_person(people, told):
    table = seats.open_table(user=people[0], ruleset="gouji")
    seats.add_bots(table_id=table.id, user=people[0])
    seats.kick(table_id=table.id, user=people[0], number=2, name="")
    seats.sit(table_id=table.id, user=people[1], number=2)
    assert holders(table)[2] == people[1].username


@pytest.mark.parametrize(
    ("who", "number", "name", "code"),
    [
        (1, 3, "丁", "not_opener"),
        (0, 3, "方", "holder_changed"),
        (0, 3, "", "holder_changed"),
        (0, 9, "丁", "holder_changed"),
        (0, 0, "安", "kick_self"),
    ],
)
def test_nobody_else_is_kicked_and_by_nobody_else(table, people, who, number, name, code):
    def work():
        seats.kick(table_id=table.id, user=people[who], number=number, name=name)

    before = holders(table)
    assert refused(work) == code
    assert holders(table) == before
    assert not Removal.objects.exists()


def test_somebody_who_holds_no_seat_kicks_nobody_though_they_opened_the_table(table, people):
    Seat.objects.filter(table=table, user=people[0]).update(user=None)
    name = people[3].username
    assert (
        refused(lambda: seats.kick(table_id=table.id, user=people[0], number=3, name=name))
        == "not_opener"
    )


def test_nobody_is_kicked_out_of_a_match(match, table, people):
    name = people[3].username
    work = lambda: seats.kick(table_id=table.id, user=people[0], number=3, name=name)  # noqa: E731
    assert refused(work) == "match_running"
    assert holders(table)[3] == name


def test_who_was_kicked_is_told_so_on_the_table_s_page_and_a_watcher_is_not(
    client, table, people, make_user
):
    address = reverse("table", args=[table.code])
    seats.kick(table_id=table.id, user=people[0], number=3, name=people[3].username)
    client.force_login(people[3])
    assert "桌主刚请你离开" in client.get(address).content.decode()
    client.force_login(make_user("看客"))
    assert "桌主刚请你离开" not in client.get(address).content.decode()


def test_only_the_host_s_page_has_buttons_that_kick(client, table, people):
    address = reverse("table", args=[table.code])
    client.force_login(people[0])
    body = client.get(address).content.decode()
    kick = reverse("kick", args=[table.code, 3])
    assert f'formaction="{kick}" name="holder" value="{people[3].username}"' in body
    assert reverse("kick", args=[table.code, 0]) not in body
    client.force_login(people[1])
    assert 'name="holder"' not in client.get(address).content.decode()


def test_the_button_of_a_kick_does_what_it_says(client, table, people):
    client.force_login(people[0])
    answer = client.post(reverse("kick", args=[table.code, 3]), {"holder": people[3].username})
    assert answer["Location"] == reverse("table", args=[table.code])
    assert holders(table)[3] is None


@pytest.mark.parametrize(
    ("number", "data"),
    [
        (3, {}),
        (3, {"holder": "方"}),
        (3, {"holder": ""}),
        (3, {"holder": "丁 "}),
        (3, {"holder": "丁\x00"}),
        (3, {"holder": "丁" * 151}),
        (9, {"holder": "丁"}),
        (10**30, {"holder": "丁"}),
    ],
)
def test_a_kick_that_makes_no_sense_is_refused_and_kicks_nobody(
    client, table, people, number, data
):
    client.force_login(people[0])
    answer = client.post(reverse("kick", args=[table.code, number]), data)
    assert answer.status_code == 409
    assert None not in holders(table)


# -- The ready check -----------------------------------------------------------------------------------


def test_a_full_table_has_a_minute_to_be_ready(table, people):
    table.refresh_from_db()
    left = table.ready_by - timezone.now()
    assert timedelta(seconds=0) < left <= timedelta(seconds=60)


def test_being_ready_or_not_gives_nobody_more_time(table, people):
    table.refresh_from_db()
    first = table.ready_by
    ready(table, people[1])
    seats.set_ready(table_id=table.id, user=people[1], ready=False)
    table.refresh_from_db()
    assert table.ready_by == first


def test_who_is_not_ready_in_time_loses_the_seat_but_the_host_does_not(table, people):
    ready(table, people[1], people[2])
    let_pass(table)
    sweep()
    names = [person.username for person in people]
    assert holders(table) == [*names[:3], None, None, None]
    table.refresh_from_db()
    assert table.ready_by is None
    assert not table.closed


def test_who_was_late_is_told_so_and_may_sit_down_again(client, table, people):
    ready(table, *people[:5])
    let_pass(table)
    sweep()
    client.force_login(people[5])
    assert "座位让出来了" in client.get(reverse("table", args=[table.code])).content.decode()
    seats.sit(table_id=table.id, user=people[5], number=5)
    assert holders(table)[5] == people[5].username


def test_where_the_host_alone_is_late_the_table_passes_on_and_the_host_has_a_minute_more(
    table, people
):
    ready(table, *people[1:])
    let_pass(table)
    sweep()
    table.refresh_from_db()
    assert table.host == people[1]
    assert None not in holders(table)
    assert table.ready_by > timezone.now()
    let_pass(table)
    sweep()
    assert holders(table)[0] is None


def test_the_sweep_frees_nobody_before_the_time_and_nobody_twice(table, people):
    ready(table, people[1])
    sweep()
    assert None not in holders(table)
    let_pass(table)
    assert cleanup.free_late_seats(table.id)
    assert not cleanup.free_late_seats(table.id)


def test_while_somebody_is_missing_nobody_has_to_hurry(people, told):
    table = seats.open_table(user=people[0], ruleset="gouji")
    seats.sit(table_id=table.id, user=people[1], number=1)
    ready(table, people[1])
    table.refresh_from_db()
    assert table.ready_by is None


def test_one_person_among_bots_has_all_the_time(people, told):
    table = seats.open_table(user=people[0], ruleset="gouji")
    seats.add_bots(table_id=table.id, user=people[0])
    table.refresh_from_db()
    assert table.ready_by is None


def test_after_a_match_the_minute_begins_with_the_first_who_wants_another(match, table, people):
    Match.objects.update(status="finished", ended_at=timezone.now(), deadline=None)
    seats.set_ready(table_id=table.id, user=people[1], ready=False)
    table.refresh_from_db()
    assert table.ready_by is None
    ready(table, people[1])
    table.refresh_from_db()
    assert table.ready_by is not None


def test_another_match_begins_when_all_six_want_it_and_everybody_keeps_their_seat(
    match, table, people
):
    Match.objects.update(status="finished", ended_at=timezone.now(), deadline=None)
    before = holders(table)
    ready(table, *people[:5])
    assert not Match.objects.filter(ended_at=None).exists()
    ready(table, people[5])
    assert Match.objects.get(ended_at=None).number == 2
    assert holders(table) == before
    table.refresh_from_db()
    assert table.ready_by is None


def test_the_page_of_who_is_not_ready_says_so_and_shows_the_time(client, table, people):
    ready(table, *people[1:])
    client.force_login(people[0])
    body = client.get(reverse("table", args=[table.code])).content.decode()
    assert "只等你" in body
    table.refresh_from_db()
    assert f'data-deadline="{int(table.ready_by.timestamp() * 1000)}"' in body


# -- The broom -----------------------------------------------------------------------------------------


def aged(table, minutes, presence=Seat.Presence.AWAY):
    then = timezone.now() - timedelta(minutes=minutes)
    Table.objects.filter(id=table.id).update(touched_at=then)
    Seat.objects.filter(table=table, user__isnull=False).update(presence=presence, seen_at=then)


@pytest.mark.parametrize(
    ("minutes", "presence", "closed"),
    [(29, "away", False), (31, "away", True), (31, "here", False), (121, "here", True)],
)
def test_a_table_that_waits_is_closed_when_nobody_does_anything_for_long(
    people, told, minutes, presence, closed
):
    table = seats.open_table(user=people[0], ruleset="gouji")
    aged(table, minutes, presence)
    tidy()
    table.refresh_from_db()
    assert table.closed is closed
    assert (holders(table)[0] is None) is closed


def test_a_table_whose_match_has_just_ended_is_not_idle(match, table, told):
    Match.objects.update(status="finished", ended_at=timezone.now(), deadline=None)
    aged(table, 45)
    tidy()
    table.refresh_from_db()
    assert not table.closed


def deserted(match, table, **changes):
    aged(table, 40)
    match.refresh_from_db()
    fields = {"auto": [True] * 6, "began_at": timezone.now() - timedelta(minutes=40)} | changes
    Match.objects.filter(id=match.id).update(**fields)


def test_a_match_that_only_bots_play_for_people_long_gone_is_given_up(match, table, told):
    deserted(match, table)
    tidy()
    match.refresh_from_db()
    table.refresh_from_db()
    assert (match.status, match.result) == ("abandoned", None)
    assert table.closed
    assert not Escape.objects.exists()


def test_a_match_goes_on_where_anybody_plays_or_is_there(match, table, people, post, told):
    deserted(match, table, auto=[True] * 5 + [False])
    tidy()
    deserted(match, table)
    Seat.objects.filter(table=table, number=2).update(presence=Seat.Presence.BACK)
    tidy()
    deserted(match, table)
    Seat.objects.filter(table=table, number=2).update(seen_at=timezone.now())
    tidy()
    deserted(match, table, began_at=timezone.now() - timedelta(minutes=20))
    tidy()
    deserted(match, table)
    post(match, 0, "stay")
    Match.objects.update(auto=[True] * 6)
    tidy()
    match.refresh_from_db()
    assert match.ended_at is None


def test_nobody_stays_ready_who_has_been_away_for_long_and_no_match_begins_without_them(
    people, told
):
    table = seats.open_table(user=people[0], ruleset="gouji")
    ready(table, people[0])
    Seat.objects.filter(table=table, number=0).update(
        presence=Seat.Presence.AWAY, seen_at=timezone.now() - timedelta(minutes=3)
    )
    touched = Table.objects.get(id=table.id).touched_at
    tidy()
    assert not table.seats.get(number=0).ready
    assert Table.objects.get(id=table.id).touched_at == touched


def test_who_waits_with_the_page_open_stays_ready(people, told):
    table = seats.open_table(user=people[0], ruleset="gouji")
    ready(table, people[0])
    aged(table, 3, Seat.Presence.HERE)
    tidy()
    assert table.seats.get(number=0).ready


def test_the_sweep_asks_the_same_few_questions_however_many_tables_wait(
    make_user, told, django_assert_num_queries
):
    for number in range(4):
        seats.open_table(user=make_user(f"人{number}"), ruleset="gouji")
    with django_assert_num_queries(4):
        tidy()


# -- Users who go, and users with another name ---------------------------------------------------------


def test_a_deleted_user_leaves_no_ready_seat_behind_and_the_table_to_another(table, people):
    ready(table, people[0])
    people[0].delete()
    seat = table.seats.get(number=0)
    assert (seat.user, seat.ready, seat.salt) == (None, False, "")
    table.refresh_from_db()
    assert table.host == people[1]
    ready(table, *people[1:])
    assert not Match.objects.exists()


def test_the_last_user_s_deletion_closes_the_table(people, told):
    table = seats.open_table(user=people[0], ruleset="gouji")
    people[0].delete()
    table.refresh_from_db()
    assert table.closed


def test_a_bot_plays_on_for_a_user_deleted_in_a_match(match, table, people, told):
    people[2].delete()
    seat = table.seats.get(number=2)
    assert (seat.user, seat.bot) == (None, "steady")
    match.refresh_from_db()
    assert match.ended_at is None


def test_no_match_begins_at_a_table_with_a_free_seat_whatever_that_seat_says(table, people):
    Seat.objects.filter(table=table, number=5).update(user=None, ready=True)
    ready(table, *people[:5])
    assert not Match.objects.exists()


def test_a_guest_who_keeps_the_account_is_called_by_the_new_name_at_once(
    people, told, django_capture_on_commit_callbacks
):
    table = seats.open_table(user=people[0], ruleset="gouji")
    before = Table.objects.get(id=table.id).version
    people[0].username = "老安"
    with django_capture_on_commit_callbacks(execute=True):
        people[0].save(update_fields=["username"])
    assert Table.objects.get(id=table.id).version > before
    assert table.id in told.tables


def test_a_login_changes_no_table(people, told, django_capture_on_commit_callbacks):
    table = seats.open_table(user=people[0], ruleset="gouji")
    before = Table.objects.get(id=table.id).version
    with django_capture_on_commit_callbacks(execute=True):
        people[0].save(update_fields=["last_login"])
    assert Table.objects.get(id=table.id).version == before
