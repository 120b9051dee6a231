"""What sockets are sent by who reads: in their language, and as late as the table wants a watcher to see it."""

import re
from datetime import timedelta

import pytest
from channels.db import database_sync_to_async
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from games.engine.registry import game_of
from games.play.models import Match, Move, Table
from games.play.state.selectors import load_state

pytestmark = [pytest.mark.live, pytest.mark.django_db(transaction=True)]

LATE = 2
HAN = re.compile(r"[\u3400-\u9fff]")


@database_sync_to_async
def prepare(table, match, **fields):
    """Have all that was done at this table be a minute old, and its row say this."""
    gone = timedelta(seconds=60)
    Move.objects.filter(match=match).update(made_at=F("made_at") - gone)
    Match.objects.filter(id=match.id).update(began_at=F("began_at") - gone)
    Table.objects.filter(id=table.id).update(**fields)


@database_sync_to_async
def speak(user, language):
    User.objects.filter(id=user.id).update(language=language)


@database_sync_to_async
def ask(match):
    match.refresh_from_db()
    game = game_of(match.ruleset)
    state = load_state(match, game)
    return game.view(state, None).public.phase, game.to_act(state), dict(game.defaults(state))


async def play_on(match, people, act):
    """Everybody says no until somebody leads; the seat that does."""
    game = game_of(match.ruleset)
    phase, seats, answers = await ask(match)
    while phase != "play":
        await act(match, people[seats[0]], game.write(answers[seats[0]]))
        phase, seats, answers = await ask(match)
    return seats[0]


async def test_one_table_speaks_to_each_socket_in_its_language(dealt, connect, act):
    table, match, people = dealt
    await speak(people[0], "en")
    async with connect(table.code, people[0]) as english, connect(table.code, people[1]) as chinese:
        first = await english.next_frame()
        assert "Does anybody revolt?" in first
        assert "有人革命吗" in await chinese.next_frame()
        await play_on(match, people, act)
        heard, told = "".join(await english.settle()), "".join(await chinese.settle())
    names = "".join(person.username for person in people)
    assert HAN.search(re.sub(f"[{names}]", "", heard)) is None
    assert "Declare and show" in heard
    assert "宣点和上班" in told
    assert "Declare" not in told


async def test_a_watchers_socket_hears_of_a_play_when_it_is_old_enough(dealt, connect, act):
    table, match, people = dealt
    leader = await play_on(match, people, act)
    await prepare(table, match, watch_delay=LATE)
    game = game_of(match.ruleset)
    async with connect(table.code, people[leader]) as player, connect(table.code) as watcher:
        for browser in (player, watcher):
            await browser.settle()
            browser.frames.clear()
        _, _, answers = await ask(match)
        await act(match, people[leader], game.write(answers[leader]))
        made_at = (await database_sync_to_async(match.moves.latest)("number")).made_at
        assert f'id="r-seat-{leader}"' in await player.next_frame()
        frame = await watcher.next_frame(within=20.0)
        while f'id="r-seat-{leader}"' not in frame:
            frame = await watcher.next_frame(within=20.0)
        assert timezone.now() >= made_at + timedelta(seconds=LATE)
        assert "data-deadline" not in "".join(watcher.frames)
