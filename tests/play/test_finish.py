"""Every match ends in one place, and whoever must hear of it does so once, whatever dies meanwhile."""

import pytest
from django.db import transaction
from django.utils import timezone

from games.engine.core.errors import NotAllowed
from games.play.models import Delivery, Match, MatchEnd
from games.play.services import finish as outbox
from games.play.services import moves, seats
from games.play.services.finish import finish
from games.play.state import sql

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

Status = Match.Status


@pytest.fixture
def heard(monkeypatch):
    """The ends that two consumers have heard of; one fails as often as ``failing`` says."""

    class Heard:
        def __init__(self):
            self.first, self.second, self.failing = [], [], 0

        def hear_first(self, end):
            self.first.append(end.status)

        def hear_second(self, end):
            if self.failing:
                self.failing -= 1
                raise RuntimeError("no room")
            self.second.append(end.status)

    found = Heard()
    consumers = {"first": found.hear_first, "second": found.hear_second}
    monkeypatch.setattr(outbox, "_consumers", consumers)
    return found


def end(match, status, **details):
    with transaction.atomic():
        locked = sql.lock_match(match.id)
        assert locked is not None
        finish(locked, status, timezone.now(), **details)
    match.refresh_from_db()


def let_wait_pass():
    Delivery.objects.filter(done_at=None).update(next_try_at=timezone.now())


def test_a_match_played_out_is_finished_with_its_result_and_one_row_of_the_outbox(match, heard):
    while match.ended_at is None:
        Match.objects.filter(id=match.id).update(deadline="2026-01-01T00:00Z")
        assert moves.expire(match_id=match.id)
        match.refresh_from_db()
    assert match.status == Status.FINISHED
    assert set(match.result) == {"scores", "winner"}
    assert (match.deadline, match.bots_due_at) == (None, None)
    assert [row.status for row in match.ends.all()] == [Status.FINISHED]


def test_what_is_to_be_told_is_started_once_the_end_is_committed(
    match, told, heard, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        end(match, Status.BROKEN)
    assert told.finished == [match.ends.get().id]


@pytest.mark.parametrize("status", [Status.ABANDONED, Status.VOIDED, Status.DECIDED, Status.BROKEN])
def test_each_way_to_end_stops_every_clock_and_asks_nobody(match, heard, status):
    end(match, status)
    assert (match.status, match.result) == (status, None)
    assert (match.deadline, match.bots_due_at, set(match.prompt_versions)) == (None, None, {-1})
    assert match.ended_at is not None


def test_an_end_that_is_rolled_back_leaves_nothing_in_the_outbox(match, heard):
    with transaction.atomic():
        end(match, Status.VOIDED)
        transaction.set_rollback(True)
    match.refresh_from_db()
    assert (match.status, MatchEnd.objects.count()) == (Status.RUNNING, 0)


def test_ending_a_match_again_in_the_same_way_changes_nothing(match, heard):
    end(match, Status.ABANDONED)
    first = match.ended_at
    end(match, Status.ABANDONED)
    assert (match.ended_at, match.ends.count()) == (first, 1)


def test_what_was_voided_cannot_be_finished_or_run_on(match, heard):
    end(match, Status.VOIDED)
    for status in (Status.FINISHED, Status.RUNNING, Status.ABANDONED):
        with pytest.raises(NotAllowed, match="match_over"):
            end(match, status)
    assert match.status == Status.VOIDED


def test_a_decided_match_has_the_result_it_was_given_and_consumers_hear_of_each_change(
    match, heard
):
    end(match, Status.ABANDONED)
    end(match, Status.DECIDED, result={"scores": [3, 0], "winner": 0})
    for row in match.ends.all():
        outbox.deliver(row.id)
    assert match.result == {"scores": [3, 0], "winner": 0}
    assert heard.first == heard.second == [Status.ABANDONED, Status.DECIDED]


def test_deciding_a_match_again_in_the_same_way_is_no_second_end(match, heard):
    for result in ({"scores": [3, 0], "winner": 0}, {"scores": [3, 0], "winner": 0}, None):
        end(match, Status.DECIDED, result=result)
    assert match.ends.count() == 1
    end(match, Status.DECIDED, result={"scores": [0, 3], "winner": 1})
    assert (match.ends.count(), match.result["winner"]) == (2, 1)


def test_a_delivery_made_twice_is_heard_once(match, heard):
    end(match, Status.VOIDED)
    for _ in range(2):
        outbox.deliver(match.ends.get().id)
        let_wait_pass()
        outbox.deliver_what_was_missed()
    assert heard.first == heard.second == [Status.VOIDED]


def test_a_sweep_makes_the_deliveries_whose_task_was_lost_but_leaves_the_task_its_time(
    match, heard
):
    end(match, Status.VOIDED)
    outbox.deliver_what_was_missed()
    assert heard.first == []
    let_wait_pass()
    outbox.deliver_what_was_missed()
    assert heard.first == heard.second == [Status.VOIDED]


def test_a_consumer_that_fails_holds_up_no_other_and_is_tried_again_later(match, heard, caplog):
    heard.failing = 2
    end(match, Status.VOIDED)
    outbox.deliver(match.ends.get().id)
    assert (heard.first, heard.second) == ([Status.VOIDED], [])
    assert "no room" in caplog.text

    failed = Delivery.objects.get(consumer="second")
    assert (failed.attempts, failed.error) == (1, "RuntimeError: no room")
    assert failed.next_try_at > timezone.now()
    for _ in range(2):
        let_wait_pass()
        outbox.deliver_what_was_missed()
    assert heard.second == [Status.VOIDED]


def test_what_a_failing_consumer_wrote_is_not_kept(match, monkeypatch):
    def write_and_fail(row):
        Match.objects.filter(id=row.match_id).update(ruleset="changed")
        raise RuntimeError

    monkeypatch.setattr(outbox, "_consumers", {"fails": write_and_fail})
    before = match.ruleset
    end(match, Status.VOIDED)
    outbox.deliver(match.ends.get().id)
    match.refresh_from_db()
    assert match.ruleset == before


def test_a_later_end_of_a_match_waits_for_the_earlier_one(match, heard):
    heard.failing = 1
    end(match, Status.ABANDONED)
    end(match, Status.VOIDED)
    early, late = match.ends.all()
    outbox.deliver(early.id)
    outbox.deliver(late.id)
    assert heard.second == []
    for _ in range(2):
        let_wait_pass()
        outbox.deliver_what_was_missed()
    assert heard.second == [Status.ABANDONED, Status.VOIDED]


def test_a_consumer_that_fails_again_and_again_waits_longer_each_time_and_is_named(match, heard):
    heard.failing = 99
    end(match, Status.VOIDED)
    waits = []
    for _ in range(14):
        let_wait_pass()
        outbox.deliver_what_was_missed()
        until = Delivery.objects.get(consumer="second").next_try_at
        waits.append(round((until - timezone.now()).total_seconds()))
    assert waits == sorted(waits)
    assert waits[:3] == [5, 10, 20]
    assert waits[-1] == 3600
    assert outbox.failing_consumers() == {"second": 1}


def test_a_match_counts_for_ratings_where_all_seats_are_people_with_accounts(people, told, table):
    for user in people:
        seats.set_ready(table_id=table.id, user=user, ready=True)
    assert table.matches.get().rated


@pytest.mark.parametrize("why", ["bot", "guest", "private"])
def test_a_match_with_a_bot_or_a_guest_or_at_a_private_table_counts_for_none(
    people, told, table, why
):
    if why == "guest":
        people[5].is_guest = True
        people[5].save()
    elif why == "private":
        table.private = True
        table.save(update_fields=["private"])
    else:
        seats.leave(table_id=table.id, user=people[5])
        seats.add_bots(table_id=table.id, user=people[0])
    for user in people[: 5 if why == "bot" else 6]:
        seats.set_ready(table_id=table.id, user=user, ready=True)
    assert not table.matches.get().rated
