"""Talk on the sockets of a table: who hears what, when it is said and when somebody comes back."""

import asyncio
import re
from zoneinfo import ZoneInfo

import pytest
from channels.db import database_sync_to_async
from django.test import Client
from django.urls import reverse

from games.chat.models import Message
from games.chat.selectors import latest_lines, lines_after
from games.play.models import Seat, Table
from games.play.services import broadcast, chat

pytestmark = [pytest.mark.live, pytest.mark.django_db(transaction=True)]

WAIT_SECONDS = 15.0


@database_sync_to_async
def send(table, user, **data):
    client = Client()
    client.force_login(user)
    answer = client.post(
        reverse("chat", args=[table.code]), data, headers={"HX-Request": "true", "X-Live": "1"}
    )
    assert answer.status_code == 200, answer.content.decode()
    return Message.objects.filter(author_id=user.id).order_by("id").last()


def heard(browser):
    """The words that a browser shows after all its frames, in their order."""
    words: list[str] = []
    for frame in browser.frames:
        for style, items in re.findall(
            r'<ol hx-swap-oob="(\w+):#talk-lines">(.*?)</ol>', frame, re.DOTALL
        ):
            words = [] if style == "innerHTML" else words
            words += re.findall(r'<span class="words">.*?<bdi>(.*?)</bdi></span>', items)
    return words


async def hear(browser, *words):
    """Wait until a browser shows these words, and nothing else of what is said."""
    async with asyncio.timeout(WAIT_SECONDS):
        while heard(browser) != list(words):
            await browser.next_frame(within=WAIT_SECONDS)


@pytest.fixture
def watchers(make_user, transactional_db):
    """Two people who hold no seat."""
    return [make_user(name) for name in ("看客", "闲人")]


async def test_players_hear_players_and_watchers_hear_everybody(dealt, connect, watchers):
    table, _, people = dealt
    async with (
        connect(table.code, people[0]) as first,
        connect(table.code, people[3]) as second,
        connect(table.code, watchers[0]) as watcher,
        connect(table.code) as stranger,
    ):
        await send(table, people[0], say="大家好", to="seats")
        await send(table, watchers[1], say="谁会赢", to="watchers")
        await send(table, people[3], phrase="nice", to="seats")
        await hear(watcher, "大家好", "谁会赢", "打得漂亮！")
        for browser in (first, second, stranger):
            await hear(browser, "大家好", "打得漂亮！")
        everything = "".join(first.frames + second.frames + stranger.frames)
        assert "谁会赢" not in everything
        assert "看客" not in everything


async def test_an_author_sees_their_line_as_their_own_and_the_others_with_their_name_and_seat(
    dealt, connect
):
    table, _, people = dealt
    async with connect(table.code, people[0]) as mine, connect(table.code, people[1]) as theirs:
        line = await send(table, people[0], say="大家好", to="seats")
        await hear(mine, "大家好")
        await hear(theirs, "大家好")
        assert f'id="talk-{line.id}" class="line words t0 mine" data-seat="0"' in mine.frames[-1]
        assert f'id="talk-{line.id}" class="line words t0" data-seat="0"' in theirs.frames[-1]
        assert "<bdi>安</bdi>" in theirs.frames[-1]


async def test_a_line_moves_no_part_of_the_table(dealt, connect):
    table, match, people = dealt
    async with connect(table.code, people[0]) as browser:
        await browser.settle()
        browser.frames.clear()
        await send(table, people[1], say="大家好", to="seats")
        await hear(browser, "大家好")
        assert 'id="r-' not in "".join(browser.frames)
    version = match.version
    await database_sync_to_async(match.refresh_from_db)()
    assert match.version == version


async def test_news_of_chat_carry_no_words(dealt, connect, monkeypatch):
    table, _, people = dealt
    sent = []
    group_send = broadcast._send

    async def spy(group, message):
        sent.append(message)
        await group_send(group, message)

    monkeypatch.setattr(broadcast, "_send", spy)
    async with connect(table.code, people[1]) as browser:
        line = await send(table, people[0], say="大家好", to="seats")
        await hear(browser, "大家好")
    assert {"type": "table.chat", "table": table.id, "chat": line.id} in sent
    assert all(set(message) <= {"type", "table", "chat", "user"} for message in sent)


async def test_who_was_away_is_shown_what_was_said_meanwhile_and_nothing_twice(dealt, connect):
    table, _, people = dealt
    async with connect(table.code, people[0]) as before, connect(table.code, people[1]) as stays:
        await send(table, people[1], say="头一句", to="seats")
        await hear(before, "头一句")
        await hear(stays, "头一句")
    await send(table, people[1], say="不在时说的", to="seats")
    async with connect(table.code, people[0]) as again:
        await hear(again, "头一句", "不在时说的")
        assert 'hx-swap-oob="innerHTML:#talk-lines"' in "".join(again.frames)
        await send(table, people[1], say="回来后说的", to="seats")
        await hear(again, "头一句", "不在时说的", "回来后说的")


async def test_who_comes_while_others_sit_changes_nothing_on_their_screens(dealt, connect):
    table, _, people = dealt
    async with connect(table.code, people[1]) as stays:
        await send(table, people[0], say="头一句", to="seats")
        await hear(stays, "头一句")
        async with connect(table.code, people[0]) as late:
            await hear(late, "头一句")
            await send(table, people[0], say="第二句", to="seats")
            await hear(late, "头一句", "第二句")
        await hear(stays, "头一句", "第二句")


async def test_a_muted_players_lines_reach_everybody_but_the_muter(dealt, connect):
    table, _, people = dealt
    loud, hurt, other = people[:3]
    async with (
        connect(table.code, loud) as own,
        connect(table.code, hurt) as muter,
        connect(table.code, other) as third,
    ):
        line = await send(table, loud, say="吵", to="seats")
        await hear(muter, "吵")
        await send(table, hurt, mute=str(line.id))
        await send(table, loud, say="更吵", to="seats")
        await send(table, other, say="安静点", to="seats")
        await hear(muter, "吵", "安静点")
        await hear(third, "吵", "更吵", "安静点")
        await hear(own, "吵", "更吵", "安静点")
        assert "更吵" not in "".join(muter.frames)
    async with connect(table.code, hurt) as back:
        await hear(back, "安静点")


async def test_who_sits_down_hears_the_watchers_no_more_from_that_moment_on(
    make_user, connect, watchers
):
    from games.play.services import seats

    host = await database_sync_to_async(make_user)("安")
    table = await database_sync_to_async(seats.open_table)(user=host, ruleset="gouji")
    changing, stays = watchers
    async with connect(table.code, changing) as browser, connect(table.code, stays) as watcher:
        await send(table, stays, say="坐下之前", to="watchers")
        await hear(browser, "坐下之前")
        await database_sync_to_async(seats.sit)(table_id=table.id, user=changing, number=2)
        await send(table, stays, say="坐下之后", to="watchers")
        await send(table, host, say="欢迎", to="seats")
        await hear(watcher, "坐下之前", "坐下之后", "欢迎")
        await hear(browser, "坐下之前", "欢迎")
        await database_sync_to_async(Seat.objects.filter(user=changing).update)(user=None)
        await send(table, host, say="回见", to="seats")
        await send(table, stays, say="起来之后", to="watchers")
        await hear(browser, "坐下之前", "欢迎", "回见", "起来之后")


async def test_a_line_whose_news_was_lost_is_found_by_the_comparison(dealt, connect, monkeypatch):
    table, _, people = dealt
    async with connect(table.code, people[1]) as browser:
        await send(table, people[0], say="头一句", to="seats")
        await hear(browser, "头一句")
        monkeypatch.setattr(broadcast, "chat_changed", lambda table_id, number: None)
        await send(table, people[0], say="没有消息", to="seats")
        await hear(browser, "头一句", "没有消息")


async def test_the_first_line_of_a_table_is_found_too_where_its_news_was_lost(
    dealt, connect, monkeypatch
):
    table, _, people = dealt
    monkeypatch.setattr(broadcast, "chat_changed", lambda table_id, number: None)
    async with connect(table.code, people[1]) as browser:
        await browser.settle()
        await send(table, people[0], say="没有消息", to="seats")
        await hear(browser, "没有消息")


async def test_a_hidden_line_leaves_the_screens(dealt, connect):
    table, _, people = dealt
    async with connect(table.code, people[1]) as browser:
        kept = await send(table, people[0], say="好好说话", to="seats")
        gone = await send(table, people[2], say="难听的话", to="seats")
        await hear(browser, "好好说话", "难听的话")
        for line, left in ((gone, ["好好说话"]), (kept, [])):
            await database_sync_to_async(chat.hide_line)(line.id)
            await hear(browser, *left)


async def test_what_cannot_be_read_now_is_read_at_the_next_comparison(
    dealt, connect, monkeypatch, caplog
):
    from games.play.sockets import chat_feed

    caplog.set_level("CRITICAL")
    table, _, people = dealt
    async with connect(table.code, people[1]) as browser:
        await send(table, people[0], say="头一句", to="seats")
        await hear(browser, "头一句")
        failures = iter([True])

        def fail_once(*args):
            if next(failures, False):
                raise RuntimeError("the database is away")
            return lines_after(*args)

        monkeypatch.setattr(chat_feed, "lines_after", fail_once)
        await send(table, people[0], say="第二句", to="seats")
        await hear(browser, "头一句", "第二句")


async def test_watchers_hear_the_seats_as_late_as_they_see_them_and_each_other_at_once(
    dealt, connect, watchers
):
    table, _, people = dealt
    await database_sync_to_async(Table.objects.filter(id=table.id).update)(watch_delay=2)
    async with (
        connect(table.code, people[1]) as player,
        connect(table.code, watchers[0]) as watcher,
    ):
        await send(table, people[0], say="刚才那手", to="seats")
        await send(table, watchers[1], say="怎么样", to="watchers")
        await hear(player, "刚才那手")
        await hear(watcher, "怎么样")
        await hear(watcher, "怎么样", "刚才那手")


async def test_a_line_that_is_hidden_before_watchers_may_hear_it_is_never_heard_and_the_others_once(
    dealt, connect, watchers
):
    table, _, people = dealt
    await database_sync_to_async(Table.objects.filter(id=table.id).update)(watch_delay=3)
    async with (
        connect(table.code, people[1]) as player,
        connect(table.code, watchers[0]) as watcher,
    ):
        gone = await send(table, people[0], say="难听的话", to="seats")
        await send(table, people[2], say="好好说话", to="seats")
        await hear(player, "难听的话", "好好说话")
        await database_sync_to_async(chat.hide_line)(gone.id)
        await hear(player, "好好说话")
        await hear(watcher, "好好说话")
        await watcher.settle(0.3)
        assert heard(watcher) == ["好好说话"]


async def test_a_line_is_rendered_in_the_readers_language(dealt, connect):
    from django.utils import translation

    from games.play.sockets.chat_feed import LineRenderer

    table, _, people = dealt
    await send(table, people[0], say="大家好", to="seats")
    (line,) = await database_sync_to_async(latest_lines)(f"table:{table.code}", [])

    class Reader:
        def __init__(self, user_id, language, zone=None):
            self.user_id, self.language, self.zone = user_id, language, zone

        def queue_chat(self, html):
            raise AssertionError

    drawing = LineRenderer()
    for language in ("zh-hans", "en"):
        with translation.override(language):
            word = str(translation.gettext("屏蔽此人"))
        assert word in drawing.lines([line], Reader(people[1].id, language))
        assert word not in drawing.lines([line], Reader(people[0].id, language))
    for name in ("Asia/Tokyo", "America/New_York"):
        zone = ZoneInfo(name)
        shown = drawing.lines([line], Reader(people[1].id, "en", zone))
        assert f">{line.said_at.astimezone(zone):%H:%M}<" in shown
