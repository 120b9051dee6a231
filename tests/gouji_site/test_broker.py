"""Celery's workers and a Redis of their own: one that dies, and one that two sites share."""

import os
import subprocess
import sys
import time
from contextlib import contextmanager

import psutil
import pytest
import redis
from celery import Celery
from kombu import Connection

from gouji_site import broker
from gouji_site.embedded.environment import broker_url
from gouji_site.embedded.options import ROOT
from gouji_site.embedded.redis_programs import program
from gouji_site.embedded.redis_server import answers

pytestmark = pytest.mark.live

ADD_UP = "celery.accumulate"
"""A task that celery brings and that asks for nothing."""


def wait_for(ask, within=30):
    deadline = time.monotonic() + within
    while not (answer := ask()):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return answer


class Broker:
    """A Redis on a socket that can be killed and started again, empty, as ours is."""

    def __init__(self, folder):
        self.socket = folder / "redis.sock"
        self.client = redis.Redis(unix_socket_path=str(self.socket))
        self.start()

    def start(self):
        options = ("--port", "0", "--save", "", "--unixsocket", str(self.socket))
        self.process = subprocess.Popen(
            [str(program().path), *options, "--dir", str(self.socket.parent)],
            stdout=subprocess.DEVNULL,
        )
        wait_for(lambda: answers(self.socket))

    def kill(self):
        self.process.kill()
        self.process.wait()

    def env(self, prefix):
        """What the processes of a site with this prefix are told."""
        url = f"unix://{self.socket}?db=0"
        told = {"REDIS_URL": url, "CELERY_BROKER_URL": broker_url(url), "REDIS_PREFIX": prefix}
        return {**os.environ, "SECRET_KEY": "of a test", **told}

    def app(self, prefix):
        """An application that sends to the queues of a site with this prefix."""
        app = Celery(broker=self.env(prefix)["CELERY_BROKER_URL"], set_as_current=False)
        app.conf.broker_transport_options = {"global_keyprefix": f"{prefix}:"}
        app.conf.task_ignore_result = True
        return app


@pytest.fixture
def own_redis(tmp_path, monkeypatch):
    monkeypatch.delenv(
        "CELERY_BROKER_URL", raising=False
    )  # It would win over an application's own.
    running = Broker(tmp_path)
    yield running
    running.client.close()
    running.kill()


@contextmanager
def celery(env, log, *arguments):
    """One of the commands of OPERATIONS.md."""
    command = [sys.executable, "-m", "celery", "-A", "gouji_site.celery", *arguments]
    with log.open("ab") as out:
        process = subprocess.Popen(command, env=env, cwd=ROOT, stdout=out, stderr=out)
    try:
        yield psutil.Process(process.pid)
    finally:
        for child in psutil.Process(process.pid).children(recursive=True):
            child.kill()
        process.kill()
        process.wait()


def is_taking(own, queue):
    """Whether a worker of the site has connected and asked for a queue's tasks."""
    return own.client.exists(f"site:_kombu.binding.{queue}")


def is_empty(own, app, queue):
    """Whether everything that waited in a queue has been taken and is done."""
    prefix = app.conf.broker_transport_options["global_keyprefix"]
    return not own.client.llen(f"{prefix}{queue}") and not own.client.hlen(f"{prefix}unacked")


@pytest.mark.parametrize(
    ("queue", "pool", "countdown"),
    [("bots", ("--concurrency", "2"), 0), ("clock", ("-P", "solo"), 60)],
)
def test_a_worker_whose_redis_was_killed_with_messages_in_its_hands_goes_on_working(
    own_redis, tmp_path, queue, pool, countdown
):
    """Processes that think and are held up have them in hand, or the worker itself until their time comes."""
    app = own_redis.app("site")
    log = tmp_path / "worker.log"
    arguments = ("worker", "-n", f"{queue}@%h", "-Q", queue, *pool)
    with celery(own_redis.env("site"), log, *arguments) as worker:
        wait_for(lambda: is_taking(own_redis, queue))
        thinkers = worker.children()
        for thinker in thinkers:
            thinker.suspend()
        for number in range(3):
            app.send_task(ADD_UP, (number,), queue=queue, countdown=countdown)
        wait_for(lambda: own_redis.client.hlen("site:unacked") == 3)

        own_redis.kill()
        wait_for(lambda: "Connection to broker lost" in log.read_text())
        own_redis.start()
        for thinker in thinkers:
            thinker.resume()
        app.send_task(ADD_UP, (9,), queue=queue)

        wait_for(lambda: is_taking(own_redis, queue) and is_empty(own_redis, app, queue))
        assert worker.is_running()
        assert "Unrecoverable error" not in log.read_text()


def test_the_channel_of_a_lost_connection_says_so_and_hides_no_other_fault(own_redis):
    broker.register()
    connection = Connection(broker_url(f"unix://{own_redis.socket}?db=0"))
    channel = connection.channel()
    assert isinstance(channel, broker.Channel)
    channel.close()
    connection.collect()

    with pytest.raises(ConnectionError), channel.conn_or_acquire():
        pass


def test_workers_beat_and_remote_control_touch_no_name_in_redis_without_the_sites_prefix(
    own_redis, tmp_path
):
    """Redis itself watches: whoever asks for a key or a channel of another name is refused, and noted."""
    app = own_redis.app("site")
    own_redis.client.execute_command(
        *("ACL", "SETUSER", "watcher", "on", ">word", "~*", "&*", "+@all")
    )
    watcher = redis.Redis(
        unix_socket_path=str(own_redis.socket), username="watcher", password="word"
    )
    # What is subscribed to as a pattern Redis asks to be allowed word for word.
    patterns = ("&site:/0.celery.pidbox", "&site:/0.celeryev/worker.*")
    allowed = ("resetkeys", "~site:*", "resetchannels", "&site:*", *patterns)
    watcher.execute_command("ACL", "SETUSER", "default", *allowed)
    env = own_redis.env("site")
    worker = ("worker", "-n", "one@%h", "-Q", "bots,clock,celery", "--concurrency", "1")
    beat = ("beat", "-s", str(tmp_path / "schedule"))

    with celery(env, tmp_path / "log", *worker), celery(env, tmp_path / "log", *beat):
        app.send_task(ADD_UP, (1,), queue="bots", countdown=1)
        answers = wait_for(lambda: app.control.inspect(timeout=2).ping())
        wait_for(lambda: is_empty(own_redis, app, "bots"))

    refused = watcher.acl_log()
    watcher.close()
    assert list(answers.values()) == [{"ok": "pong"}]
    assert refused == []


def test_a_worker_leaves_the_tasks_of_another_site_on_the_same_redis(own_redis, tmp_path):
    ours, theirs = own_redis.app("site"), own_redis.app("other")
    theirs.send_task(ADD_UP, (1,), queue="bots")
    worker = ("worker", "-Q", "bots", "--concurrency", "1")
    with celery(own_redis.env("site"), tmp_path / "log", *worker):
        ours.send_task(ADD_UP, (1,), queue="bots")
        wait_for(lambda: own_redis.client.exists("site:_kombu.binding.bots"))
        wait_for(lambda: is_empty(own_redis, ours, "bots"))

    assert own_redis.client.llen("other:bots") == 1
