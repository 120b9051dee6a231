"""What is started after a commit: sent from a thread of its own, and lost without harm."""

import threading

import pytest
from celery import current_app

from games.play.services import broadcast

pytestmark = pytest.mark.unit


@pytest.fixture
def sent(monkeypatch):
    """The tasks that were sent; sending waits while ``go`` is cleared, and fails for match 13."""
    tasks, go = [], threading.Event()
    go.set()

    def send(name, *, args, countdown, retry):
        assert go.wait(30)
        if args[0] == 13:
            raise ConnectionError("Redis is away")
        tasks.append((name.rpartition(".")[2], args, countdown))

    monkeypatch.setattr(current_app, "send_task", send)
    return tasks, go


def all_sent():
    broadcast._thread().submit(int).result(30)


def test_each_bot_is_started_at_the_bots_pace(sent, settings):
    settings.BOT_PACE = 0.5
    broadcast.start_bots(7, {1: 4, 3: 4})
    all_sent()
    assert sent[0] == [("bot_turn", (7, 1, 4), 0.5), ("bot_turn", (7, 3, 4), 0.5)]


def test_what_is_owed_is_settled_at_once(sent):
    broadcast.start_settling(7)
    all_sent()
    assert sent[0] == [("settle", (7,), None)]


def test_a_task_that_is_not_taken_is_lost_and_the_next_one_is_sent(sent, caplog):
    broadcast.start_settling(13)
    broadcast.start_settling(7)
    all_sent()
    assert sent[0] == [("settle", (7,), None)]
    assert "not sent" in caplog.text


def test_nobody_waits_for_a_frozen_broker_and_few_tasks_are_kept(sent, monkeypatch):
    monkeypatch.setattr(broadcast, "_waiting", threading.BoundedSemaphore(2))
    tasks, go = sent
    go.clear()
    for match in range(5):
        broadcast.start_settling(match)
    go.set()
    all_sent()
    assert [args for _, args, _ in tasks] == [(0,), (1,)]
