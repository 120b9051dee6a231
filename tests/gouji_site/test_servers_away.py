"""A site whose PostgreSQL or Redis hangs or is gone: who waits for them is left alone, and goes on when they are back."""

import os
import signal
import subprocess
import time

import pytest

from gouji_site.embedded import processes, redis_programs, redis_server
from gouji_site.embedded.stack import Stack, wait_until
from tests.gouji_site.hanging import LONGER_THAN_A_HANG, is_well, settle

pytestmark = pytest.mark.live

WITHIN_SECONDS = 60.0


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

    wait_until(lambda: is_well(site), WITHIN_SECONDS, "answer again")
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
