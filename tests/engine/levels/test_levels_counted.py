"""Actions counted by arithmetic: each once, and all of them."""

from itertools import combinations
from typing import Any

import pytest

from games.engine.core.cards import cards_of, each_card, take_all
from games.engine.levels.actions import Bury, Play
from games.engine.levels.combinations import Alike, Combinations, Subsets

HAND = take_all("3S3S3S4H4H5DAABBBs")


def cards_in(legal: Any) -> set[int]:
    return {action.cards for action in legal}


def sets(numbers, count):
    return {cards_of(each) for each in combinations(numbers, count)}


@pytest.mark.parametrize("count", [0, 1, 2, 3, 6, 12])
def test_combinations_are_all_choices_of_so_many_cards(count):
    numbers = list(each_card(HAND))
    legal = Combinations(Bury, HAND, count)

    assert len(legal) == len(sets(numbers, count))
    assert cards_in(legal) == sets(numbers, count)


def test_fixed_cards_go_with_every_choice():
    fixed = take_all("9D9C")
    legal = Combinations(Play, HAND, 2, fixed)

    assert all(cards & fixed == fixed for cards in cards_in(legal))
    assert len(cards_in(legal)) == len(legal)


def test_subsets_are_all_choices_within_a_pool():
    pools = (take_all("3S4S5S"), take_all("6H"), 0)
    expected = set().union(*(sets(each_card(pools[0]), n) for n in (1, 2, 3)), {pools[1]})

    assert cards_in(Subsets(Play, pools)) == expected
    assert len(Subsets(Play, pools)) == 8


def test_alike_are_all_sets_of_identical_cards():
    numbers = list(each_card(HAND))
    expected = {
        cards
        for count in (1, 2, 3)
        for cards in sets(numbers, count)
        if len({n >> 2 for n in each_card(cards)}) == 1
    }

    assert cards_in(Alike(Play, HAND)) == expected
    assert len(Alike(Play, HAND)) == len(expected)


@pytest.mark.parametrize(
    "legal", [Combinations(Play, HAND, 2), Subsets(Play, (HAND,)), Alike(Play, HAND)]
)
def test_they_are_sequences(legal):
    assert legal[-1] == legal[len(legal) - 1]
    assert list(legal)[:3] == list(legal[:3])
    for index in (len(legal), -len(legal) - 1):
        with pytest.raises(IndexError):
            legal[index]
