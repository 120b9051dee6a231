"""What people and the clock do at the same moment: one after the other, and nothing is lost or done twice."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, connections, transaction
from django.utils import timezone

from games.play.models import Escape, Match, Table
from games.play.services import moves, seats
from tests.live.crash_site import wait_for

pytestmark = [pytest.mark.integration, pytest.mark.django_db(transaction=True)]

RESULT = {"scores": [2, -2], "winner": 0}


def at_once(*works):
    """What each piece of work returns or raises, all begun together in threads of their own."""
    gate = threading.Barrier(len(works))

    def run(work):
        gate.wait(30)
        try:
            return work()
        except Exception as error:  # noqa: BLE001 -- given to the test
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(run, works))


def somebody_waits():
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return cursor.fetchone()[0] > 0


def while_it_ends(match, work):
    """Do ``work`` while the match's last move is being written, so that it waits for the match's lock."""
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            moves.open_locked(match.id)
            done = pool.submit(at_once, work)
            wait_for(somebody_waits, 30, "the other to wait for the match")
            Match.objects.filter(id=match.id).update(
                status="finished",
                ended_at=timezone.now(),
                deadline=None,
                prompt_versions=[-1] * 6,
                result=RESULT,
            )
        return done.result(60)[0]


def test_six_who_are_ready_at_once_begin_one_match(table, people):
    answers = at_once(
        *(
            lambda user=user: seats.set_ready(table_id=table.id, user=user, ready=True)
            for user in people
        )
    )
    assert answers == [None] * 6
    assert Match.objects.get().version == 1


def test_who_leaves_while_the_match_ends_has_not_escaped_and_frees_the_seat(match, table, people):
    assert while_it_ends(match, lambda: seats.leave(table_id=table.id, user=people[2])) is None
    assert not Escape.objects.exists()
    assert table.seats.get(number=2).is_free
    assert Match.objects.get().result == RESULT


def test_the_last_to_leave_while_the_match_ends_leaves_its_result_standing(people, told):
    table = seats.quick_start(user=people[0])
    match = table.matches.get()
    assert while_it_ends(match, lambda: seats.leave(table_id=table.id, user=people[0])) is None
    assert Match.objects.get().result == RESULT
    assert Table.objects.get().closed


def test_who_wants_no_calls_while_the_match_ends_does_not_end_it_again(match, table, people, told):
    user = people[2]
    while_it_ends(
        match, lambda: seats.set_auto_decline(table_id=table.id, user=user, auto_decline=True)
    )
    assert Match.objects.get().result == RESULT
    assert not told.finished


def test_quick_start_pressed_twice_at_once_leads_to_one_table(people, told):
    start = [lambda: seats.quick_start(user=people[0])] * 3
    assert len({table.id for table in at_once(*start)}) == 1
    assert Match.objects.count() == Table.objects.count() == 1


def test_a_match_is_not_kept_locked_by_whoever_went_away_in_the_middle_of_a_move(db):
    with connection.cursor() as cursor:
        cursor.execute("SHOW idle_in_transaction_session_timeout")
        assert cursor.fetchone()[0] == "1min"
