"""Screens: every choice of every phase has a button, sealed answers change nothing public, frames stay small."""

import random
import re
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any

import pytest

from accounts.models import User
from games.bots import bot_of
from games.engine.core.actions import CHANCE, Close, Deal
from games.engine.core.events import Event, visible
from games.engine.registry import game_of
from games.play.display.page_parts import Renderer
from games.play.display.screens import own_screen
from games.play.models import Match, Seat, Table
from games.play.state.info import MatchInfo, SeatInfo, TableInfo
from games.play.state.table_state import TableState
from tests.conftest import THOROUGH

pytestmark = pytest.mark.unit

RULESETS = ("gouji", "gouji:charge", "gouji(hold_threes=off)", "shengji", "huolong")
SEALED = ("gouji", "gouji:charge", "huolong")
LONG_NAME = "<b>&\"'济南府泉城老王"
MOST_BYTES = 8_000
BEGAN = datetime(2026, 1, 1, tzinfo=UTC)


def loaded_of(game, state, told, tick):
    people = game.meta.seats
    table = Table(
        id=1, code="screens2", ruleset=str(game.ruleset), card_counter=Table.CardCounter.FULL
    )
    seats = tuple(
        Seat(table=table, number=number, user=User(id=number + 1, username=LONG_NAME))
        for number in range(people)
    )
    now = BEGAN + timedelta(seconds=(tick + 0.5) * game.pace(state).tick_seconds)
    match = Match(
        id=1,
        table=table,
        number=1,
        version=1,
        prompt_versions=[1] * people,
        ended_at=now if game.outcome(state) else None,
        deadline=now + timedelta(seconds=30),
        phase_began_at=BEGAN,
        banks=[0] * people,
        auto=[False] * people,
    )
    seen = visible(told, None)[-40:]
    stamps = tuple(10**15 + at for at in range(len(seen)))
    held = tuple(SeatInfo.of(seat) for seat in seats)
    info = MatchInfo.of(match)
    return TableState(TableInfo.of(table), held, info, game, state, seen, now, stamps=stamps)


def walk(ruleset, seed, moves):
    """States on the way through a match, each with the clock and whether a sealed answer led to it."""
    game, dice, bot = game_of(ruleset), random.Random(seed), bot_of("random")
    state, tick = game.start(), 0
    told: tuple[Event, ...] = ()
    for _ in range(moves):
        acting, pace = game.to_act(state), game.pace(state)
        action: Any
        if not acting:
            return
        if acting == (CHANCE,) and (chance := game.chance(state)):
            order = dice.sample(chance.deck, len(chance.deck))
            seat, action = CHANCE, Deal(tuple(order), tuple(map(dice.randrange, chance.draws)))
        elif acting == (CHANCE,) or (pace.ticks and tick >= pace.ticks):
            seat, action = CHANCE, dict(game.defaults(state)).get(CHANCE, Close())
        else:
            tick = tick + dice.randrange(9) if pace.ticks else 0
            seat = dice.choice(acting)
            action = bot.choose(game.view(state, seat, tick), game, dice)
        prompt_key = game.prompt_key(state, 0)
        state, events = game.apply(state, seat, action, tick)
        sealed = seat != CHANCE and not events and game.prompt_key(state, 0) == prompt_key
        told = (*told, *events)[-60:]
        tick = tick if game.pace(state).ticks else 0
        yield loaded_of(game, state, told, tick), sealed


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seed", range(2 * THOROUGH))
def test_every_choice_has_a_button_in_words(ruleset, seed):
    for loaded, _ in walk(ruleset, seed, 160):
        for seat in range(len(loaded.seats)):
            own = loaded.view(seat).own
            screen = own_screen(loaded, seat)
            verbs = {button.value.partition(" ")[0] for button in screen.controls.buttons}
            if loaded.match.ended_at is None:
                assert {choice.verb for choice in own.choices} <= verbs
            assert all(re.search(r"[\u4e00-\u9fff]", str(b.label)) for b in screen.controls.buttons)
            assert not re.search(r"[a-zA-Z]{2}", screen.controls.hint.replace(LONG_NAME[:5], ""))


@pytest.mark.parametrize("ruleset", SEALED)
def test_a_sealed_answer_changes_nothing_that_others_see(ruleset):
    shown: dict[str, str] = {}
    seen = 0
    for loaded, sealed in walk(ruleset, 5, 400):
        now = Renderer().public(loaded)
        if sealed and not loaded.game.pace(loaded.state).ticks:
            assert now == shown
            seen += 1
        shown = now
    assert seen


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_whole_picture_is_small_and_lets_no_name_through(ruleset):
    for loaded, _ in islice(walk(ruleset, 11, 120 * THOROUGH), 0, None, 2):
        renderer = Renderer()
        public = renderer.public(loaded)
        for seat in range(len(loaded.seats)):
            frame = "\n".join({**public, **renderer.own(loaded, seat)}.values())
            assert len(frame.encode()) < MOST_BYTES
            assert "<b>&" not in frame
