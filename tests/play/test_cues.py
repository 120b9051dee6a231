"""Cues: what is called out at the table, by whom, and in which order."""

from functools import cache
from pathlib import Path

import pytest

from games.engine.core.events import Event, visible
from games.engine.registry import game_of
from games.play.display.screens import public_screen
from games.play.display.screens.gouji.cues import WORDS as GOUJI_WORDS
from games.play.display.screens.levels.cues import WORDS as LEVELS_WORDS
from games.play.display.types import Cue
from games.play.state.table_state import TableState, load
from tests.play.test_screens import loaded_of
from tests.recorded.reading import FILES, read

LEVELS = ("shengji", "huolong")
GOUJI_KEYS = (
    *("deal", "declare", "show", "lead", "answer", "pass", "yield", "gouji", "dead", "burn"),
    *("unburn", "burned", "unburnt", "open", "revolt", "charge", "beaten", "head", "headless"),
    *("stifled", "out", "melee", "void", "end"),
)
LEVELS_KEYS = (
    *("deal", "trump", "counter", "lost", "set", "bury", "stars", "throw", "ruff", "kitty"),
    *("play", "points", "end", "void"),
)


def cues_of(loaded: TableState) -> tuple[Cue, ...]:
    return public_screen(loaded).cues


@cache
def called(file: Path) -> list[Cue]:
    """Every cue of a recorded match, each as it was when its event had just happened."""
    recorded = read(file)
    told: tuple[Event, ...] = ()
    cues: dict[tuple[int, int], Cue] = {}
    for step in recorded.steps:
        told = (*told, *visible(step.events, None))
        loaded = loaded_of(recorded.game, step.state, told[-40:], step.entry.tick)
        first = len(told) - len(loaded.events)
        for cue in cues_of(loaded):
            cues.setdefault((first + cue.number, cue.seat), cue)
    return list(cues.values())


def now(table) -> TableState:
    """The table as somebody finds it who has not looked before."""
    loaded = load(table.id)
    assert loaded
    return loaded


def calls(name: str) -> list[tuple[str, int]]:
    (file,) = [each for each in FILES if f"{each.parent.name}/{each.stem}" == name]
    return [(cue.key, cue.seat) for cue in called(file)]


@pytest.mark.unit
def test_everything_that_the_rules_know_is_called_out_in_its_words():
    found = {
        (file.parent.name, cue.key, cue.words)
        for file in FILES
        if not file.stem.startswith("whole")
        for cue in called(file)
    }
    gouji = {key for game, key, _ in found if game == "gouji"}
    levels = {key for game, key, _ in found if game in LEVELS}
    assert gouji == set(GOUJI_KEYS)
    assert levels == set(LEVELS_KEYS)
    assert {(key, words) for _, key, words in found if key != "points"} == {
        (key, words)
        for key, words in (*GOUJI_WORDS.items(), *LEVELS_WORDS.items())
        if key != "points"
    }


@pytest.mark.unit
def test_a_burn_is_called_at_the_burner_and_its_success_too():
    made = calls("gouji/burn_succeeded")
    burner = next(seat for key, seat in made if key == "burn")
    assert ("burned", burner) in made
    assert made.index(("burn", burner)) < made.index(("burned", burner))


@pytest.mark.unit
def test_what_a_voice_adds_are_the_cards_that_were_laid_and_nothing_else():
    for file in FILES:
        if file.parent.name != "gouji":
            continue
        for cue in called(file)[:60]:
            laid = cue.key in {"lead", "answer", "gouji", "dead", "burn"}
            assert bool(cue.say) == laid


@pytest.mark.unit
def test_a_ruff_is_called_only_where_it_is_one():
    made = calls("huolong/ruffs_and_equal_cards")
    assert [seat for key, seat in made if key == "ruff"]
    assert len([1 for key, _ in made if key == "ruff"]) < len(
        [1 for key, _ in made if key == "play"]
    )


@pytest.mark.django_db
@pytest.mark.integration
def test_numbers_grow_and_are_the_same_for_whoever_looks_first_or_has_looked_all_the_time(
    to_play, position, post, table
):
    known: TableState | None = now(table)
    assert known
    seen = [cue.number for cue in cues_of(known)]
    for _ in range(8):
        game, state = position(to_play)
        seat, action = game.defaults(state)[0]
        post(to_play, seat, game.write(action))
        known = load(table.id, known)
        assert known
        fresh = now(table)
        assert cues_of(known) == cues_of(fresh)
        seen += [cue.number for cue in cues_of(known) if cue.number > seen[-1]]
    assert seen == sorted(set(seen))
    assert len(seen) > 8


@pytest.mark.django_db
@pytest.mark.integration
def test_a_sealed_answer_calls_nothing_out(match, position, post, table):
    before = cues_of(now(table))
    game, state = position(match)
    assert game.view(state, None).public.phase == "revolution"
    post(match, 2, "stay")
    assert cues_of(now(table)) == before
    assert game_of(match.ruleset).meta.key == "gouji"
