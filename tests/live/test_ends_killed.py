"""Kill -9 between the commit that ends a match and those who are to hear of it: each does so once, and nothing is lost."""

import json

import psycopg
import pytest

from gouji_site.embedded.stack import Stack
from tests.live.crash_site import Site, wait_for

pytestmark = pytest.mark.live

BEGIN = """
import json
from gouji_site.bench import people, phases
table, user = people.seat_with_bots("{name}", "gouji(games=1)")
phases.bring(table, user, phases.END)
match = people.live_match(table.id)
"""
BOTS_END_IT = """
from games.play.services import autoplay
autoplay.set_auto(table_id=table.id, user=user, auto=True)
print(json.dumps(match.id))
"""
END_IT_AND_DIE = """
import os, signal, sys
from games.play.services import broadcast
def die(end_id):
    print(json.dumps(match.id))
    sys.stdout.flush()
    os.kill(os.getpid(), signal.SIGKILL)
broadcast.start_deliveries = die
phases.play_to_end(match.id)
"""
PLAYERS = 6


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    data = tmp_path_factory.mktemp("ends") / "data"
    with Stack(data, discard=True, extra_env={"BOT_PACE": "0"}) as stack:
        yield Site(stack)


def run(site, name, what):
    """Run a few lines on the instance; the match that they name."""
    done = site.stack.manage("shell", "-c", BEGIN.format(name=name) + what, check=False)
    assert done.stdout, done.stderr
    return int(json.loads(done.stdout.splitlines()[-1]))


def deliveries(site, match):
    """What each consumer has still to do, and has done, about the ends of a match: consumer's name, and whether it is done."""
    return site.rows(
        "SELECT d.consumer, d.done_at IS NOT NULL FROM play_delivery d"
        " JOIN play_matchend e ON e.id = d.end_id WHERE e.match_id = %s ORDER BY 1",
        match,
    )


def records(site, match):
    """How many players each record of a match has."""
    return site.rows(
        "SELECT count(p.id) FROM records_record r LEFT JOIN records_player p ON p.record_id = r.id"
        " WHERE r.match_id = %s GROUP BY r.id",
        match,
    )


def assert_heard_once(site, match):
    """Every consumer hears of the end in the end, and there is one record of the whole match."""
    wait_for(lambda: all(done for _, done in deliveries(site, match)), 45, "the end to be heard")
    assert "records" in dict(deliveries(site, match))
    assert records(site, match) == [(PLAYERS,)]
    deal = site.deal(match)
    assert deal.ended
    deal.assert_sound()


def test_a_worker_killed_in_the_middle_of_a_delivery_leaves_nothing_and_the_record_is_written_once(
    site,
):
    with psycopg.connect(site.stack.env["DATABASE_URL"]) as holder:
        holder.execute("LOCK TABLE records_player")
        match = run(site, "甲", BOTS_END_IT)
        wait_for(site.is_waited_for, 30, "the consumer to write the players of the record")
        with site.nobody_restarts():
            pid = site.stack.kill("bots")
            wait_for(lambda: not site.is_waited_for(), 30, "the consumer's transaction to end")
            holder.rollback()
            assert records(site, match) == []
            assert not any(done for _, done in deliveries(site, match))
    site.stack.wait_restarted("bots", pid, within=60)

    assert_heard_once(site, match)


def test_an_end_whose_process_died_right_after_the_commit_is_heard_by_every_consumer_once(site):
    match = run(site, "乙", END_IT_AND_DIE)

    [[status]] = site.rows("SELECT status FROM play_match WHERE id = %s", match)
    assert status == "finished"
    assert_heard_once(site, match)
