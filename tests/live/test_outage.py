"""A site that goes away in the middle of a turn and comes back after its deadline costs nobody that turn."""

import os
import signal
import time

import pytest

from gouji_site.bench.stored import SEAT
from gouji_site.embedded.stack import Stack
from tests.live.crash_site import DECISION_SECONDS, Player, Site, wait_for

pytestmark = pytest.mark.live

TURN = 8
"""Seconds of the turn in which the site goes away."""
AWAY = 10.0
"""Longer than that turn, and than what counts as an outage."""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    data = tmp_path_factory.mktemp("outage") / "data"
    with Stack(data, extra_env={"BOT_PACE": "0.05"}) as stack:
        site = Site(stack)
        known = "SELECT 1 FROM play_signoflife WHERE name = 'site'"
        wait_for(lambda: site.rows(known), 30, "the first sweep")
        yield site


@pytest.fixture
def player(site):
    person = Player(site, DECISION_SECONDS)
    person.to_play()
    yield person
    person.close()


def begin_short_turn(player):
    """The person's turn, of which TURN seconds are left from now; the deal, and the form of a play."""
    deal, form = player.turn()
    player.site.rows(
        "UPDATE play_match SET phase_began_at = clock_timestamp(),"
        " deadline = clock_timestamp() + make_interval(secs => %s), banks[1] = 0 WHERE id = %s",
        TURN,
        deal.id,
    )
    wait_for(lambda: seconds_left(player) > TURN - 3, 10, "the deadline to be set")
    return deal, form


def seconds_left(player):
    [[left]] = player.site.rows(
        "SELECT extract(epoch FROM deadline - clock_timestamp())::float8 FROM play_match WHERE id = %s",
        player.match,
    )
    return left


def assert_nothing_was_lost(player, deal, form):
    """The turn is still the person's, with about what was left of it, and is then played."""
    wait_for(lambda: seconds_left(player) > 1, 20, "the deadline to be put off")
    now = player.site.deal(player.match)
    assert [move.by for move in now.moves[deal.version :] if move.seat == SEAT] == []
    [[missed_turns]] = player.site.rows(
        "SELECT missed_turns[1] FROM play_match WHERE id = %s", player.match
    )
    assert missed_turns == 0
    assert player.send(form).status_code == 200
    played = player.wait_for_moves(deal.version, "player")
    assert played.moves[deal.version].by == "player"
    played.assert_sound()


def test_a_site_stopped_and_started_after_the_deadline_gives_the_turn_back(site, player):
    deal, form = begin_short_turn(player)
    site.stack.close()
    time.sleep(AWAY)
    site.stack.start()
    assert_nothing_was_lost(player, deal, form)
    [[outages]] = site.rows("SELECT count(*) FROM play_outage WHERE ended_at - began_at > '9 s'")
    assert outages >= 1


def test_a_web_process_that_is_away_for_long_gives_the_turn_back(site, player):
    deal, form = begin_short_turn(player)
    with site.nobody_restarts():
        pid = site.stack.kill("web")
        time.sleep(AWAY)
        assert site.deal(player.match).version == deal.version
    site.stack.wait_restarted("web", pid)
    assert_nothing_was_lost(player, deal, form)


def test_a_clock_that_is_away_for_long_gives_the_turn_back(site, player):
    deal, form = begin_short_turn(player)
    worker = site.stack.processes["clock"]
    with site.nobody_restarts():
        os.kill(worker, signal.SIGKILL)
        time.sleep(AWAY)
    site.stack.wait_restarted("clock", worker)
    assert_nothing_was_lost(player, deal, form)
