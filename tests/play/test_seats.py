"""LockedMatch down, leaving, getting ready."""

import pytest

from games.engine.core.errors import NotAllowed, Unreadable
from games.play.models import Escape, Match, Seat, Table
from games.play.services import seats

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def test_the_host_sits_in_the_first_seat(people):
    table = seats.open_table(user=people[0], ruleset="gouji")
    holders = list(table.seats.order_by("number").values_list("user__username", flat=True))
    assert holders == [people[0].username, None, None, None, None, None]


@pytest.mark.parametrize(
    "ruleset", ["chess", "gouji(", "gouji(colour=red)", "gouji:none", "x" * 600]
)
def test_a_table_is_not_opened_under_rules_that_do_not_exist(people, ruleset):
    with pytest.raises(Unreadable):
        seats.open_table(user=people[0], ruleset=ruleset)
    assert not Table.objects.exists()


def test_a_ruleset_is_stored_in_its_canonical_form(people):
    table = seats.open_table(user=people[0], ruleset="gouji(successor=next,games=1)")
    assert table.ruleset == "gouji(games=1)"


def test_a_taken_seat_is_refused(table, make_user):
    with pytest.raises(NotAllowed) as refused:
        seats.sit(table_id=table.id, user=make_user("后来"), number=3)
    assert refused.value.code == "seat_taken"


def test_a_seat_that_does_not_exist_is_refused(table, make_user):
    with pytest.raises(NotAllowed) as refused:
        seats.sit(table_id=table.id, user=make_user("后来"), number=6)
    assert refused.value.code == "seat_unknown"


def test_changing_the_seat_gives_the_old_one_up(people, told):
    table = seats.open_table(user=people[0], ruleset="gouji")
    seats.sit(table_id=table.id, user=people[0], number=4)
    taken = list(
        Seat.objects.filter(table=table).exclude(user=None).values_list("number", flat=True)
    )
    assert taken == [4]


def test_seats_do_not_change_while_a_match_is_played(match, table, people):
    with pytest.raises(NotAllowed) as refused:
        seats.sit(table_id=table.id, user=people[0], number=1)
    assert refused.value.code == "match_running"


def test_only_somebody_seated_may_add_bots(table, people, make_user):
    seats.leave(table_id=table.id, user=people[5])
    with pytest.raises(NotAllowed):
        seats.add_bots(table_id=table.id, user=make_user("后来"))
    assert not Seat.objects.exclude(bot="").exists()


def test_somebody_not_seated_cannot_be_ready(table, make_user):
    with pytest.raises(NotAllowed) as refused:
        seats.set_ready(table_id=table.id, user=make_user("后来"), ready=True)
    assert refused.value.code == "no_seat"


def test_bots_fill_the_free_seats_and_are_ready(people, told):
    table = seats.open_table(user=people[0], ruleset="gouji")
    seats.add_bots(table_id=table.id, user=people[0])
    assert list(table.seats.values_list("bot", "ready")) == [("", False)] + [("steady", True)] * 5


def test_quick_start_deals_at_once(people, told):
    table = seats.quick_start(user=people[0])
    match = Match.objects.get(table=table)
    assert match.version >= 1
    assert table.seats.get(number=0).user == people[0]


def test_quick_start_during_a_match_of_ones_own_leads_back_to_it(people, told):
    first = seats.quick_start(user=people[0])
    assert seats.quick_start(user=people[0]) == first
    assert Table.objects.count() == 1


def test_who_leaves_a_match_is_replaced_by_a_bot(match, table, people, told):
    seats.leave(table_id=table.id, user=people[2])
    seat = table.seats.get(number=2)
    assert (seat.user, seat.bot) == (None, "steady")
    match.refresh_from_db()
    assert match.ended_at is None
    assert match.bots_due_at is not None


def test_the_last_human_to_leave_ends_the_match_and_closes_the_table(people, told):
    table = seats.quick_start(user=people[0])
    seats.leave(table_id=table.id, user=people[0])
    table.refresh_from_db()
    match = table.matches.get()
    assert table.closed
    assert (match.status, match.result) == ("abandoned", None)
    assert (match.deadline, match.bots_due_at) == (None, None)


def test_leaving_twice_is_leaving_once(table, people):
    seats.leave(table_id=table.id, user=people[2])
    seats.leave(table_id=table.id, user=people[2])
    assert table.seats.filter(user=None).count() == 1


def test_a_closed_table_takes_nobody(people, told):
    table = seats.open_table(user=people[0], ruleset="gouji")
    seats.leave(table_id=table.id, user=people[0])
    with pytest.raises(NotAllowed) as refused:
        seats.sit(table_id=table.id, user=people[1], number=1)
    assert refused.value.code == "table_closed"


def test_leaving_a_match_is_recorded_as_an_escape_once(match, table, people):
    seats.leave(table_id=table.id, user=people[2])
    seats.leave(table_id=table.id, user=people[2])
    escape = Escape.objects.get()
    assert (escape.match, escape.user, escape.seat) == (match, people[2], 2)


def test_leaving_a_table_where_nothing_is_played_is_no_escape(table, people):
    seats.leave(table_id=table.id, user=people[2])
    assert not Escape.objects.exists()
