"""What runs twice, or twice at once, plays once: tasks are delivered at least once and sweeps may overlap."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.conf import settings
from django.db import connection, connections, transaction
from django.utils import timezone

from games.engine.core.actions import CHANCE
from games.engine.core.phases import Limit
from games.engine.core.records import Entry, play_back
from games.engine.registry import game_of
from games.play import models, tasks
from games.play.services import broadcast, moves, seats
from games.play.state.selectors import load_state
from tests.live.crash_site import wait_for

pytestmark = [pytest.mark.live, pytest.mark.django_db(transaction=True)]

AT_ONCE = 4
WAITING = min(AT_ONCE, max(1, settings.WEB_THREADS // 2))
"""How many of them wait in the database; the others wait before it, so as to leave its connections alone."""
ROUNDS = 5


@pytest.fixture(autouse=True)
def started(monkeypatch):
    """The bots' turns that would have been started; nobody is told anything."""
    turns = []
    monkeypatch.setattr(broadcast, "table_changed", lambda table_id: None)
    monkeypatch.setattr(broadcast, "start_settling", lambda match_id: None)
    monkeypatch.setattr(broadcast, "start_bots", lambda match_id, asked: turns.append(dict(asked)))
    return turns


@pytest.fixture
def deal(make_user):
    """A function that deals at a table of one person and five bots, and plays to a kind of question."""

    def begin(ruleset, limit):
        user = make_user("安")
        table = seats.open_table(user=user, ruleset=ruleset)
        seats.add_bots(table_id=table.id, user=user)
        seats.set_ready(table_id=table.id, user=user, ready=True)
        match = models.Match.objects.get(table=table)
        play_until(match, limit)
        return match

    return begin


def play_until(match, limit):
    """Play the clock's answers, all in one transaction, until such a question comes up."""
    with transaction.atomic():
        locked_match = moves.open_locked(match.id)
        while (
            locked_match.pace.limit is not limit
            or locked_match.game.chance(locked_match.state) is not None
        ):
            step(locked_match)
        locked_match.save()
    match.refresh_from_db()


def step(locked_match):
    if locked_match.game.chance(locked_match.state) is not None:
        locked_match.deal()
    else:
        seat, action = locked_match.game.defaults(locked_match.state)[0]
        locked_match.play(seat, action, models.Move.By.CLOCK)
    locked_match.pace = locked_match.game.pace(locked_match.state)


def let_pass(match):
    """The deadline of the present question is over."""
    past = timezone.now() - timedelta(seconds=1)
    models.Match.objects.filter(id=match.id).update(deadline=past)


def at_once(work):
    """What ``work`` returns in several threads that begin together."""
    gate = threading.Barrier(AT_ONCE)

    def run(_):
        gate.wait(30)
        try:
            return work()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(run, range(AT_ONCE)))


def all_waiting():
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return cursor.fetchone()[0] >= WAITING


def new_moves(match):
    """The moves since ``match`` was read, once all moves have been found to give the stored state."""
    now = models.Match.objects.get(id=match.id)
    stored = list(models.Move.objects.filter(match=match))
    assert [move.number for move in stored] == list(range(1, now.version + 1))
    game = game_of(now.ruleset)
    entries = (Entry(move.seat, move.action, move.tick) for move in stored)
    assert play_back(game, entries)[0] == load_state(now, game)
    return [(move.seat, move.by) for move in stored[match.version :]]


def pass_one(match):
    """The clock acts once."""
    let_pass(match)
    assert moves.expire(match_id=match.id)
    match.refresh_from_db()


def to_a_bots_turn(match):
    while match.prompt_versions[0] >= 0:
        pass_one(match)
    return next((seat, asked) for seat, asked in enumerate(match.prompt_versions) if asked >= 0)


def test_a_bots_turn_that_is_delivered_twice_is_played_once(deal):
    match = deal("gouji(games=1)", Limit.TURN)
    seat, asked = to_a_bots_turn(match)

    tasks.bot_turn(match.id, seat, asked)
    tasks.bot_turn(match.id, seat, asked)

    assert new_moves(match) == [(seat, "bot")]


def test_a_bots_turn_that_runs_several_times_at_once_is_played_once(deal):
    match = deal("gouji(games=1)", Limit.TURN)
    seat, asked = to_a_bots_turn(match)

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            moves.open_locked(match.id)  # so that all have chosen before the first may play
            runs = pool.submit(at_once, lambda: tasks.bot_turn(match.id, seat, asked))
            wait_for(all_waiting, 30, "all to wait for the match")
        runs.result(60)

    assert new_moves(match) == [(seat, "bot")]


def test_a_bots_turn_that_comes_after_its_seat_has_been_asked_again_is_not_played(deal):
    match = deal("gouji(games=1)", Limit.TURN)
    seat, asked = to_a_bots_turn(match)
    while match.prompt_versions[seat] in (-1, asked):
        pass_one(match)
    game = game_of(match.ruleset)
    text = game.write(dict(game.defaults(load_state(match, game)))[seat])

    tasks.bot_turn(match.id, seat, asked)
    played = moves.submit_for_bot(match_id=match.id, seat=seat, prompt_version=asked, text=text)

    assert not played
    assert new_moves(match) == []


def test_sweeps_that_have_all_seen_a_deadline_pass_act_once_for_it(deal, monkeypatch):
    match = deal("gouji(games=1)", Limit.TURN)
    acting = match.prompt_versions.index(max(match.prompt_versions))
    let_pass(match)
    seen, one_by_one, acted = threading.Barrier(AT_ONCE), threading.Lock(), []

    def expire(*, match_id):
        seen.wait(30)
        with one_by_one:
            acted.append(moves.expire(match_id=match_id))

    monkeypatch.setattr(tasks, "expire", expire)
    at_once(tasks.sweep)

    assert acted == [True] + [False] * (AT_ONCE - 1)
    assert new_moves(match) == [(acting, "clock")]


def test_sweeps_that_run_at_once_act_once_for_a_deadline_that_passed(deal):
    match = deal("gouji(games=1)", Limit.TURN)
    for _ in range(ROUNDS):
        acting = match.prompt_versions.index(max(match.prompt_versions))
        let_pass(match)

        at_once(tasks.sweep)

        assert new_moves(match) == [(acting, "clock")]
        match.refresh_from_db()


def test_sweeps_that_revive_the_same_bots_at_once_have_them_play_once(deal, started):
    match = deal("gouji(games=1)", Limit.TURN)
    seat, asked = to_a_bots_turn(match)
    past = timezone.now() - timedelta(seconds=1)
    models.Match.objects.filter(id=match.id).update(bots_due_at=past)
    started.clear()

    at_once(tasks.sweep)

    assert {seat: asked} in started
    for turns in list(started):
        for number, version in turns.items():
            tasks.bot_turn(match.id, number, version)
    assert new_moves(match) == [(seat, "bot")]


def test_what_is_owed_from_the_last_deal_is_paid_once_however_often_it_is_settled(deal):
    match = deal("gouji(games=3)", Limit.BETWEEN)

    at_once(lambda: tasks.settle(match.id))
    tasks.settle(match.id)
    tasks.sweep()

    assert new_moves(match) == [(CHANCE, "clock")]
    assert models.Move.objects.filter(match=match, action="settle").count() == 1
