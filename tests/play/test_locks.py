"""Whoever waits for something locked waits a short time, is told in a sentence, and holds up nobody else."""

import threading
from contextlib import contextmanager
from datetime import timedelta

import psycopg
import pytest
from django.db import connection, transaction
from django.urls import reverse
from django.utils import timezone
from psycopg import sql

from games.chat.models import Message
from games.chat.phrases import EMOTES
from games.play import tasks
from games.play.models import Match
from games.play.services import seats
from games.play.services.chat import chat_room_of
from games.play.services.matchmaking import quick_match
from games.play.state import sql as statements
from gouji_site.lib.advisory_locks import LockKind, lock_in_transaction
from gouji_site.lib.waits import BoundedWaits, BusyError

pytestmark = [pytest.mark.integration, pytest.mark.django_db(transaction=True)]

SENTENCE = "刚才有别的操作还没做完"


@contextmanager
def held(statement, *values):
    """What a statement locks is held by somebody else."""
    with psycopg.connect(**connection.get_connection_params()) as other:
        other.execute(statement, values)
        yield
        other.rollback()


def row_held(row):
    """A row of the database is held by somebody else."""
    table = sql.Identifier(row._meta.db_table)
    return held(sql.SQL("SELECT 1 FROM {} WHERE id = %s FOR UPDATE").format(table), row.id)


def advisory_lock_held(kind, key):
    """What has no row of its own is held by somebody else."""
    return held("SELECT pg_advisory_xact_lock(hashtextextended(%s, %s))", key, kind.value)


@pytest.fixture
def impatient():
    """A function that lets this connection wait for locks a tenth of a second instead of two seconds."""
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '100ms'")
        yield
        cursor.execute("RESET lock_timeout")


def test_every_connection_gives_up_waiting_for_a_lock_after_two_seconds():
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone()[0] == "2s"


def test_where_connections_are_pooled_by_another_each_wait_is_bounded_by_itself(
    match, settings, impatient
):
    settings.DATABASE_PREPARED, settings.LOCK_SECONDS = False, 1
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = 0")
    with row_held(match), pytest.raises(BusyError), transaction.atomic():
        statements.lock_match(match.id)


ACTS = (
    *(("act", (), {"do": do}) for do in ("ready", "unready", "bots", "quiet", "auto", "leave")),
    ("sit", (), {"seat": "1"}),
    ("kick", (1,), {"holder": "柏"}),
)


@pytest.mark.parametrize("htmx", [True, False])
@pytest.mark.parametrize("press", ACTS)
def test_a_press_at_a_table_that_is_locked_is_refused_with_a_sentence(
    client, table, people, impatient, press, htmx
):
    client.force_login(people[0])
    name, where, data = press
    headers = {"HX-Request": "true"} if htmx else {}
    with row_held(table):
        answer = client.post(reverse(name, args=[table.code, *where]), data, headers=headers)
    assert (answer.status_code, SENTENCE in answer.content.decode()) == (409, True)


@pytest.mark.parametrize("do", ["stay", "leave", "quiet", "auto"])
def test_a_press_in_a_match_that_is_locked_is_refused_and_changes_nothing(
    client, match, people, position, impatient, do
):
    game, state = position(match)
    client.force_login(people[game.to_act(state)[0]])
    seen = f"{match.id}-{match.last_prompt_version}"
    with row_held(match):
        answer = client.post(
            reverse("act", args=[match.table.code]),
            {"do": do, "seen": seen},
            headers={"HX-Request": "true"},
        )
    assert (answer.status_code, SENTENCE in answer.content.decode()) == (409, True)
    assert match.moves.count() == match.version
    assert not match.escapes.exists()


@pytest.mark.parametrize("name", ["quick", "match", "open", "keep_guest", "settings"])
def test_whoever_is_locked_is_told_so_by_every_page_that_waits(client, make_user, impatient, name):
    user = make_user("游客7", is_guest=True)
    client.force_login(user)
    form = {
        "open": {"preset": "classic"},
        "keep_guest": {"username": "安安", "password": "a long pass phrase"},
        "settings": {"language": "en", "time_zone": ""},
    }.get(name, {})
    with row_held(user):
        answer = client.post(reverse(name), form)
    assert (answer.status_code, SENTENCE in answer.content.decode()) == (409, True)


def test_a_match_cannot_be_made_while_another_one_under_its_rules_takes_too_long(
    client, make_user, impatient
):
    client.force_login(make_user("安"))
    with advisory_lock_held(LockKind.QUICK_MATCH, "gouji"):
        answer = client.post(reverse("match"), {"ruleset": "gouji"})
    assert (answer.status_code, SENTENCE in answer.content.decode()) == (409, True)


@pytest.mark.parametrize("kind", LockKind)
def test_an_advisory_lock_is_waited_for_by_its_own_kind_and_key_alone(impatient, kind):
    with advisory_lock_held(kind, "gouji"), transaction.atomic():
        lock_in_transaction(kind, "shengji")
        for other in set(LockKind) - {kind}:
            lock_in_transaction(other, "gouji")
        with pytest.raises(BusyError):
            lock_in_transaction(kind, "gouji")


def test_who_looks_for_a_match_passes_over_a_table_that_is_locked(people, told, impatient):
    stuck = seats.open_table(user=people[0], ruleset="gouji")
    with row_held(stuck):
        found = quick_match(user=people[1], ruleset="gouji")
    assert found.id != stuck.id


def test_a_line_that_waits_too_long_is_refused_with_a_sentence(client, table, people, impatient):
    client.force_login(people[0])
    with advisory_lock_held(LockKind.CHAT_ROOM, chat_room_of(table)):
        answer = client.post(
            reverse("chat", args=[table.code]),
            {"emote": EMOTES[0].key, "to": "seats"},
            headers={"HX-Request": "true"},
        )
    assert answer.status_code == 409
    assert SENTENCE in answer.content.decode()
    assert not Message.objects.exists()


def test_a_strangers_post_waits_for_no_match_of_another_table_and_does_not_tell_whether_it_is(
    client, match, make_user, impatient
):
    stranger = make_user("陌生")
    own = seats.open_table(user=stranger, ruleset="gouji")
    client.force_login(stranger)

    def answer_to(match_id):
        form = {"do": "pass", "seen": f"{match_id}-{match.last_prompt_version}"}
        answer = client.post(reverse("act", args=[own.code]), form, headers={"HX-Request": "true"})
        return answer.status_code, answer.content

    with row_held(match):
        there = answer_to(match.id)
    assert there == answer_to(match.id + 1000) == answer_to(match.id)
    assert there[0] == 409
    assert SENTENCE not in there[1].decode()


def test_a_sweep_goes_on_with_the_next_match_where_one_is_locked(match, make_user, impatient):
    other = seats.quick_start(user=make_user("戊")).matches.get()
    since = timezone.now() - timedelta(seconds=1)
    Match.objects.update(deadline=since, bots_due_at=since)
    Match.objects.filter(id=match.id).update(deadline=since - timedelta(seconds=1))
    with row_held(match):
        tasks.sweep()
    other.refresh_from_db()
    assert other.deadline != since
    assert other.bots_due_at != since
    tasks.sweep()
    match.refresh_from_db()
    assert match.deadline != since


def test_a_bot_whose_match_is_locked_is_left_to_the_sweep(make_user, told, impatient, caplog):
    match = seats.quick_start(user=make_user("戊")).matches.get()
    seat, asked = next(
        (seat, at) for seat, at in enumerate(match.prompt_versions) if seat and at >= 0
    )
    with row_held(match):
        tasks.bot_turn(match.id, seat, asked)
    match.refresh_from_db()
    assert match.bots_due_at is not None
    assert "Traceback" not in caplog.text


def test_half_of_the_threads_wait_for_the_same_and_any_number_for_other_things():
    doors, started, release = BoundedWaits(2), threading.Barrier(4), threading.Event()

    def wait(which):
        with doors.enter(("table", which)):
            started.wait(30)
            release.wait(30)

    threads = [threading.Thread(target=wait, args=[which]) for which in (1, 1, 2)]
    for thread in threads:
        thread.start()
    started.wait(30)
    with pytest.raises(BusyError), doors.enter(("table", 1)):
        pass
    with doors.enter(("table", 2)), doors.enter(("user", 1)):
        pass
    with doors.enter(("table", 1), first=True):  # it is this one that the two wait for
        pass
    release.set()
    for thread in threads:
        thread.join()
    with doors.enter(("table", 1)):
        pass


def test_those_who_press_at_the_same_moment_are_not_refused_for_it():
    doors, passed = BoundedWaits(1), []

    def pass_through(number):
        with doors.enter(("table", 1)):
            passed.append(number)

    threads = [threading.Thread(target=pass_through, args=[number]) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(passed) == list(range(8))
