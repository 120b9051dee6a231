"""huolong §1: the match, trumps, points, pairs and meteors."""

from itertools import pairwise

import pytest

from games.engine.core.cards import cards_of, deck, each_card, take_all
from games.engine.huolong.matching import identical
from games.engine.levels.ladder import climb
from games.engine.levels.trumps import points_in, trumps_of
from tests.engine.levels.tables import deal_from, level_of, position, suit_of


def ranked(cards, level="3", suit="S"):
    trumps = trumps_of(level_of(level), suit_of(suit), True)
    return [trumps.powers[next(each_card(take_all(card)))] for card in cards.split()]


def test_four_seats_three_decks_162_cards_39_each_6_in_the_bottom():
    table = deal_from(ruleset="huolong")

    assert len(table.game.chance(table.game.start()).deck) == 162
    assert table.public(156).counts == (39,) * 4
    assert table.public(156).kitty_count == 6


def test_levels_run_from_3_to_a_with_no_must_play_level_but_a_where_rises_stop():
    rules = deal_from(ruleset="huolong").game.rules

    assert deal_from(ruleset="huolong").public().levels == (0, 0)
    assert rules.must_play == frozenset()
    assert climb(0, 3, rules.must_play, 0) == 3
    assert climb(level_of("K"), 8, rules.must_play, 0) == level_of("A")


def test_2_is_always_trump():
    for level in "3TA":
        trumps = trumps_of(level_of(level), suit_of("H"), True)
        assert {trumps.suits[n] for n in each_card(take_all("2S2S2H2D2C"))} == {4}


def test_trumps_high_to_low():
    powers = ranked("B s TS TH 2S 2H AS KS QS JS 9S 8S 7S 6S 5S 4S 3S", level="T")

    assert powers == sorted(powers, reverse=True)
    assert len(set(powers)) == len(powers)
    assert len(set(ranked("TH TD TC", level="T"))) == len(set(ranked("2H 2D 2C"))) == 1


def test_side_suits_the_same_way_with_10_in_its_natural_place():
    assert all(high > low for high, low in pairwise(ranked("AH KH QH JH TH 9H 8H 7H 6H 5H 4H")))


def test_of_equal_plays_the_first_wins():
    table = position("9H", "9H", "9H", "4D", ruleset="huolong")
    table.all_act("0 play 9H", "1 play 9H", "2 play 9H")

    assert table.public().top == 0


def test_points_are_5_10_10_and_300_in_all():
    assert [points_in(take_all(card)) for card in ("5S", "TS", "KS")] == [5, 10, 10]
    assert points_in(cards_of(deck(3))) == 300


@pytest.mark.parametrize(
    ("cards", "expected"),
    [("9S9S", True), ("9S9S9S", True), ("BB", True), ("sss", True), ("9S9H", False), ("Bs", False),
     ("3H3D", False), ("2H2D2D", False)],
)  # fmt: skip
def test_a_pair_is_two_identical_cards_a_meteor_three_jokers_too(cards, expected):
    assert identical(take_all(cards)) is expected
