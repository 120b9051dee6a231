"""What reaches the sockets of a table: two seats and a watcher."""

import re
from datetime import timedelta

import pytest
from channels.db import database_sync_to_async
from django.utils import timezone

from games.engine.core.cards import each_card, write_card
from games.engine.registry import game_of
from games.play.models import Match
from games.play.services import broadcast
from games.play.state.selectors import load_state

pytestmark = [pytest.mark.live, pytest.mark.django_db(transaction=True)]

CARD_INPUT = re.compile(r'name="?c"? value="?([3-9TJQKA2sB][CDHS]?[a-d])')


@database_sync_to_async
def hands(match):
    match.refresh_from_db()
    game = game_of(match.ruleset)
    state = load_state(match, game)
    views = [game.view(state, seat) for seat in range(6)]
    owns = [view.own for view in views if view.own is not None]
    return [{write_card(number) for number in each_card(own.hand)} for own in owns]


@database_sync_to_async
def to_act(match):
    match.refresh_from_db()
    game = game_of(match.ruleset)
    state = load_state(match, game)
    return game.to_act(state), game.view(state, None).public.phase, defaults(game, state)


def defaults(game, state):
    return {seat: game.write(action) for seat, action in game.defaults(state)}


async def past_the_opening(match, people, act):
    seats, phase, answers = await to_act(match)
    while phase != "play":
        await act(match, people[seats[0]], answers[seats[0]])
        seats, phase, answers = await to_act(match)
    return seats[0]


async def test_a_new_socket_is_shown_its_own_hand_and_a_watcher_none(dealt, connect):
    table, match, people = dealt
    own = await hands(match)
    async with (
        connect(table.code, people[0]) as first,
        connect(table.code, people[1]) as second,
        connect(table.code) as watcher,
    ):
        shown = [set(CARD_INPUT.findall(await b.next_frame())) for b in (first, second, watcher)]
    assert shown == [own[0], own[1], set()]


async def test_a_play_reaches_everybody_and_only_its_owner_gets_a_new_hand(dealt, connect, act):
    table, match, people = dealt
    leader = await past_the_opening(match, people, act)
    other = (leader + 1) % 6
    async with (
        connect(table.code, people[leader]) as mine,
        connect(table.code, people[other]) as theirs,
        connect(table.code) as watcher,
    ):
        for browser in (mine, theirs, watcher):
            await browser.settle()
            browser.frames.clear()
        text = (await to_act(match))[2][leader]
        card = text.removeprefix("play ")
        version = await act(match, people[leader], text)
        frames = [await browser.next_frame() for browser in (mine, theirs, watcher)]
    for frame in frames:
        assert f"{match.id}-{version}" in frame
    assert ['id="r-hand"' in frame for frame in frames] == [True, False, False]
    assert card not in CARD_INPUT.findall(frames[0])


async def test_no_frame_ever_holds_a_card_of_another_hand(dealt, connect, act):
    table, match, people = dealt
    held = await hands(match)
    leader = await past_the_opening(match, people, act)
    laid = (await to_act(match))[2][leader].removeprefix("play ")
    async with connect(table.code, people[0]) as first, connect(table.code) as watcher:
        await act(match, people[leader], f"play {laid}")
        frames = [(await first.settle(), held[0]), (await watcher.settle(), set())]
    for seen, hand in frames:
        text = "".join(seen)
        assert text
        shown = set(re.findall(r'[=">-]([3-9TJQKA2sB][CDHS]?[a-d])[ ">]', text))
        assert shown >= hand - {laid}
        assert {card for each in held for card in each} & shown <= hand | {laid}


async def test_a_socket_that_missed_the_news_is_caught_up_by_the_comparison(
    dealt, connect, act, monkeypatch
):
    table, match, people = dealt
    leader = await past_the_opening(match, people, act)
    text = (await to_act(match))[2][leader]
    async with connect(table.code) as watcher:
        await watcher.settle()
        monkeypatch.setattr("games.play.services.broadcast.table_changed", lambda table_id: None)
        version = await act(match, people[leader], text)
        frame = await watcher.next_frame(within=6)
    assert f"{match.id}-{version}" in frame


async def test_a_socket_from_another_site_is_refused(dealt, connect):
    table, _, people = dealt
    async with connect(table.code, people[0], origin=b"https://evil.example") as browser:
        assert not browser.connected


async def test_a_socket_on_a_table_that_does_not_exist_is_closed(db, connect):
    async with connect("nowhere") as browser:
        assert await browser.closed() == 4404


async def test_signing_out_ends_the_users_sockets(dealt, connect):
    from django.contrib.auth.signals import user_logged_out

    table, _, people = dealt
    async with connect(table.code, people[0]) as browser:
        await browser.settle()
        await database_sync_to_async(user_logged_out.send)(sender=None, user=people[0])
        assert await browser.closed() == 1012


async def test_a_new_password_ends_the_users_sockets_and_those_of_nobody_else(dealt, connect):
    from allauth.account.signals import password_changed

    table, _, people = dealt
    async with (
        connect(table.code, people[0]) as browser,
        connect(table.code, people[1]) as other,
    ):
        await browser.settle()
        await other.settle()
        await database_sync_to_async(password_changed.send)(
            sender=None, request=None, user=people[0]
        )
        assert await browser.closed() == 1012
        assert await other.socket.receive_nothing()


async def test_deactivating_an_account_ends_its_sockets_at_once_and_those_of_nobody_else(
    dealt, connect
):
    table, _, people = dealt
    async with (
        connect(table.code, people[0]) as browser,
        connect(table.code, people[1]) as other,
    ):
        await browser.settle()
        await other.settle()
        people[0].is_active = False
        await database_sync_to_async(people[0].save)(update_fields=["is_active"])
        while (message := await browser.socket.receive_output(5))["type"] == "websocket.send":
            assert "r-" in message["text"]  # the table as it is with a bot in the seat
        assert (message["type"], message["code"]) == ("websocket.close", 1012)
        await other.settle()
    async with connect(table.code, people[0]) as again:
        frames = "".join(await again.settle())
        assert 'name="c"' not in frames  # as a watcher without a hand


async def test_under_an_embargo_sockets_are_for_seats_alone(dealt, connect, act):
    table, match, people = dealt
    later = timezone.now() + timedelta(hours=1)
    async with connect(table.code) as watcher, connect(table.code, people[0]) as player:
        await watcher.settle()
        await player.settle()
        await database_sync_to_async(Match.objects.filter(id=match.id).update)(embargo_until=later)
        broadcast.table_changed(table.id)
        assert await watcher.closed() == 4403
        assert await player.socket.receive_nothing()
        async with connect(table.code) as another:
            assert await another.closed() == 4403  # before any frame


async def test_a_socket_elsewhere_is_refused_without_a_failure(db, connect):
    for code in ("x/y", "\x00"):
        async with connect(code) as browser:
            assert not browser.connected or await browser.closed() == 4404


async def test_what_a_browser_sends_over_the_socket_is_no_action(dealt, connect, act):
    table, match, people = dealt
    async with connect(table.code, people[0]) as browser:
        await browser.settle()
        await browser.say('{"do": "done", "seen": "1-1"}')
        await browser.settle()
    await database_sync_to_async(match.refresh_from_db)()
    assert match.version == 1


async def test_an_oversized_frame_ends_the_socket(dealt, connect):
    table, _, people = dealt
    async with connect(table.code, people[0]) as browser:
        await browser.settle()
        await browser.say("x" * 5000)
        assert await browser.closed() == 1012


async def test_the_parts_that_came_one_by_one_are_those_of_a_fresh_page(dealt, connect, act):
    table, match, people = dealt
    async with connect(table.code, people[0]) as old:
        await old.settle()
        for _ in range(3):
            await past_the_opening(match, people, act)
            for seat, text in (await to_act(match))[2].items():
                await act(match, people[seat], text)
        await old.settle()
        async with connect(table.code, people[0]) as fresh:
            await fresh.settle()
    assert latest_parts(old.frames) == latest_parts(fresh.frames)


def latest_parts(frames):
    parts = {}
    for frame in frames:
        starts = [match.start() for match in re.finditer(r'<\w+ id="?r-', frame)]
        for start, end in zip(starts, [*starts[1:], len(frame)], strict=True):
            part = frame[start:end].strip()
            found = re.match(r'<\w+ id="?(r-[\w-]+)', part)
            assert found
            parts[found[1]] = part
    return parts


async def test_a_sealed_answer_shows_on_nobody_elses_screen(dealt, connect, act):
    table, match, people = dealt
    async with connect(table.code, people[1]) as other, connect(table.code) as watcher:
        for browser in (other, watcher):
            await browser.settle()
            browser.frames.clear()
        await act(match, people[0], "stay")
        assert [await browser.settle(3) for browser in (other, watcher)] == [[], []]
