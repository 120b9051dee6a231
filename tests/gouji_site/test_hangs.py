"""A whole instance whose processes hang, or are only slow: what hangs is started again, what is slow is left alone."""

import os
import signal
import threading
import time
import urllib.request
from contextlib import suppress

import pytest

from gouji_site.embedded import processes
from gouji_site.embedded.stack import Stack, wait_until
from tests.gouji_site.hanging import LONGER_THAN_A_HANG, is_well, settle

pytestmark = pytest.mark.live

WITHIN = 15.0
WITHIN_SECONDS = 60.0
WORKERS = ["bots", "clock", "beat"]
SITE = ["web", *WORKERS]


@pytest.fixture(scope="module")
def stack(tmp_path_factory):
    data = tmp_path_factory.mktemp("hangs") / "data"
    with Stack(data, durable=False, discard=True) as running:
        yield running


@pytest.fixture
def settled(stack):
    """The instance once each process of it has given its first sign since it was last started."""
    settle(stack)
    return stack


@pytest.mark.parametrize("names", [["web", "postgres"], [*WORKERS, "redis"]], ids="-".join)
def test_a_frozen_process_is_started_again_within_fifteen_seconds(settled, names):
    until = time.monotonic() + WITHIN
    old = {name: settled.kill(name, signal.SIGSTOP) for name in names}

    for name in names:
        settled.wait_restarted(name, old[name], until - time.monotonic())
    wait_until(lambda: is_well(settled), WITHIN_SECONDS, "answer again")


def test_after_all_have_died_at_once_the_web_process_starts_before_the_workers(settled):
    old = settled.processes
    for name in [*WORKERS, "web"]:
        settled.kill(name)

    for name in SITE:
        settled.wait_restarted(name, old[name], WITHIN_SECONDS)
    began = {name: started_at(settled.processes[name]) for name in SITE}

    assert min(began, key=began.__getitem__) == "web"
    assert min(began[name] for name in WORKERS) - began["web"] > 0.5


def started_at(pid):
    """When a process began, in seconds since the machine did."""
    ticks = processes.PROC.joinpath(str(pid), "stat").read_text().rpartition(")")[2].split()[19]
    return int(ticks) / os.sysconf("SC_CLK_TCK")


def test_who_slept_with_the_supervisor_is_left_alone(settled):
    before = settled.state.restarts
    everybody = [settled.state.supervisor, *(settled.processes[name] for name in SITE)]
    for pid in everybody:
        os.kill(pid, signal.SIGSTOP)
    time.sleep(LONGER_THAN_A_HANG)
    for pid in everybody:
        os.kill(pid, signal.SIGCONT)
    time.sleep(LONGER_THAN_A_HANG)

    assert settled.state.restarts == before
    assert is_well(settled)


def test_a_web_process_that_is_busy_without_a_pause_is_left_alone(settled):
    old = settled.processes["web"]
    until = time.monotonic() + LONGER_THAN_A_HANG

    def ask():
        while time.monotonic() < until:
            with suppress(OSError):
                urllib.request.urlopen(settled.url, timeout=20).read()

    askers = [threading.Thread(target=ask) for _ in range(32)]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join()

    assert settled.processes["web"] == old
    assert is_well(settled)
