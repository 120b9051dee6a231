"""A drawing on the clock: each socket is shown its own cards as they come, and no others."""

import re

import pytest
from channels.db import database_sync_to_async
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.engine.core.cards import each_card, write_card
from games.engine.registry import game_of
from games.play.display.page_parts import Renderer
from games.play.models import Match
from games.play.services import seats
from games.play.state import table_state
from games.play.state.selectors import load_state

pytestmark = [pytest.mark.live, pytest.mark.django_db(transaction=True)]

CARD_INPUT = re.compile(r'name="?c"? value="?([3-9TJQKA2sB][CDHS]?[a-d])')
RULESET = "shengji(draw_pace=0.2)"


@pytest.fixture
def drawing(transactional_db, make_user):
    """A match of Shengji whose cards are being drawn."""
    people = [make_user(name) for name in "安柏程丁"]
    table = seats.open_table(user=people[0], ruleset=RULESET)
    for number, user in enumerate(people[1:], 1):
        seats.sit(table_id=table.id, user=user, number=number)
    for user in people:
        seats.set_ready(table_id=table.id, user=user, ready=True)
    return table, Match.objects.get(table=table), people


@database_sync_to_async
def order_of(match):
    """Each seat's cards in the order in which they are drawn."""
    game = game_of(match.ruleset)
    state = load_state(match, game)
    hands: list[list[str]] = [[], [], [], []]
    for tick in range(game.pace(state).ticks + 1):
        for seat, drawn in enumerate(hands):
            own = game.view(state, seat, tick).own
            assert own is not None
            held = each_card(own.hand)
            drawn.extend(card for number in held if (card := write_card(number)) not in drawn)
    return hands


def hand_in(frame):
    return set(CARD_INPUT.findall(frame)) if 'id="r-hand"' in frame else None


async def test_the_cards_come_one_by_one_and_none_before_its_time(drawing, connect):
    table, match, people = drawing
    order = await order_of(match)
    async with connect(table.code, people[1]) as browser, connect(table.code) as watcher:
        seen: list[set[str]] = []
        while len(seen) < 4:
            frame = await browser.next_frame(within=5)
            hand = hand_in(frame)
            if hand is not None and (not seen or hand != seen[-1]):
                seen.append(hand)
        watched = await watcher.settle(quiet=0.05)
    for hand in seen:
        assert hand == set(order[1][: len(hand)])
    assert [len(hand) for hand in seen] == list(range(len(seen[0]), len(seen[0]) + 4))
    assert not [frame for frame in watched if CARD_INPUT.search(frame)]


async def test_a_reload_in_the_middle_shows_exactly_the_cards_drawn_so_far(drawing, connect):
    table, match, people = drawing
    order = await order_of(match)
    async with connect(table.code, people[2]) as browser:
        while not (hand := hand_in(await browser.next_frame(within=8))) or len(hand) < 2:
            pass
        async with connect(table.code, people[2]) as again:
            fresh = hand_in(await again.next_frame())
    assert fresh in (set(order[2][:2]), set(order[2][:3]))


def test_a_tick_is_drawn_without_the_database(drawing):
    table, _, _ = drawing
    loaded, renderer = table_state.load(table.id), Renderer()
    assert loaded is not None
    renderer.own(loaded, 0)
    with CaptureQueriesContext(connection) as queries:
        renderer.public(loaded)
        renderer.own(loaded, 1)
    assert len(queries) == 0
    wait = loaded.next_tick(loaded.now)
    assert wait is not None
    assert wait <= 0.21


def test_the_clock_has_nothing_to_show_once_all_cards_are_drawn(drawing):
    table, match, _ = drawing
    Match.objects.filter(id=match.id).update(phase_began_at="2026-01-01T00:00Z")
    loaded = table_state.load(table.id)
    assert loaded is not None
    assert loaded.next_tick(loaded.now) is None
