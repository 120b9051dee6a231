"""Hidden cards of the Shengji games: change what a seat cannot know, its page stays the same to the byte."""

import random
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from games.play.display.page_parts import Renderer
from games.play.models import Match, Move
from games.play.services import moves
from games.play.state.selectors import ticks_gone
from games.play.state.table_state import TableState, load
from tests.conftest import THOROUGH
from tests.engine.levels.redeals import redeal
from tests.play.seated import begin, open_full

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

LONGER_THAN_A_DRAWING = timedelta(minutes=5)


@pytest.fixture(params=["shengji", "huolong"])
def drawing(request, make_user, told):
    """A match of four people whose cards are being drawn."""
    people = [make_user(name) for name in "安柏程丁"]
    return begin(open_full(request.param, people), people)


def pages(loaded: TableState):
    renderer = Renderer()
    return {
        seat: {**renderer.public(loaded), **renderer.own(loaded, seat)}
        for seat in (*range(4), None)
    }


def assert_nobody_sees_more(match, dice):
    loaded = load(match.table_id)
    assert loaded is not None
    assert loaded.match is not None
    tick = ticks_gone(loaded.match, loaded.game.pace(loaded.state), loaded.now)
    before = pages(loaded)
    for viewer, page in before.items():
        for _ in range(3 * THOROUGH):
            other = replace(loaded, state=redeal(loaded.state, viewer, tick, dice))
            assert pages(other)[viewer] == page


@pytest.mark.parametrize("share", [0.0, 0.3, 0.7, 1.0])
def test_in_a_drawing_no_page_holds_a_card_that_its_viewer_cannot_know(drawing, share):
    loaded = load(drawing.table_id)
    assert loaded is not None
    pace = loaded.game.pace(loaded.state)
    since = timezone.now() - timedelta(seconds=share * pace.ticks * pace.tick_seconds + 0.05)
    Match.objects.filter(id=drawing.id).update(phase_began_at=since)
    assert_nobody_sees_more(drawing, random.Random(share))


@pytest.mark.parametrize("decisions", [1, 2, 6, 20])
def test_after_the_drawing_no_page_holds_another_hand_or_the_kitty(drawing, decisions):
    dice = random.Random(decisions)
    made = 0
    while made < decisions:
        match = Match.objects.get(id=drawing.id)
        phase = match.phase_began_at - LONGER_THAN_A_DRAWING
        due = timezone.now() - timedelta(seconds=1)
        Match.objects.filter(id=match.id).update(phase_began_at=phase, deadline=due)
        _show_if_possible(match)
        Match.objects.filter(id=match.id).update(deadline=due)
        assert moves.expire(match_id=match.id)
        loaded = load(match.table_id)
        assert loaded is not None
        view = loaded.view(None)
        assert view is not None
        made += view.public.phase != "drawing"
    assert_nobody_sees_more(drawing, dice)


def _show_if_possible(match):
    with transaction.atomic():
        locked_match = moves.open_locked(match.id)
        tick = ticks_gone(
            locked_match.match, locked_match.game.pace(locked_match.state), locked_match.now
        )
        for seat in locked_match.game.to_act(locked_match.state) if tick else ():
            for action in (
                locked_match.game.legal(locked_match.state, seat, tick) if seat >= 0 else ()
            ):
                if locked_match.game.write(action).startswith("show"):
                    locked_match.play(seat, action, Move.By.PLAYER)
                    locked_match.save()
                    return
