"""The tasks that come round, whatever the machine's clock does."""

from datetime import timedelta

import pytest

from gouji_site.beat import Scheduler
from gouji_site.celery import app

pytestmark = pytest.mark.unit


@pytest.fixture
def beat(tmp_path, monkeypatch):
    """A function that starts a beat on one file, and the names of what any of them has sent."""
    sent = []
    monkeypatch.setattr(Scheduler, "producer", None)
    monkeypatch.setattr(Scheduler, "apply_entry", lambda _self, entry, **_: sent.append(entry.name))
    started = []

    def start():
        started.append(Scheduler(app=app, schedule_filename=str(tmp_path / "schedule")))
        return started[-1]

    yield start, sent
    for scheduler in started:
        scheduler.close()


@pytest.fixture
def clock(monkeypatch):
    """A function that sets the clock this many hours from the true one."""
    true = app.now

    def put(hours):
        monkeypatch.setattr(app, "now", lambda: true() + timedelta(hours=hours))

    return put


def test_the_site_is_swept_by_a_beat_that_bears_its_clock_set_back():
    assert app.conf.beat_scheduler == "gouji_site.beat:Scheduler"


def test_after_the_clock_was_set_back_tasks_are_sent_soon(beat, clock):
    start, sent = beat
    clock(8)
    scheduler = start()
    scheduler.tick()

    clock(0)

    assert scheduler.tick() <= 1
    assert all(entry.last_run_at <= app.now() for entry in scheduler.schedule.values())
    clock(1)
    for _ in range(20):
        scheduler.tick()
    assert {"sweep", "presence", "tidy"} <= set(sent)


def test_a_beat_that_is_started_after_the_clock_was_set_back_sends_them_too(beat, clock):
    start, sent = beat
    clock(8)
    scheduler = start()
    scheduler.tick()
    scheduler.close()

    clock(0)
    scheduler = start()

    assert scheduler.tick() <= 1
    clock(1)
    scheduler.tick()
    assert "sweep" in sent
