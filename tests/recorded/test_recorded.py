"""Recorded matches: each is replayed strictly and comes to what the rules say, and every way has one."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.engine.core.cards import cards_of, deck
from games.engine.core.errors import Refusal
from games.engine.core.options import make_ruleset, split_ruleset
from games.engine.core.records import Broken, play_back, read_record, write_record
from games.engine.registry import GAMES, game_of, meta_of
from tests.recorded import gouji_facts, levels_facts
from tests.recorded.reading import FILES, Recorded, is_told, play, read, said_in, said_of
from tests.saying import replay

PATHS = {
    "gouji": gouji_facts.PATHS,
    "shengji": levels_facts.SHENGJI,
    "huolong": levels_facts.HUOLONG,
}
FACTS = {
    "gouji": gouji_facts.facts_of,
    "shengji": levels_facts.facts_of,
    "huolong": levels_facts.facts_of,
}
COPIES = {"gouji": 4, "shengji": 1, "huolong": 3}
MAX_TICK = 999


def named(file: Path) -> str:
    return f"{file.parent.name}/{file.stem}"


every_record = pytest.mark.parametrize("file", FILES, ids=named)
every_game = pytest.mark.parametrize("key", GAMES)


@every_record
def test_a_recorded_match_is_played_strictly_and_comes_to_what_its_comments_say(file):
    recorded = read(file)
    facts = FACTS[recorded.game.meta.key](recorded)

    assert recorded.game.meta.key == file.parent.name
    assert recorded.all("expect") or recorded.all("regression")
    for expected in recorded.all("expect"):
        fact, _, value = expected.partition(" = ")
        assert (fact, facts.get(fact)) == (fact, value)


@every_record
def test_what_a_recorded_match_shows_happens_and_what_it_never_does_does_not(file):
    recorded = read(file)
    paths = PATHS[recorded.game.meta.key]

    assert [each for each in recorded.all("shows") if not is_told(recorded, each)] == []
    assert [each for each in recorded.all("never") if is_told(recorded, each)] == []
    assert [each for each in recorded.all("covers") if not paths[each](recorded)] == []


@every_record
def test_no_card_of_a_recorded_match_is_lost_and_none_comes_twice(file):
    recorded = read(file)
    pack = cards_of(deck(COPIES[recorded.game.meta.key]))
    gone = 0
    for step in recorded.steps:
        for event in step.events:
            tag = event.__struct_config__.tag
            if tag == "deal_began":
                gone = 0
            elif tag == "played":
                assert not gone & event.cards
                gone |= event.cards
        held = places_of(step.state.phase)
        if held:
            assert sum(cards.bit_count() for cards in (gone, *held)) == len(deck(4)) * (
                COPIES[recorded.game.meta.key] / 4
            )
            together = gone
            for cards in held:
                together |= cards
            assert together == pack


def places_of(phase: Any) -> tuple[int, ...]:
    """The sets of cards that a phase holds; none between deals."""
    if hasattr(phase, "order"):
        return cards_of(phase.order), cards_of(phase.kitty)
    if type(phase).__name__ == "KittyExchange":
        return tuple(phase.hands)
    if hasattr(phase, "setting"):
        return (*phase.hands, phase.setting.bottom)
    place = getattr(phase, "setup", phase)
    return (*place.hands, place.discarded) if hasattr(place, "hands") else ()


@every_record
def test_every_deal_of_a_recorded_match_that_ended_has_one_result(file):
    recorded = read(file)
    ended = recorded.told("deal_ended")
    results = recorded.game.view(recorded.state, None).public.results

    assert len(ended) == len(results)
    assert [result.number for result in results] == list(range(1, len(results) + 1))


@every_record
def test_a_recorded_match_is_the_same_by_command_and_written_anew(file):
    recorded = read(file)
    played = replay(file.read_text())
    written = write_record(str(recorded.game.ruleset), [step.entry for step in recorded.steps])

    assert "refused" not in played
    assert len(played["events"]) == len(recorded.events)
    assert [step.entry for step in recorded.steps] == list(read_record(written).entries)
    assert play_back(recorded.game, read_record(written).entries)[0] == recorded.state


@every_record
def test_a_ruleset_is_written_as_its_canonical_string(file):
    assert read_record(file.read_text()).ruleset == str(read(file).game.ruleset)


@every_game
def test_every_opening_course_and_end_has_a_record(key):
    assert [path for path in PATHS[key] if path not in said_of(key, "covers")] == []


@every_game
def test_every_value_of_every_option_that_is_not_the_default_has_a_record(key):
    wanted = {
        f"{option.key}={value.key}"
        for option in meta_of(key).options
        for value in option.values
        if value.key != option.default
    }

    assert wanted - said_of(key, "option") == set()


@pytest.mark.parametrize(
    ("file", "option"),
    [(file, option) for file in FILES for key, option in said_in(file) if key == "option"],
    ids=lambda each: named(each) if isinstance(each, Path) else each,
)
def test_a_record_of_an_option_goes_otherwise_with_the_default(file, option):
    recorded = read(file)
    key, value = option.split("=")
    name, preset, changes = split_ruleset(str(recorded.game.ruleset))
    meta = meta_of(name)
    assert make_ruleset(meta, preset, changes)[key] == value

    other = make_ruleset(meta, preset, {**changes, key: meta.option(key).default})

    assert course(recorded) != course_under(str(other), recorded)


def course(recorded: Recorded) -> list[Any]:
    """What happens, who may do how much and for how long, after every action."""
    return [outline(recorded.game, step.state, step.events) for step in recorded.steps]


def course_under(ruleset: str, recorded: Recorded) -> list[Any]:
    """The same of the same actions under another ruleset, as far as it allows them."""
    game = game_of(ruleset)
    found: list[Any] = []
    state = game.start()
    for step in recorded.steps:
        entry = step.entry
        try:
            action = game.read(state, entry.seat, entry.action)
            state, events = game.apply(state, entry.seat, action, entry.tick)
        except Refusal as refusal:
            return [*found, refusal.code]
        found.append(outline(game, state, events))
    return found


def outline(game: Any, state: Any, events: Any) -> Any:
    acting = [seat for seat in game.to_act(state) if seat >= 0]
    ways = [len(game.legal(state, seat, MAX_TICK)) for seat in acting]
    public = msgspec.json.encode(game.view(state, None).public)
    return game.dump_events(events), acting, ways, game.pace(state), public, game.outcome(state)


def test_a_record_that_the_rules_refuse_is_told_by_its_entry():
    file = next(file for file in FILES if file.stem == "burn_failed")
    entries = tuple(step.entry for step in read(file).steps)

    with pytest.raises(Broken) as broken:
        play_back(game_of("gouji(games=3,stifled=plays_on)"), entries[1:])
    with pytest.raises(Refusal):
        play(game_of("gouji"), entries[1:])

    assert broken.value.number == 1
