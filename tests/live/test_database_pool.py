"""Whoever waits for a connection to a database that is away has one soon after it is back."""

import time
from concurrent.futures import ThreadPoolExecutor

import psutil
import psycopg
import pytest
from psycopg_pool import ConnectionPool

from gouji_site.embedded.stack import Stack
from gouji_site.lib.pools import try_again
from tests.live.crash_site import Site, wait_for

pytestmark = pytest.mark.live

THREADS = 4
GIVES_UP_AFTER = 1.0
AWAY = 4.0
SOON = 4.0


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    data = tmp_path_factory.mktemp("pool") / "data"
    with Stack(data, site=False, discard=True, durable=False) as stack:
        yield Site(stack)


@pytest.fixture
def pool(site):
    with ConnectionPool(
        site.stack.env["DATABASE_URL"],
        min_size=2,
        max_size=THREADS,
        timeout=30,
        check=ConnectionPool.check_connection,
        reconnect_timeout=GIVES_UP_AFTER,
        reconnect_failed=try_again,
    ) as opened:
        opened.wait()
        yield opened


def test_all_threads_that_wait_in_a_long_outage_are_answered_when_the_database_is_back(site, pool):
    def ask():
        with pool.connection() as connection:
            connection.execute("SELECT 1")
        return time.monotonic()

    with ThreadPoolExecutor(THREADS) as threads:
        with site.nobody_restarts():
            backends = psutil.Process(site.stack.processes["postgres"]).children()
            pid = site.stack.kill("postgres")
            psutil.wait_procs(backends, timeout=10)
            asked = [threads.submit(ask) for _ in range(THREADS)]
            time.sleep(AWAY)
            assert not any(each.done() for each in asked)
        site.stack.wait_restarted("postgres", pid, within=60)
        back = wait_for(lambda: answers(site) and time.monotonic(), 60, "the database to be back")
        assert max(each.result() for each in asked) < back + SOON


def answers(site):
    with psycopg.connect(site.stack.env["DATABASE_URL"]):
        return True
