"""A room whose match was stored damaged shows it, tells its people of the end, and does not fail."""

import pytest
from channels.db import database_sync_to_async
from django.utils import timezone

from games.play import tasks
from games.play.models import Match, Move

pytestmark = [pytest.mark.live, pytest.mark.django_db(transaction=True)]

SORRY = "数据坏了"


@database_sync_to_async
def damage(match, *, with_moves=False, **values):
    Match.objects.filter(id=match.id).update(**values)
    if with_moves:
        Move.objects.filter(match=match).delete()


async def test_who_comes_to_a_damaged_match_is_shown_it_from_its_moves(dealt, connect):
    table, match, people = dealt
    await damage(match, snapshot=b"\x00", prompt_versions=[], banks=[], auto=[])
    async with connect(table.code, people[0]) as browser:
        assert 'id="r-seat-0"' in await browser.next_frame()


async def test_those_at_a_match_that_cannot_be_read_are_told_when_it_is_closed(dealt, connect):
    table, match, people = dealt
    async with connect(table.code, people[0]) as browser:
        await browser.settle()
        await damage(match, with_moves=True, snapshot=b"\x00", deadline=timezone.now())
        await database_sync_to_async(tasks.sweep)()
        while SORRY not in browser.frames[-1]:
            await browser.next_frame(10)
    await database_sync_to_async(match.refresh_from_db)()
    assert match.status == Match.Status.BROKEN
