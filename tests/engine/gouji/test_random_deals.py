"""Random deals: what must hold after every move, whatever is played."""

import random
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games.engine.core.actions import CHANCE
from games.engine.core.cards import cards_of, deck
from games.engine.core.errors import NotAllowed
from games.engine.core.events import visible
from games.engine.core.records import play_back
from games.engine.gouji.actions import Play
from games.engine.gouji.events import Played
from games.engine.gouji.game import Gouji
from games.engine.gouji.legal_from_view import answerers
from games.engine.gouji.match import GoujiState, Match
from games.engine.gouji.meta import META
from games.engine.gouji.play_state import THREES
from games.engine.gouji.playing import Playing
from games.engine.gouji.plays import is_gouji, shape_of
from games.engine.gouji.seats import ALL, BIT, NOBODY, OPPOSITE, SEATS_IN
from games.engine.registry import game_of
from tests.engine.redeal import redeal
from tests.engine.walks import THOROUGH, draw, skewed, walk
from tests.saying import en, zh

PACK = cards_of(deck(4))
RULESETS = ["gouji", *(
    f"gouji({option.key}={value.key})"
    for option in META.options
    for value in option.values
    if value.key != option.default
)]  # fmt: skip


def rulesets():
    """Any options together."""
    choices = {
        option.key: st.sampled_from([v.key for v in option.values]) for option in META.options
    }
    return st.fixed_dictionaries(choices).map(
        lambda chosen: (
            f"gouji({','.join(f'{key}={value}' for key, value in sorted(chosen.items()))})"
        )
    )


def check_actors(game, state):
    """Exactly the seats in to_act have a legal action."""
    acting = game.to_act(state)
    able = tuple(seat for seat in range(6) if len(game.legal(state, seat)))
    assert able == (() if acting == (CHANCE,) else tuple(sorted(acting)))
    assert len(set(acting)) == len(acting)


def check_legal(game, state, rng):
    """What is legal is accepted, the view says the same, and what is not legal is refused."""
    for seat in game.to_act(state):
        if seat == CHANCE:
            continue
        legal = game.legal(state, seat)
        for index in {0, len(legal) - 1, *(rng.randrange(len(legal)) for _ in range(3))}:
            game.apply(state, seat, legal[index])
        seen = game.legal_in(game.view(state, seat))
        assert len(seen) == len(legal)
        if len(legal) < 60:
            assert {game.write(a) for a in seen} == {game.write(a) for a in legal}


def check_refused(game, state, rng):
    """Cards drawn at random are accepted just when their ranks are among the legal plays."""
    seat = rng.randrange(6)
    hand = game.view(state, seat).own.hand
    cards = 0
    for _ in range(rng.choice((1, 1, 2, 2, 3))):
        numbers = [n for n in range(240) if hand >> n & 1]
        if numbers:
            cards |= 1 << rng.choice(numbers)
    legal = game.legal(state, seat)
    ranks = {_ranks(action.cards) for action in legal if isinstance(action, Play)}
    try:
        game.apply(state, seat, Play(cards))
    except NotAllowed as refusal:
        sentence = game.refusal(refusal.code, refusal.params)
        assert zh(sentence)
        assert en(sentence)
        assert _ranks(cards) not in ranks
    else:
        assert _ranks(cards) in ranks


def _ranks(cards):
    return tuple((cards >> shift & 0xFFFF).bit_count() for shift in range(0, 240, 16))


class Conservation:
    """216 cards, over hands, table and discards."""

    def __init__(self):
        self.gone = 0

    def check(self, moment):
        phase = moment.state.phase
        for event in moment.events:
            if isinstance(event, Played):
                assert not self.gone & event.cards
                self.gone |= event.cards
        place = getattr(phase, "setup", phase)
        if not hasattr(place, "hands"):
            self.gone = 0
            return
        held = self.gone
        for cards in (*place.hands, place.discarded):
            assert not held & cards
            held |= cards
        assert held == PACK


def check_replay(game, moment):
    """The record gives the same state and events, and a dumped state is the state."""
    state, told = play_back(game, moment.entries)
    assert state == moment.state
    assert list(told) == moment.told
    assert game.load(game.dump(state)) == state
    assert game.load_events(game.dump_events(told)) == told


@pytest.mark.parametrize("part", range(10))
def test_300_random_deals_hold_after_every_move(part):
    for seed in range(part * 30 * THOROUGH, (part + 1) * 30 * THOROUGH):
        rng = random.Random(seed)
        game = game_of(rng.choice(RULESETS[: 1 + seed % len(RULESETS)]))
        conservation = Conservation()
        marks = {rng.randrange(20, 260) for _ in range(3)}
        for number, moment in enumerate(walk(game, rng, 1, skewed)):
            conservation.check(moment)
            check_actors(game, moment.state)
            if rng.random() < 0.1:
                check_legal(game, moment.state, rng)
                check_refused(game, moment.state, rng)
            if number in marks:
                check_replay(game, moment)
        check_replay(game, moment)
        assert game.view(moment.state, None).public.phase in ("between", "over")


@given(rulesets(), st.integers(0, 2**32))
@settings(max_examples=100 * THOROUGH)
def test_whole_matches_under_any_options_end_with_one_score_a_deal(ruleset, seed):
    game = Gouji.of(game_of(ruleset))

    *_, moment = walk(game, random.Random(seed), 99, skewed)

    public = game.view(moment.state, None).public
    assert public.phase == "over"
    assert len(public.results) == public.games
    outcome = game.outcome(moment.state)
    assert outcome is not None
    assert outcome.scores == public.scores
    for federation in (0, 1):
        assert sum(r.points[federation] for r in public.results) == public.scores[federation]
    check_replay(game, moment)


def short_position(ruleset, rng):
    """A few cards a seat, many of them high: what ends deals, burns and heads, again and again."""
    pool = [number for number in deck(4) if number >> 4 in (0, 7, 8, 9, 10, 11, 12, 12, 13, 14)]
    rng.shuffle(pool)
    hands = []
    for _ in range(6):
        size = rng.randrange(1, 8)
        hands.append(cards_of(pool[:size]))
        pool = pool[size:]
    fields = {}
    if rng.random() < 0.4:
        seat = rng.randrange(6)
        hands[seat] = 0
        fields = {"revolted": seat, "active": ALL & ~BIT[seat], "headless": BIT[OPPOSITE[seat]]}
        if rng.random() < 0.5:
            fields |= {"headless": 0, "headed": OPPOSITE[seat], "heads_left": rng.randrange(1, 4)}
    turn = rng.choice([seat for seat in range(6) if hands[seat]])
    return Playing(hands=tuple(hands), turn=turn, **fields)


def gone_in(phase):
    """The cards in nobody's hand and not discarded."""
    held = phase.discarded
    for hand in phase.hands:
        held |= hand
    return PACK & ~held


@given(rulesets(), st.integers(0, 2**32))
@settings(max_examples=300 * THOROUGH)
def test_short_positions_hold_after_every_move_to_the_end_of_the_deal(ruleset, seed):
    game, rng = Gouji.of(game_of(ruleset)), random.Random(seed)
    state = replace(game.start(), match=Match(deal=1), phase=short_position(ruleset, rng))
    gone = gone_in(state.phase)
    for _ in range(400):
        check_actors(game, state)
        seat = rng.choice(game.to_act(state))
        if rng.random() < 0.2:
            check_legal(game, state, rng)
            check_refused(game, state, rng)
        state, events = game.apply(state, seat, draw(game.legal(state, seat), rng))
        for event in events:
            if isinstance(event, Played):
                assert not gone & event.cards
                gone |= event.cards
        assert game.load(game.dump(state)) == state
        if not isinstance(state.phase, Playing):
            break
        assert gone == gone_in(state.phase)
    assert sorted(state.match.results[0].places) == [1, 2, 3, 4, 5, 6]


@given(rulesets(), st.integers(0, 2**32))
@settings(max_examples=15 * THOROUGH)
def test_nothing_that_a_seat_cannot_know_changes_its_view(ruleset, seed):
    game, rng = Gouji.of(game_of(ruleset)), random.Random(seed)
    for moment in islice(walk(game, rng, 3, skewed), 900):
        if rng.random() > 0.15:
            continue
        seat = rng.choice((None, 0, 1, 2, 3, 4, 5))
        other = redeal(game, moment.state, seat, rng, moment.told)
        check_looks_the_same(game, moment.state, other, seat, rng)


def check_looks_the_same(game, state, other, seat, rng):
    """The view, the legal actions, the question and what follows an action are the same to the byte."""
    encode = game.dump
    assert encode(game.view(state, seat)) == encode(game.view(other, seat))
    assert game.pace(state) == game.pace(other)
    if seat is not None:
        assert game.prompt_key(state, seat) == game.prompt_key(other, seat)
        assert game.legal(state, seat)[:50] == game.legal(other, seat)[:50]
    for actor, action in same_actions(game, state, other, seat, rng):
        after, events = game.apply(state, actor, action)
        after_other, events_other = game.apply(other, actor, action)
        shown = [encode(visible(told, seat)) for told in (events, events_other)]
        assert shown[0] == shown[1]
        assert encode(game.view(after, seat)) == encode(game.view(after_other, seat))


def same_actions(game, state, other, seat, rng):
    """Actions that may be done in both: the seat's own, and those of others that show no cards.

    What closes a sealed window tells what the others chose, so it is left out, and so is what the rules
    themselves make public.
    """
    for actor in set(game.to_act(state)) & set(game.to_act(other)):
        legal = game.legal(state, actor) if actor != CHANCE else ()
        if shows_hidden(state.phase, seat) or shows_hidden(other.phase, seat):
            continue
        sealed = len(state.phase.publicly_to_act()) > 1
        closing = min(len(game.to_act(state)), len(game.to_act(other))) == 1
        if sealed and closing:
            continue
        if actor == seat:
            yield actor, legal[rng.randrange(len(legal))]
        elif isinstance(state.phase, Playing) and not sealed:
            yield from ((actor, action) for action in legal[:2] if not isinstance(action, Play))


def shows_hidden(phase, seat):
    """Whether the next move may tell what somebody holds: that they are stifled, or cannot burn on."""
    if not isinstance(phase, Playing) or phase.top is None:
        return False
    return phase.burner not in (-1, seat) or 0 < phase.hands[phase.top.seat] <= THREES


def test_a_view_would_show_a_leak():
    """The test above can fail: the hand itself does change."""
    game, rng = game_of("gouji"), random.Random(1)
    moment = next(iter(walk(game, rng, 1)))
    other = redeal(game, moment.state, 0, rng, moment.told)

    assert game.view(moment.state, 0) == game.view(other, 0)
    assert game.view(moment.state, 1) != game.view(other, 1)


@pytest.mark.parametrize("ruleset", ["gouji", "gouji:charge", "gouji(melee_reentry=off)"])
def test_a_view_says_who_may_answer_a_play_as_the_rules_then_ask_them(ruleset):
    """The bots reckon with it. Left out is what a play settles first: a yield, a head that waits for it, a stifled seat."""
    game, seen = Gouji.of(game_of(ruleset)), 0
    before = game.start()
    for moment in walk(game, random.Random(11), 6, skewed):
        state, was = moment.state, before.phase
        played = next((each for each in moment.events if isinstance(each, Played)), None)
        before = state
        if played is None or not isinstance(was, Playing) or played.dead or was.burners:
            continue
        if was.yielder != NOBODY or was.awaited != NOBODY or not isinstance(state.phase, Playing):
            continue
        if state.phase.active | BIT[played.seat] != was.active:
            continue
        shape = shape_of(played.cards, game.rules.mixed_jokers)
        public = game.view(GoujiState(state.match, was), None).public
        gouji = shape is not None and is_gouji(shape) and not was.melee
        pending = state.phase.pending if state.phase.trick else 0
        assert sorted(answerers(game.rules, public, played.seat, gouji=gouji)) == list(
            SEATS_IN[pending]
        )
        seen += 1
    assert seen > 300
