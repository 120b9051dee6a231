"""What a card counter 记牌器 may count: the deck without what was laid open before everybody."""

import random

import pytest

from games.engine.core.cards import cards_of, deck
from games.engine.registry import game_of
from tests.engine.levels.wanders import wander
from tests.engine.walks import THOROUGH, skewed, walk

pytestmark = pytest.mark.unit

DECKS = {"gouji": 4, "shengji": 1, "huolong": 3}
"""How many decks each game is played with: the first section of its rules page."""


def moments(ruleset, seed):
    game, dice = game_of(ruleset), random.Random(seed)
    if game.meta.key == "gouji":
        return game, walk(game, dice, 4, skewed)
    return game, wander(game, dice, 2)


def laid_open(event):
    """The cards that an event tells to have left a hand before everybody's eyes."""
    if type(event).__name__ in {"Played", "ChargeBeaten"}:
        return event.cards
    return sum(event.sets) if type(event).__name__ == "Charged" else 0


@pytest.mark.parametrize("ruleset", ["gouji", "gouji:charge", "shengji", "huolong"])
@pytest.mark.parametrize("seed", range(4 * THOROUGH))
def test_unplayed_is_the_deck_without_what_was_laid_open_in_this_deal(ruleset, seed):
    game, walked = moments(ruleset, seed)
    whole = cards_of(deck(DECKS[game.meta.key]))
    laid, counted = 0, 0
    for moment in walked:
        public = game.view(moment.state, None, getattr(moment, "tick", 0)).public
        laid = sum(map(laid_open, moment.events), laid)
        if public.phase == "play":
            assert public.unplayed == whole & ~laid
            counted += 1
        else:
            assert public.unplayed == 0
        if type(moment.events[0]).__name__ == "DealBegan" if moment.events else False:
            laid = 0
    assert counted > 50


@pytest.mark.parametrize("seed", range(THOROUGH))
def test_a_charge_is_laid_open_and_the_rest_of_the_revolutionarys_hand_is_not(seed):
    """Walks of the charge preset until one deal had a charge (gouji §8)."""
    game, dice = game_of("gouji:charge"), random.Random(100 + seed)
    for _ in range(60):
        charged = 0
        for moment in walk(game, dice, 1, skewed):
            charged |= sum(map(laid_open, moment.events)) if _charges(moment) else 0
            public = game.view(moment.state, None).public
            if charged and public.phase == "play":
                assert not public.unplayed & charged
                assert public.unplayed.bit_count() > sum(public.counts)
                return
    raise AssertionError("no deal had a charge")


def _charges(moment):
    return any(type(event).__name__ == "Charged" for event in moment.events)
