"""What the sockets of a table share, when people come, go and sit still at awkward moments."""

import asyncio
import logging
import time
from zoneinfo import ZoneInfo

import pytest
from channels.db import database_sync_to_async
from django.db import OperationalError

from games.play.models import Match, Table
from games.play.services import seats
from games.play.sockets import consumers, hubs, table_hub
from games.play.sockets.hubs import TableHubs
from games.play.state.table_state import load

pytestmark = [pytest.mark.live, pytest.mark.django_db(transaction=True)]


class Viewer:
    """A socket as a room sees it."""

    user_id = None
    language = "zh-hans"
    zone: ZoneInfo | None = None
    sign_in = None

    def __init__(self):
        self.rendered = []

    def queue_update(self, parts):
        self.rendered.append(parts)

    def queue_chat(self, html):
        pass

    def close_signed_out(self):
        raise AssertionError("nobody has signed out")

    def close_refused(self):
        raise AssertionError("everybody may look")


class Reading:
    """The reading of tables, which may be made to fail a number of times."""

    def __init__(self, monkeypatch):
        self.read = load
        self.failures = 0
        monkeypatch.setattr(table_hub, "load", self)

    def __call__(self, *args):
        if self.failures:
            self.failures -= 1
            raise OperationalError("the database is away")
        return self.read(*args)


@pytest.fixture
def reading(monkeypatch):
    """How rooms read tables, to be made to fail."""
    return Reading(monkeypatch)


@pytest.fixture
async def table_hubs():
    """The rooms of one process, without their news."""
    made = TableHubs()
    made._running = True
    return made


async def test_who_comes_while_another_comes_and_goes_still_hears_what_changes(
    dealt, table_hubs, monkeypatch, found_at
):
    table, _, _ = dealt
    slow = asyncio.Event()

    async def join(table_id):
        await slow.wait()

    monkeypatch.setattr(table_hubs, "_join", join)
    first, second = Viewer(), Viewer()
    coming = asyncio.create_task(table_hubs.enter(await found_at(table), first))
    await asyncio.sleep(0)
    await table_hubs.enter(await found_at(table), second)
    await table_hubs.leave(table.id, second)
    slow.set()
    await coming
    assert first in table_hubs._hubs[table.id].sockets


async def test_a_socket_that_could_not_be_shown_the_table_leaves_nothing_behind(
    dealt, table_hubs, reading, found_at
):
    table, _, _ = dealt
    reading.failures = 1
    with pytest.raises(OperationalError):
        await table_hubs.enter(await found_at(table), Viewer())
    assert not table_hubs._hubs[table.id].sockets
    await _long_after(table_hubs, table)
    assert not table_hubs._hubs


async def _long_after(table_hubs, table):
    """Let the house believe that a table's last socket left long ago."""
    table_hubs._hubs[table.id].left_at -= hubs.KEPT_SECONDS
    await table_hubs._close_empty()


async def test_a_room_that_all_have_left_is_there_for_who_comes_back_soon_and_closed_later(
    dealt, table_hubs, found_at
):
    table, _, _ = dealt
    first, second = Viewer(), Viewer()
    await table_hubs.enter(await found_at(table), first)
    hub = table_hubs._hubs[table.id]
    await table_hubs.leave(table.id, first)
    await table_hubs._close_empty()
    assert table_hubs._hubs[table.id] is hub
    await table_hubs.enter(await found_at(table), second)
    assert second.rendered[-1] == first.rendered[-1]
    await _long_after(table_hubs, table)
    assert table_hubs._hubs[table.id] is hub
    await table_hubs.leave(table.id, second)
    await _long_after(table_hubs, table)
    assert not table_hubs._hubs


async def test_who_finds_the_table_as_the_room_knows_it_is_shown_that_without_a_reading(
    dealt, table_hubs, reading, found_at
):
    table, _, people = dealt
    first, second = Viewer(), Viewer()
    first.user_id = second.user_id = people[2].id
    await table_hubs.enter(await found_at(table), first)
    reading.failures = 1
    await table_hubs.enter(await found_at(table), second)
    assert second.rendered == first.rendered
    assert len(second.rendered[0]["hand"]) > 1000


async def test_who_finds_the_table_changed_is_shown_the_change_and_so_are_the_others(
    dealt, table_hubs, act, found_at
):
    table, _, people = dealt
    match = await database_sync_to_async(Match.objects.get)(table=table)
    first, second = Viewer(), Viewer()
    await table_hubs.enter(await found_at(table), first)
    for user in people:
        await act(match, user, "stay")
    await table_hubs.enter(await found_at(table), second)
    assert second.rendered[-1]["version"] != first.rendered[0]["version"]
    assert first.rendered[-1]["version"] == second.rendered[-1]["version"]


async def test_who_comes_while_the_room_reads_waits_for_what_it_reads(
    dealt, table_hubs, act, found_at
):
    table, match, people = dealt
    first, second = Viewer(), Viewer()
    before = await found_at(table)
    await table_hubs.enter(before, first)
    hub = table_hubs._hubs[table.id]
    for user in people:
        await act(match, user, "stay")
    async with hub._lock:
        coming = asyncio.create_task(table_hubs.enter(before, second))
        await asyncio.sleep(0.05)
        assert not second.rendered
    await coming
    assert second.rendered[-1]["version"] != first.rendered[0]["version"]


async def test_a_watcher_of_a_delayed_table_is_shown_the_past_however_they_come(
    dealt, table_hubs, found_at
):
    table, _, people = dealt
    await database_sync_to_async(Table.objects.filter(id=table.id).update)(watch_delay=60)
    player, watcher = Viewer(), Viewer()
    player.user_id = people[0].id
    await table_hubs.enter(await found_at(table), player)
    await table_hubs.enter(await found_at(table), watcher)
    assert watcher.rendered[-1]["version"] != player.rendered[-1]["version"]


async def test_who_comes_back_is_shown_what_changed_while_nobody_was_there(
    dealt, table_hubs, act, found_at
):
    table, match, people = dealt
    first, second = Viewer(), Viewer()
    await table_hubs.enter(await found_at(table), first)
    await table_hubs.leave(table.id, first)
    for user in people:
        await act(match, user, "stay")
    await table_hubs._compare()
    assert len(first.rendered) == 1
    await table_hubs.enter(await found_at(table), second)
    assert second.rendered[-1]["version"] != first.rendered[-1]["version"]


async def test_who_comes_while_their_empty_room_is_being_closed_still_hears_the_news(
    dealt, table_hubs, monkeypatch, found_at
):
    table, _, _ = dealt
    first, second, joined = Viewer(), Viewer(), []

    async def part(table_id):
        await table_hubs.enter(await found_at(table), second)

    async def join(table_id):
        joined.append(table_id)

    await table_hubs.enter(await found_at(table), first)
    await table_hubs.leave(table.id, first)
    monkeypatch.setattr(table_hubs, "_part", part)
    monkeypatch.setattr(table_hubs, "_join", join)
    await _long_after(table_hubs, table)
    assert second in table_hubs._hubs[table.id].sockets
    assert joined == [table.id]


async def test_a_reading_that_fails_is_tried_again_for_who_waited_for_it(
    dealt, table_hubs, reading, found_at
):
    table, _, _ = dealt
    await table_hubs.enter(await found_at(table), Viewer())
    reading.failures = 1
    late = Viewer()
    hub = table_hubs._hubs[table.id]
    async with hub._lock:
        lost = asyncio.create_task(hub.refresh())
        coming = asyncio.create_task(table_hubs.enter(await found_at(table), late))
        await asyncio.sleep(0.05)
    with pytest.raises(OperationalError):
        await lost
    await coming
    assert late.rendered


async def test_a_table_that_cannot_be_drawn_keeps_no_other_from_being_compared(
    dealt, table_hubs, monkeypatch, found_at
):
    table, _, people = dealt
    other = await database_sync_to_async(seats.open_table)(user=people[0], ruleset="gouji")
    viewer = Viewer()
    await table_hubs.enter(await found_at(table), Viewer())
    await table_hubs.enter(await found_at(other), viewer)
    broken = table_hubs._hubs[table.id]
    broken.version = table_hubs._hubs[other.id].version = None

    async def fail():
        raise OperationalError("the database is away")

    monkeypatch.setattr(broken, "_reading", fail)
    await table_hubs._compare()
    assert len(viewer.rendered) == 2


async def test_a_socket_that_opens_while_the_database_is_away_is_told_to_come_back(
    dealt, connect, reading, caplog
):
    caplog.set_level(logging.CRITICAL)
    table, _, people = dealt
    reading.failures = 1
    async with connect(table.code, people[0]) as browser:
        assert await browser.closed() == consumers.COME_BACK


async def test_signs_of_life_come_at_the_same_times_whether_a_sealed_answer_comes_in_or_not(
    dealt, connect, act, monkeypatch
):
    beat = 2.0
    monkeypatch.setattr(consumers, "HEARTBEAT_SECONDS", beat)
    table, match, people = dealt
    async with connect(table.code, people[1]) as other:
        assert await other.next_frame() != consumers.HEARTBEAT
        shown = time.monotonic()
        assert await other.next_frame() == consumers.HEARTBEAT
        first = time.monotonic() - shown
        await asyncio.sleep(0.7 * beat)
        await act(match, people[0], "stay")
        assert await other.next_frame() == consumers.HEARTBEAT
        second = time.monotonic() - shown - first
    assert second < first + 0.5 * beat
