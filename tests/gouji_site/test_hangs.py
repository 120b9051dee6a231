"""A whole instance whose processes hang, or only wait: what hangs is started again, what waits is left alone."""

import os
import signal
import subprocess
import threading
import time
import urllib.request
from contextlib import suppress

import pytest

from gouji_site.embedded import processes, redis_programs, redis_server
from gouji_site.embedded.stack import Stack, wait_until

pytestmark = pytest.mark.live

WITHIN = 15.0
WORKERS = ["bots", "clock", "beat"]
SITE = ["web", *WORKERS]
LONGER_THAN_A_HANG = 10.0


@pytest.fixture(scope="module")
def stack(tmp_path_factory):
    data = tmp_path_factory.mktemp("hangs") / "data"
    with Stack(data, durable=False, discard=True) as running:
        yield running


@pytest.fixture(scope="module")
def servers(tmp_path_factory):
    """A database, whose folder is known, and no site."""
    data = tmp_path_factory.mktemp("servers") / "data"
    with Stack(data, site=False, durable=False, discard=True) as running:
        yield running


@pytest.fixture(scope="module")
def redis(tmp_path_factory):
    """A Redis that nobody looks after."""
    folder = tmp_path_factory.mktemp("r")
    path = folder / "redis.sock"
    program = str(redis_programs.program().path)
    command = [
        program,
        "--port",
        "0",
        "--unixsocket",
        str(path),
        "--save",
        "",
        "--dir",
        str(folder),
    ]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    wait_until(lambda: redis_server.answers(path), 10, "start Redis")
    yield path, process
    process.kill()
    process.wait()


@pytest.fixture(scope="module")
def site(servers, redis, tmp_path_factory):
    """A site that uses both."""
    data = tmp_path_factory.mktemp("site") / "data"
    database, url = servers.env["DATABASE_URL"], f"unix://{redis[0]}?db=0"
    with Stack(data, discard=True, database_url=database, redis_url=url) as running:
        settle(running)
        yield running


def is_well(stack):
    try:
        with urllib.request.urlopen(f"{stack.url}healthz", timeout=2) as answer:
            return answer.status == 200
    except OSError:
        return False


def settle(stack):
    """Wait until all have started, so that each has given its first sign."""
    wait_until(lambda: is_well(stack), 30, "answer")
    time.sleep(4)


@pytest.mark.parametrize("names", [["web"], WORKERS, ["postgres", "redis"]], ids="-".join)
def test_a_frozen_process_is_started_again_within_fifteen_seconds(stack, names):
    settle(stack)
    began = time.monotonic()
    old = {name: stack.kill(name, signal.SIGSTOP) for name in names}

    for name in names:
        stack.wait_restarted(name, old[name], WITHIN)
    wait_until(lambda: is_well(stack), 30, "answer again")

    assert time.monotonic() - began < WITHIN


def test_after_all_have_died_at_once_the_web_process_starts_before_the_workers(stack):
    settle(stack)
    old = stack.processes
    for name in [*WORKERS, "web"]:
        stack.kill(name)

    for name in SITE:
        stack.wait_restarted(name, old[name])
    began = {name: started_at(stack.processes[name]) for name in SITE}

    assert min(began, key=began.__getitem__) == "web"
    assert min(began[name] for name in WORKERS) - began["web"] > 0.5


def started_at(pid):
    """When a process began, in seconds since the machine did."""
    ticks = processes.PROC.joinpath(str(pid), "stat").read_text().rpartition(")")[2].split()[19]
    return int(ticks) / os.sysconf("SC_CLK_TCK")


def test_who_slept_with_the_supervisor_is_left_alone(stack):
    settle(stack)
    before = stack.state.restarts
    everybody = [stack.state.supervisor, *(stack.processes[name] for name in SITE)]
    for pid in everybody:
        os.kill(pid, signal.SIGSTOP)
    time.sleep(LONGER_THAN_A_HANG)
    for pid in everybody:
        os.kill(pid, signal.SIGCONT)
    time.sleep(LONGER_THAN_A_HANG)

    assert stack.state.restarts == before
    assert is_well(stack)


def test_a_web_process_that_is_busy_without_a_pause_is_left_alone(stack):
    settle(stack)
    old = stack.processes["web"]
    until = time.monotonic() + LONGER_THAN_A_HANG

    def ask():
        while time.monotonic() < until:
            with suppress(OSError):
                urllib.request.urlopen(stack.url, timeout=20).read()

    askers = [threading.Thread(target=ask) for _ in range(32)]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join()

    assert stack.processes["web"] == old
    assert is_well(stack)


@pytest.mark.parametrize("away", ["redis", "postgres"])
def test_who_waits_for_a_server_is_left_alone_and_goes_on_when_it_is_back(
    site, servers, redis, away
):
    before = site.state.restarts
    pgdata = servers._pgdata()
    frozen = [redis[1].pid]
    if away == "postgres":
        ours = processes.find(lambda pid: processes.is_postgres_in(pid, pgdata))
        frozen = [servers.state.supervisor, *ours]  # or it would start its database again
    for pid in frozen:
        os.kill(pid, signal.SIGSTOP)
    time.sleep(LONGER_THAN_A_HANG)
    assert site.state.restarts == before
    for pid in frozen:
        os.kill(pid, signal.SIGCONT)

    wait_until(lambda: is_well(site), 20, "answer again")
    time.sleep(LONGER_THAN_A_HANG)
    assert site.state.restarts == before


def test_a_redis_that_is_gone_ends_no_worker_and_all_go_on_when_there_is_a_new_one(site, redis):
    path, process = redis
    before = site.state.restarts
    process.kill()
    process.wait()
    time.sleep(LONGER_THAN_A_HANG)
    assert site.state.restarts == before

    again = subprocess.Popen(process.args, stdout=subprocess.DEVNULL)
    try:
        time.sleep(LONGER_THAN_A_HANG)
        assert site.state.restarts == before
        assert redis_server.answers(path)
    finally:
        again.kill()
        again.wait()
