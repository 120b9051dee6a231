"""Who is here, expected back or away; and who is signed in no longer. Two houses of rooms are two web processes."""

import asyncio
import time
from zoneinfo import ZoneInfo

import pytest
from channels.db import database_sync_to_async
from django.contrib.sessions.models import Session
from django.db import connection, transaction

from games.play.models import Match, Seat, Table
from games.play.services import seats
from games.play.services.presence import keep_here, let_go, settle_presence
from games.play.sockets import consumers, presence_tracker
from games.play.sockets.hubs import TableHubs, hubs
from games.play.sockets.session_check import SignIn

pytestmark = [pytest.mark.live, pytest.mark.django_db(transaction=True)]


class Tab:
    """A socket as a room sees it."""

    language = "zh-hans"
    zone: ZoneInfo | None = None
    sign_in: SignIn | None = None

    def __init__(self, user):
        self.user_id: int | None = user.id

    def queue_update(self, parts):
        pass

    def queue_chat(self, html):
        pass

    def close_signed_out(self):
        raise AssertionError("nobody has signed out")

    def close_refused(self):
        raise AssertionError("everybody may look")


@pytest.fixture(autouse=True)
def _short_grace(monkeypatch):
    monkeypatch.setattr(presence_tracker, "DISCONNECT_GRACE_SECONDS", 0.3)
    monkeypatch.setattr(presence_tracker, "CHECK_SECONDS", 0.05)


def seen(table, number=0):
    return Seat.objects.get(table=table, number=number).presence


def version(table):
    return Table.objects.get(id=table.id).version


aseen = database_sync_to_async(seen)
aversion = database_sync_to_async(version)


async def until(holds, within=15):
    """Wait until an asynchronous condition holds."""
    deadline = time.monotonic() + within
    while not await holds():
        assert time.monotonic() < deadline
        await asyncio.sleep(0.03)


def is_seen(table, what):
    async def holds():
        return await aseen(table) == what

    return holds


def is_settled(table_hubs):
    async def holds():
        return not table_hubs._presence._gone and not table_hubs._presence._unwritten

    return holds


@database_sync_to_async
def written(sql, *values):
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


def age(table, seconds):
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE play_seat SET seen_at = now() - make_interval(secs => %s) WHERE table_id = %s",
            [seconds, table.id],
        )


async def test_whose_last_socket_goes_is_expected_back_and_everybody_is_told(dealt, connect):
    table, match, people = dealt
    before = await database_sync_to_async(Match.objects.get)(id=match.id)
    async with connect(table.code) as watcher:
        await watcher.next_frame()
        async with (
            connect(table.code, people[0]) as first,
            connect(table.code, people[0]) as second,
        ):
            await first.next_frame()
            await second.next_frame()
        frame = await watcher.next_frame()
        assert await aseen(table) == "back"
        assert "重连中" in frame
        assert 'id="r-seat-0"' in frame
        assert 'name="seen"' not in frame
        async with connect(table.code, people[0]) as again:
            await again.next_frame()
            assert "重连中" not in await watcher.next_frame()
            assert await aseen(table) == "here"
    after = await database_sync_to_async(Match.objects.get)(id=match.id)
    assert (after.version, after.deadline) == (before.version, before.deadline)


async def test_a_socket_in_another_process_keeps_a_user_here(dealt, monkeypatch, found_at):
    monkeypatch.setattr(
        presence_tracker, "DISCONNECT_GRACE_SECONDS", 2.0
    )  # the other process has to answer within it
    table, _, people = dealt
    one, other = TableHubs(), TableHubs()
    first, second = Tab(people[0]), Tab(people[0])
    await one.enter(await found_at(table), first)
    await other.enter(await found_at(table), second)
    await until(lambda: asyncio.sleep(0, one._channel and other._channel))
    before = await aversion(table)
    await asyncio.sleep(0.1)

    await one.leave(table.id, first)
    await until(is_settled(one))
    assert (await aseen(table), await aversion(table)) == ("here", before)

    await other.leave(table.id, second)
    await until(is_seen(table, "back"))
    assert await aversion(table) == before + 1


async def test_a_page_that_loads_again_is_not_seen_to_go(dealt, monkeypatch, found_at):
    monkeypatch.setattr(presence_tracker, "DISCONNECT_GRACE_SECONDS", 60)
    table, _, people = dealt
    table_hubs = TableHubs()
    before = await aversion(table)
    for tab in (Tab(people[0]), Tab(people[0])):
        await table_hubs.enter(await found_at(table), tab)
        await table_hubs.leave(table.id, tab)
        await table_hubs.leave(table.id, tab)
    assert len(table_hubs._presence._gone) == 1
    await table_hubs.enter(await found_at(table), Tab(people[0]))
    await until(is_settled(table_hubs))
    assert (await aseen(table), await aversion(table)) == ("here", before)


async def test_a_table_that_is_being_written_holds_no_socket_up_and_is_told_later(dealt, connect):
    table, _, people = dealt
    locked, done = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    def hold():
        with transaction.atomic():
            Table.objects.select_for_update().get(id=table.id)
            loop.call_soon_threadsafe(locked.set)
            asyncio.run_coroutine_threadsafe(done.wait(), loop).result(30)

    holding = asyncio.create_task(database_sync_to_async(hold, thread_sensitive=False)())
    await locked.wait()
    async with connect(table.code, people[0]) as browser:
        assert 'id="r-hand"' in await browser.next_frame()
    tracker = hubs()._presence
    await asyncio.sleep(1)
    assert (table.id, people[0].id) in tracker._gone
    assert await aseen(table) == "here"
    done.set()
    await holding
    await until(is_seen(table, "back"))


async def test_who_was_taken_for_gone_is_here_again_while_a_socket_is_open(
    dealt, connect, monkeypatch
):
    monkeypatch.setattr(presence_tracker, "REPORT_SECONDS", 0.2)
    table, _, people = dealt
    async with connect(table.code, people[0]) as browser:
        await browser.next_frame()
        await written("UPDATE play_seat SET presence = 'away' WHERE table_id = %s", table.id)
        await until(is_seen(table, "here"))
        assert await aseen(table, 1) == "away"


def test_whom_no_process_keeps_here_is_expected_back_and_then_away(dealt):
    table, _, people = dealt
    before = version(table)
    settle_presence()
    assert version(table) == before
    age(table, 46)
    keep_here([(table.id, people[0].id)])
    settle_presence()
    assert [seen(table, number) for number in range(6)] == ["here", *["back"] * 5]
    assert version(table) == before + 1
    settle_presence()
    assert version(table) == before + 1
    age(table, 61)
    settle_presence()
    settle_presence()
    assert {seen(table, number) for number in range(6)} == {"away"}
    assert version(table) == before + 3


def test_a_bot_has_no_presence_and_a_new_holder_is_here(db, make_user):
    host, guest = make_user("安"), make_user("柏")
    table = seats.open_table(user=host, ruleset="gouji(games=1)")
    age(table, 100)
    settle_presence()
    seats.sit(table_id=table.id, user=guest, number=1)
    assert [seen(table, number) for number in (0, 1)] == ["back", "here"]
    seats.sit(table_id=table.id, user=host, number=2)
    assert [seen(table, number) for number in (0, 2)] == ["away", "back"]
    seats.add_bots(table_id=table.id, user=guest)
    age(table, 0)
    before = version(table)
    Seat.objects.filter(table=table).exclude(bot="").update(presence="here", seen_at=None)
    settle_presence()
    assert version(table) == before


def test_who_was_seen_after_their_socket_went_is_here(dealt):
    table, _, people = dealt
    pair = (table.id, people[0].id)
    before = version(table)
    at = time.monotonic()
    time.sleep(0.01)
    keep_here([pair])
    assert let_go({pair: at}) == set()
    assert (seen(table), version(table)) == ("here", before)
    assert let_go({pair: time.monotonic()}) == set()
    assert (seen(table), version(table)) == ("back", before + 1)
    let_go({pair: time.monotonic()})
    assert version(table) == before + 1


def test_whoever_only_watches_changes_nothing(dealt, make_user):
    table, _, _ = dealt
    pair = (table.id, make_user("看客").id)
    before = version(table)
    assert keep_here([pair, (0, 0)]) == set()
    assert let_go({pair: time.monotonic()}) == set()
    assert version(table) == before


async def test_a_socket_whose_sign_in_ended_unheard_is_ended_all_the_same(dealt, connect):
    table, _, people = dealt
    async with (
        connect(table.code, people[0]) as signed_out,
        connect(table.code, people[1]) as changed,
        connect(table.code, people[2]) as other,
        connect(table.code) as watcher,
    ):
        for browser in (signed_out, changed, other, watcher):
            await browser.next_frame()
        await hubs()._recheck()
        held = [socket.sign_in for socket in hubs()._hubs[table.id].sockets if socket.sign_in]
        keys = [each.session_key for each in held if each.user_id == people[0].id]
        session = Session.objects.filter(session_key__in=keys)
        await database_sync_to_async(session.delete)()
        people[1].set_password("neues Wort 17")
        await database_sync_to_async(people[1].save)()
        await hubs()._recheck()
        assert await signed_out.closed() == consumers.COME_BACK
        assert await changed.closed() == consumers.COME_BACK
        assert await other.socket.receive_nothing()
        assert await watcher.socket.receive_nothing()


async def test_a_browser_that_asks_whether_we_are_there_is_answered(dealt, connect):
    table, _, people = dealt
    async with connect(table.code, people[0]) as browser:
        await browser.settle()
        await browser.say(consumers.PROBE)
        assert await browser.next_frame() == consumers.HEARTBEAT
        await browser.say("what else?")
        assert await browser.socket.receive_nothing()
