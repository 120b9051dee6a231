"""Random deals of both Shengji games: what must hold after every move, whatever is played."""

import random
from itertools import islice, pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.core.actions import CHANCE
from games.engine.core.cards import cards_of, deck, each_card
from games.engine.core.errors import NotAllowed
from games.engine.core.events import visible
from games.engine.core.records import Entry, play_back
from games.engine.levels.actions import Play, Show
from games.engine.levels.drawing import Drawing
from games.engine.levels.events import Played
from games.engine.levels.playing import Playing
from games.engine.registry import game_of, meta_of
from tests.engine.levels.redeals import redeal
from tests.engine.levels.tables import copies_of
from tests.engine.levels.wanders import wander
from tests.engine.walks import THOROUGH
from tests.saying import zh

GAMES = ("shengji", "huolong")


def rulesets_of(key):
    options = meta_of(key).options
    changed = [
        f"{key}({option.key}={value.key})"
        for option in options
        for value in option.values
        if value.key != option.default
    ]
    return [key, *changed]


def any_ruleset(key):
    """Any options together."""
    choices = {o.key: st.sampled_from([v.key for v in o.values]) for o in meta_of(key).options}
    return st.fixed_dictionaries(choices).map(
        lambda chosen: f"{key}({','.join(f'{k}={v}' for k, v in sorted(chosen.items()))})"
    )


either = st.sampled_from(GAMES).flatmap(any_ruleset)


def check_actors(game, state, tick):
    """Exactly the seats in to_act have a legal action."""
    acting = game.to_act(state)
    able = tuple(seat for seat in range(4) if len(game.legal(state, seat, tick)))
    assert able == (() if acting == (CHANCE,) else tuple(sorted(acting)))
    assert len(set(acting)) == len(acting)


def check_legal(game, moment, rng):
    """What is legal is accepted, and the view says the same."""
    state, tick = moment.state, moment.tick
    for seat in game.to_act(state):
        if seat == CHANCE:
            continue
        legal = game.legal(state, seat, tick)
        for index in {0, len(legal) - 1, *(rng.randrange(len(legal)) for _ in range(3))}:
            game.apply(state, seat, legal[index], tick)
        seen = game.legal_in(game.view(state, seat, tick))
        assert len(seen) == len(legal)
        assert seen[:60] == legal[:60]
        assert len({game.write(action) for action in legal[:200]}) == min(200, len(legal))
        check_texts(game, state, seat, legal[rng.randrange(len(legal))])
        own = game.view(state, seat, tick).own
        for action in legal[:200]:
            assert not getattr(action, "cards", 0) & own.barred


def check_texts(game, state, seat, action):
    """A written action is read back; in a drawing whatever the hand."""
    assert game.read(state, seat, game.write(action)) == action


def check_refused(game, moment, rng):
    """Cards drawn at random are accepted just when they are among the legal plays."""
    state = moment.state
    seat = rng.randrange(4)
    numbers = list(each_card(game.view(state, seat, moment.tick).own.hand))
    cards = cards_of(rng.sample(numbers, min(len(numbers), rng.choice((1, 1, 2, 2, 3)))))
    legal = game.legal(state, seat, moment.tick)
    action = Play(cards)
    accepted = is_accepted(game, state, seat, action, moment.tick)
    assert len(legal) > 5000 or accepted is (action in legal)


def check_shows(game, moment):
    """Every face that may be shown at all is accepted just when it is legal."""
    state, tick = moment.state, moment.tick
    for seat in range(4):
        legal = game.legal(state, seat, tick)
        faces = [(rank, suit) for rank in (0, 5, state.phase.level) for suit in range(4)]
        for rank, suit in [*faces, (13, 0), (14, 0)]:
            for count in (1, 2, 3):
                show = Show(rank, suit, count)
                assert is_accepted(game, state, seat, show, tick) is (show in legal)


def is_accepted(game, state, seat, action, tick):
    """Whether an action is carried out; a refusal has its sentence."""
    try:
        game.apply(state, seat, action, tick)
    except NotAllowed as refusal:
        return not zh(game.refusal(refusal.code, refusal.params))
    return True


class Conservation:
    """All cards, over hands, kitty and table."""

    def __init__(self, ruleset):
        self.pack = cards_of(deck(copies_of(ruleset)))
        self.gone = 0

    def check(self, moment):
        phase = moment.state.phase
        if isinstance(phase, Drawing):
            assert cards_of(phase.order + phase.kitty) == self.pack
            self.gone = 0
            return
        for event in moment.events:
            if isinstance(event, Played):
                assert not self.gone & event.cards
                self.gone |= event.cards
        hands = getattr(phase, "hands", None)
        if hands is None:
            return
        held = 0
        for hand in (*hands, phase.setting.bottom):
            assert not held & hand
            held |= hand
        assert held | self.gone == self.pack
        assert not held & self.gone
        if isinstance(phase, Playing) and not phase.trick:
            assert len({hand.bit_count() for hand in hands}) == 1
            assert phase.setting.bottom.bit_count() == 6


def check_replay(game, moment, told):
    """The record gives the same state and events, and a dumped state is the state."""
    state, events = play_back(game, moment.entries)
    assert state == moment.state
    assert list(events) == told
    assert game.load(game.dump(state)) == state
    assert game.load_events(game.dump_events(events)) == events


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("part", range(5))
def test_100_random_deals_hold_after_every_move(key, part):
    rulesets = rulesets_of(key)
    for seed in range(part * 20 * THOROUGH, (part + 1) * 20 * THOROUGH):
        rng = random.Random(seed)
        ruleset = rulesets[seed % len(rulesets)]
        game, conservation = game_of(ruleset), Conservation(ruleset)
        told: list[Any] = []
        marks = {rng.randrange(4, 50) for _ in range(3)}
        for number, moment in enumerate(wander(game, rng, deals=1)):
            told.extend(moment.events)
            conservation.check(moment)
            check_actors(game, moment.state, moment.tick)
            if isinstance(moment.state.phase, Drawing):
                check_shows(game, moment)
            if rng.random() < 0.15:
                check_legal(game, moment, rng)
                check_refused(game, moment, rng)
            if number in marks:
                check_replay(game, moment, told)
        check_replay(game, moment, told)
        assert game.view(moment.state, None).public.phase in ("between", "over")


def check_match(game, state):
    """The match was won at A by its dealers; levels never fell, and deals followed each other."""
    public = game.view(state, None).public
    assert public.phase == "over"
    assert public.winner == game.outcome(state).winner
    assert public.levels[public.winner] == 11
    assert public.last.dealer % 2 == public.winner
    assert not public.last.change
    assert [result.number for result in public.results] == list(range(1, public.deal + 1))
    for before, after in pairwise(public.results):
        assert all(old <= new for old, new in zip(before.levels, after.levels, strict=True))
        assert (before.dealer % 2 == after.dealer % 2) is not before.change or is_countered(game)


def is_countered(game):
    """Whether the deal may pass to whoever counters, under this ruleset."""
    return game.ruleset.values.get("counter_takes_deal") == "always"


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("part", range(2))
def test_40_whole_matches_under_any_options_end_at_a_with_a_winner(key, part):
    """Each value of an option is all but sure to be drawn for some of so many matches."""
    for seed in range(part * 20 * THOROUGH, (part + 1) * 20 * THOROUGH):
        rng = random.Random(seed)
        chosen = [f"{o.key}={rng.choice(o.values).key}" for o in meta_of(key).options]
        game: Any = game_of(f"{key}({','.join(sorted(chosen))})")
        *_, moment = wander(game, rng, deals=1000)
        check_match(game, moment.state)
        if seed % 20 == 0:
            assert play_back(game, moment.entries)[0] == moment.state


@given(either, st.integers(0, 2**32))
@settings(max_examples=30 * THOROUGH)
def test_nothing_that_a_seat_cannot_know_changes_its_view(ruleset, seed):
    game, rng = game_of(ruleset), random.Random(seed)
    for moment in islice(wander(game, rng, deals=2), 300):
        early = len(moment.entries) < 30
        for tick in ticks_to_try(game, moment, rng) if early or rng.random() < 0.2 else ():
            seat = rng.choice((None, 0, 1, 2, 3))
            other = redeal(moment.state, seat, tick, rng)
            check_looks_the_same(game, moment.state, other, seat, tick)


def ticks_to_try(game, moment, rng):
    """In a drawing now, a little later, and at the end."""
    ticks = game.pace(moment.state).ticks
    if not ticks:
        return [0]
    return [moment.tick, rng.randint(moment.tick, ticks), ticks]


def check_looks_the_same(game, state, other, seat, tick):
    """The view, the legal actions, the question, the pace and what follows an action are the same."""
    encode = game.dump
    assert encode(game.view(state, seat, tick)) == encode(game.view(other, seat, tick))
    assert game.pace(state) == game.pace(other)
    if seat is None:
        return
    assert game.prompt_key(state, seat) == game.prompt_key(other, seat)
    legal = game.legal(state, seat, tick)
    assert legal[:50] == game.legal(other, seat, tick)[:50]
    for action in legal[:3]:
        if isinstance(state.phase, Playing) and not state.phase.trick:
            continue  # whether a throw stands tells of the others' hands, as it must
        after, events = game.apply(state, seat, action, tick)
        after_other, events_other = game.apply(other, seat, action, tick)
        shown = [encode(visible(told, seat)) for told in (events, events_other)]
        if not ends(state, after) and not ends(other, after_other):
            assert shown[0] == shown[1]
            assert encode(game.view(after, seat, tick)) == encode(
                game.view(after_other, seat, tick)
            )


def ends(state, after):
    """Whether the action ended a phase and so opened what was hidden."""
    return type(state.phase) is not type(after.phase)


def test_a_view_would_show_a_leak():
    """The test above can fail: the others' cards do change."""
    game, rng = game_of("shengji"), random.Random(1)
    moment = next(iter(wander(game, rng, deals=1)))
    other = redeal(moment.state, 0, 20, rng)

    assert game.view(moment.state, 0, 20) == game.view(other, 0, 20)
    assert game.view(moment.state, 1, 20) != game.view(other, 1, 20)
    assert game.view(moment.state, 0, 48) != game.view(other, 0, 48)


@pytest.mark.parametrize("key", GAMES)
def test_a_record_plays_the_same_when_its_ticks_are_kept_and_only_then(key):
    game, rng = game_of(key), random.Random(3)
    *_, moment = wander(game, rng, deals=1)
    shown = next(i for i, entry in enumerate(moment.entries) if entry.action.startswith("show"))
    deal = max(i for i, entry in enumerate(moment.entries[:shown]) if entry.seat == CHANCE)
    show = moment.entries[shown]

    assert play_back(game, moment.entries)[0] == moment.state
    with pytest.raises(ValueError, match="show_not_held"):
        play_back(game, [*moment.entries[: deal + 1], Entry(show.seat, show.action, 0)])
