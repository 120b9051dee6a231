"""Kill -9 in the middle of deals: no move is lost, none is played twice, and the deal goes on."""

import os
import signal
import socket as sockets
import time
from contextlib import closing, suppress

import pytest

from games.engine.registry import game_of
from gouji_site.bench.stored import SEAT
from gouji_site.embedded.stack import Stack
from tests.live.crash_site import DECISION_SECONDS, Player, Site, wait_for

pytestmark = pytest.mark.live

KILLS = [
    ("web",),
    ("bots",),
    ("clock",),
    ("bots", "clock", "beat"),
    ("redis",),
    ("postgres",),
]
HURRY = 1
"""Seconds for a decision where the clock is to act for the person."""
ANSWERED = 4.0
"""A post is answered by then, whatever Redis does."""
COMPARED = 6.0
"""A socket shows by then what no message told it: three times the pause between comparisons."""
TOLD = 0.5
"""A socket shows by then what a message told it."""
IN_A_ROW = 5
"""So many times that soon is no chance: comparing alone takes up to two seconds."""
BROKEN = 1006
"""The code of a connection that ended without a goodbye."""
BOT_LOST_AFTER = 5.0
"""A bot's turn that has been waiting for so long is started again by the sweep."""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    data = tmp_path_factory.mktemp("crashes") / "data"
    with Stack(data, discard=True, extra_env={"BOT_PACE": "0.05"}) as stack:
        yield Site(stack)


@pytest.fixture
def seat_player(site):
    """A function that seats a guest with five bots, and plays until cards are laid."""
    players = []

    def seat():
        player = Player(site, DECISION_SECONDS)
        players.append(player)
        player.to_play()
        return player

    yield seat
    for player in players:
        player.close()


def assert_kept(before, now):
    """All moves of ``before`` are still there and the same, and all of ``now`` make its state."""
    now.assert_sound()
    assert now.moves[: before.version] == before.moves


def assert_goes_on(player, before):
    """Nothing of ``before`` is lost, and bots, the clock and the person move on from here."""
    now = player.wait_for_moves(before.version)
    assert_kept(before, now)
    player.wait_for_moves(now.version, "bot", "clock")
    player.give(DECISION_SECONDS)
    player.answer(now.version)
    assert_kept(now, player.wait_for_moves(now.version, "bot", "clock", "player"))


def answered(player):
    """The deal when a move of the person's has just been answered, and a bot is about to move.

    From here on the clock is quick to act for them.
    """
    _, form = player.turn()
    player.give(HURRY)
    assert player.send(form).status_code == 200
    return player.deal()


@pytest.mark.parametrize("names", KILLS, ids="+".join)
def test_a_killed_process_costs_no_move_and_the_deal_goes_on(site, seat_player, names):
    player = seat_player()
    before = answered(player)

    site.kill(*names)

    assert_goes_on(player, before)


def test_killing_everything_at_once_costs_no_move_and_the_deal_goes_on_to_its_end_after_the_start(
    site, seat_player
):
    player = seat_player()
    before = answered(player)

    site.stack.crash()
    site.stack.start()

    assert_goes_on(player, before)
    end = player.to_the_end()
    assert_kept(before, end)
    assert game_of(end.ruleset).outcome(game_of(end.ruleset).load(end.snapshot)) is not None


def test_after_redis_came_back_sockets_are_told_again_and_need_no_comparing(site, seat_player):
    player = seat_player()
    with player.socket() as socket:
        with site.without_redis():
            pass
        waits: list[float] = []
        while len(waits) < IN_A_ROW or max(waits[-IN_A_ROW:]) > TOLD:
            assert len(waits) < 25, waits
            before, form = player.turn()
            socket.wait_for_version(before.last_prompt_version, within=30)
            assert player.send(form).status_code == 200
            shown_at = socket.wait_for_version(before.version + 1, within=30)
            waits.append(shown_at - player.deal().moves[before.version].made_at)


@pytest.mark.parametrize("gone", [Site.without_redis, Site.with_redis_frozen])
def test_a_post_made_without_redis_is_committed_answered_and_shown_by_comparing_versions(
    site, seat_player, gone
):
    player = seat_player()
    before, form = player.turn()
    with player.socket() as socket:
        socket.wait_for_version(before.last_prompt_version, within=30)
        with gone(site):
            began = time.monotonic()
            answer = player.send(form)
            took = time.monotonic() - began
            after = player.deal()
            shown_at = socket.wait_for_version(after.last_prompt_version, within=30)
            assert player.deal() == after

    assert answer.status_code == 200
    assert took < ANSWERED
    assert [(m.seat, m.by) for m in after.moves[before.version :]] == [(SEAT, "player")]
    assert shown_at - after.moves[-1].made_at < COMPARED
    assert_kept(after, player.wait_for_moves(after.version, "bot"))


def test_a_socket_that_opens_while_redis_is_dead_shows_everything_and_what_comes_later(
    site, seat_player
):
    player = seat_player()
    before, form = player.turn()
    with site.without_redis(), player.socket() as socket:
        socket.wait_for_version(before.last_prompt_version, within=30)
        player.assert_fresh(socket)

        player.send(form)
        after = player.deal()
        shown_at = socket.wait_for_version(after.last_prompt_version, within=30)
        player.assert_fresh(socket)

    assert after.version == before.version + 1
    assert shown_at - after.moves[-1].made_at < COMPARED


def test_a_post_whose_answer_was_lost_with_the_web_process_is_played_once_when_sent_again(
    site, seat_player
):
    player = seat_player()
    before, form = player.turn()
    address, request = player.raw(form)
    pid = site.stack.processes["web"]

    with closing(sockets.create_connection(address, timeout=30)) as browser:
        browser.sendall(request)
        wait_for(lambda: site.version(player.match) > before.version, 30, "the commit")
        site.stack.kill("web")
    site.stack.wait_restarted("web", pid, within=60)
    answer = player.send(form)

    assert answer.status_code == 200, answer.text
    next_turn, _ = player.turn()
    assert next_turn.by_person(before.version) == [before.version + 1]
    assert_kept(before, next_turn)


def test_a_post_that_the_web_process_dies_over_before_its_commit_is_played_when_sent_again(
    site, seat_player
):
    player = seat_player()
    before, form = player.turn()
    address, request = player.raw(form)
    pid = site.stack.processes["web"]

    with site.locked(player.match), closing(sockets.create_connection(address)) as browser:
        browser.sendall(request)
        wait_for(site.is_waited_for, 30, "the post to reach the lock")
        site.stack.kill("web")
        site.stack.wait_restarted("web", pid, within=60)
    assert player.deal() == before
    answer = player.send(form)

    assert answer.status_code == 200, answer.text
    next_turn, _ = player.turn()
    assert next_turn.by_person(before.version) == [before.version + 1]
    assert_kept(before, next_turn)


def test_a_page_that_comes_back_after_the_web_process_died_is_sent_the_whole_table(
    site, seat_player
):
    player = seat_player()
    deal, form = player.turn()
    with player.socket() as first:
        first.wait_for_version(deal.last_prompt_version, within=30)
        site.kill("web")
        code = first.wait_closed()
    with player.socket_again() as again:
        again.wait_for_version(deal.last_prompt_version, within=30)
        assert again.frames == 1
        player.assert_fresh(again)
        assert player.send(form).status_code == 200
        again.wait_for_version(deal.version + 1, within=30)

    assert code == BROKEN


def test_a_turn_lost_with_its_worker_and_the_whole_queue_is_recovered_by_the_sweep_alone(
    site, seat_player
):
    player = seat_player()
    before, form = player.turn()
    worker = site.freeze_bots()
    assert player.send(form).status_code == 200
    wait_for(lambda: site.has_reserved("bot_turn"), 30, "the bot's turn to be reserved")
    site.lose_queue_with(worker)

    after = player.wait_for_moves(before.version + 1, "bot")

    mine, recovered = after.moves[before.version : before.version + 2]
    assert (mine.by, recovered.by) == ("player", "bot")
    assert recovered.made_at - mine.made_at >= BOT_LOST_AFTER
    assert_kept(before, player.turn()[0])


def test_a_turn_that_found_no_database_is_taken_once_it_is_back_without_the_sweep(
    site, seat_player
):
    player = seat_player()
    before, form = player.turn()
    thinkers = site.freeze_bots().children()
    assert player.send(form).status_code == 200
    wait_for(lambda: site.has_reserved("bot_turn"), 30, "the bot's turn to be reserved")
    beat = site.stack.processes["beat"]
    with site.nobody_restarts():
        pid = site.stack.kill("postgres")
        os.kill(beat, signal.SIGSTOP)
        for thinker in thinkers:
            thinker.resume()
        wait_for(lambda: site.has_reserved('"retries": 1'), 30, "the turn to be tried again")
    try:
        site.stack.wait_restarted("postgres", pid, within=60)
        after = player.wait_for_moves(before.version + 1, "bot")
        assert site.stack.processes["beat"] == beat
    finally:
        with suppress(ProcessLookupError):
            os.kill(beat, signal.SIGCONT)

    assert_kept(before, after)
    assert [move.by for move in after.moves[before.version : before.version + 2]] == [
        "player",
        "bot",
    ]
