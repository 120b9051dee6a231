"""What whoever holds no seat sees of a table that wants to be watched late."""

import random
import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.engine.core.events import visible
from games.engine.core.records import Entry, play_back
from games.engine.registry import game_of
from games.play.models import Escape, Match, Move, Table
from games.play.services import moves, seats
from games.play.sockets.table_hub import TableHub
from games.play.state import delayed, table_state
from games.play.state.selectors import load_state

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

DELAY = 60


@pytest.fixture
def late(to_play):
    """The match past its opening, at a table that is watched a minute late; nothing of it is a minute old."""
    Table.objects.filter(id=to_play.table_id).update(watch_delay=DELAY)
    to_play.table.refresh_from_db()
    return to_play


def age(match, seconds):
    """Let so many seconds go by: everything in the database has happened so much earlier."""
    gone = timedelta(seconds=seconds)
    Move.objects.filter(match=match).update(made_at=F("made_at") - gone)
    Escape.objects.filter(match=match).update(left_at=F("left_at") - gone)
    fields = ("began_at", "phase_began_at", "deadline", "ended_at")
    Match.objects.filter(id=match.id).update(**{name: F(name) - gone for name in fields})
    delayed._past_states.clear()


def live_of(match) -> Any:
    return table_state.load(match.table_id)


def watched(live: Any) -> Any:
    return delayed.delayed_state(live)


def lead(match, position, post):
    """Lead a single card that plays alone: the seat, and the card as a page draws it in a form."""
    game, state = position(match)
    (seat,) = game.to_act(state)
    action = next(a for a in game.legal(state, seat) if 0 < getattr(a, "cards", 0).bit_count() <= 1)
    post(match, seat, game.write(action))
    return seat, action.cards


def page(match, user=None):
    client = Client()
    if user:
        client.force_login(user)
    return client.get(reverse("table", args=[match.table.code])).content.decode()


def part(body, name):
    return body.split(f'id="r-{name}"')[1].split("</section>")[0]


def timeless(html):
    """Without the moments at which something happened: they have been moved."""
    return re.sub(r"[0-9]{13,}", "", html)


def test_a_watcher_sees_a_play_when_it_is_as_old_as_the_delay_and_no_sooner(late, position, post):
    age(late, DELAY + 1)
    seat, _ = lead(late, position, post)
    assert 'class="laid"><b' not in part(page(late), f"seat-{seat}")
    age(late, DELAY - 5)
    assert 'class="laid"><b' not in part(page(late), f"seat-{seat}")
    age(late, 6)
    assert 'class="laid"><b' in part(page(late), f"seat-{seat}")


def test_who_is_seated_sees_the_play_at_once(late, position, post, people):
    age(late, DELAY + 1)
    seat, _ = lead(late, position, post)
    assert 'class="laid"><b' in part(page(late, people[(seat + 1) % 6]), f"seat-{seat}")


def test_before_the_first_deal_is_old_enough_a_watcher_sees_that_nobody_has_played(late):
    body = page(late)
    assert "等人入座" in part(body, "status")
    assert 'class="count"' not in body


def test_a_table_without_delay_is_watched_live(to_play, position, post):
    seat, _ = lead(to_play, position, post)
    assert 'class="laid"><b' in part(page(to_play), f"seat-{seat}")


def test_a_watchers_page_tells_neither_deadline_nor_how_many_have_answered(match, post, people):
    Table.objects.filter(id=match.table_id).update(watch_delay=DELAY)
    age(match, DELAY + 1)
    before = page(match)
    assert "data-deadline" not in before
    post(match, 0, "stay")
    age(match, DELAY + 1)
    after = page(match)
    for name in ("version", "status", "log"):
        assert timeless(part(before, name)) == timeless(part(after, name))


def test_who_leaves_in_the_middle_of_a_match_becomes_a_late_watcher(late, position, post, people):
    age(late, DELAY + 1)
    seat, _ = lead(late, position, post)
    gone = people[(seat + 1) % 6]
    seats.leave(table_id=late.table_id, user=gone)
    body = page(late, gone)
    assert 'class="laid"><b' not in part(body, f"seat-{seat}")
    assert "name=c" not in body
    assert gone.username in part(body, f"seat-{(seat + 1) % 6}")
    age(late, DELAY + 1)
    assert gone.username not in part(page(late, people[seat]), f"seat-{(seat + 1) % 6}")
    assert gone.username not in part(page(late), f"seat-{(seat + 1) % 6}")


def test_the_end_of_a_match_is_shown_late_too(late):
    age(late, DELAY + 1)
    now = timezone.now()
    Match.objects.filter(id=late.id).update(status="finished", ended_at=now, deadline=None)
    live = live_of(late)
    assert live.match.ended_at is not None
    assert watched(live).match.ended_at is None
    assert watched(live).due == live.match.ended_at
    later = replace(live, now=now + timedelta(seconds=DELAY))
    assert watched(later) is later


def test_the_match_before_is_shown_until_the_next_is_old_enough(late, people):
    age(late, DELAY + 1)
    Match.objects.filter(id=late.id).update(
        status="finished", ended_at=timezone.now(), deadline=None
    )
    age(late, DELAY + 1)
    for user in people:
        seats.set_ready(table_id=late.table_id, user=user, ready=True)
    live = live_of(late)
    assert live.match.number == 2
    shown = watched(live)
    assert shown.match.id == late.id
    assert shown.due is not None
    assert shown.due <= live.match.began_at
    later = replace(live, now=live.match.began_at + timedelta(seconds=DELAY))
    assert watched(later).match.id == live.match.id


@pytest.mark.parametrize("ruleset", ["gouji(games=1)", "shengji", "huolong"])
def test_a_past_is_what_the_match_was_after_each_of_its_moves(make_user, told, ruleset):
    user = make_user("安")
    table = seats.open_table(user=user, ruleset=ruleset)
    Table.objects.filter(id=table.id).update(watch_delay=DELAY)
    seats.add_bots(table_id=table.id, user=user)
    seats.set_ready(table_id=table.id, user=user, ready=True)
    match = Match.objects.get(table=table)
    game = game_of(match.ruleset)
    known: list[Any] = []
    rng = random.Random(7)
    for _ in range(40):
        known.append(_position(match, game))
        state = load_state(match, game)
        if game.pace(state).ticks or rng.random() < 0.2:
            gone = timezone.now() - timedelta(seconds=1)
            Match.objects.filter(id=match.id).update(deadline=gone)
            moves.expire(match_id=match.id)
        else:
            _bot_acts(match, game, state, rng)
        match.refresh_from_db()
        if match.ended_at is not None:
            break
    live = live_of(match)
    for version, dumped, phase_began_at, made_at, told_by_then in known:
        then = max(made_at, match.began_at) + timedelta(seconds=DELAY)
        shown = watched(replace(live, now=then))
        assert shown.match.version == version
        assert game.dump(shown.state) == dumped
        assert shown.match.phase_began_at == phase_began_at
        assert shown.due is not None
        assert shown.events
        assert shown.events == told_by_then[-len(shown.events) :]


def _position(match, game):
    rows = list(match.moves.values_list("seat", "action", "tick"))
    state, events = play_back(game, (Entry(*row) for row in rows))
    made_at = match.moves.latest("number").made_at
    return match.version, game.dump(state), match.phase_began_at, made_at, visible(events, None)


def _bot_acts(match, game, state, rng):
    seat = rng.choice(game.to_act(state))
    legal = game.legal(state, seat)
    text = game.write(legal[rng.randrange(len(legal))])
    if match.table.seats.get(number=seat).user_id:
        user = match.table.seats.get(number=seat).user
        version = Match.objects.get(id=match.id).last_prompt_version
        moves.submit_action(
            match_id=match.id, table_id=match.table_id, user=user, text=text, version=version
        )
    else:
        moves.submit_for_bot(
            match_id=match.id, seat=seat, prompt_version=match.prompt_versions[seat], text=text
        )


class Viewer:
    """A socket as a room sees it."""

    language = "zh-hans"
    zone = None
    sign_in = None

    def __init__(self, user_id=None):
        self.user_id = user_id


def test_a_room_shows_seats_live_and_watchers_late_and_wakes_when_more_is_due(
    late, position, post, people
):
    age(late, DELAY + 1)
    seat, _ = lead(late, position, post)
    room: Any = TableHub(late.table_id)
    player, watcher = Viewer(people[0].id), Viewer()
    room.sockets |= {player, watcher}
    shown = dict(room._read())
    assert "<b" in shown[player][f"seat-{seat}"].split('class="laid"')[1]
    assert "<b" not in shown[watcher][f"seat-{seat}"].split('class="laid"')[1]
    assert shown[watcher]["version"] != shown[player]["version"]
    wait = room._wait(room._live)
    assert wait is not None
    assert DELAY - 30 < wait <= DELAY + 1
    later = replace(room._live, now=timezone.now() + timedelta(seconds=wait))
    shown = dict(room._draw(later))
    assert "<b" in shown[watcher][f"seat-{seat}"].split('class="laid"')[1]


def test_a_room_of_seats_alone_waits_for_nothing(late, people):
    room: Any = TableHub(late.table_id)
    room.sockets.add(Viewer(people[0].id))
    room._read()
    assert room._wait(room._live) is None


def test_a_watcher_has_no_way_to_act(late, people):
    seats.leave(table_id=late.table_id, user=people[0])
    for seconds in (0, DELAY + 1):
        age(late, seconds)
        for user in (None, people[0]):
            body = page(late, user)
            assert 'id="act"' in body
            assert '<form id="act"' not in body
            assert 'name="do"' not in body
            assert "name=c" not in body


def test_what_a_watcher_posts_is_refused_and_shows_them_nothing_newer(late, position, post, people):
    game, state = position(late)
    leaver = people[(game.to_act(state)[0] + 1) % 6]
    age(late, DELAY + 1)
    seats.leave(table_id=late.table_id, user=leaver)
    seat, _ = lead(late, position, post)
    client = Client()
    client.force_login(leaver)
    late.refresh_from_db()
    version = Match.objects.get(id=late.id).version
    for do in ("pass", "sit 1", "hint", "auto", "ready", "bots"):
        data = {"do": do, "seen": f"{late.id}-{late.last_prompt_version}"}
        url = reverse("act", args=[late.table.code])
        for headers in ({}, {"HX-Request": "true"}):
            answer = client.post(url, data, headers=headers)
            assert answer.status_code == 409
            body = answer.content.decode()
            if f'id="r-seat-{seat}"' in body:
                assert 'class="laid"><b' not in part(body, f"seat-{seat}")
    assert Match.objects.get(id=late.id).version == version
