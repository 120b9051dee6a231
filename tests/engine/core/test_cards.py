"""Cards as numbers, sets as bits, and their notation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.core.cards import (
    BIG,
    SMALL,
    card,
    cards_of,
    deck,
    each_card,
    lowest,
    of_rank,
    rank_counts,
    read_tokens,
    take,
    take_all,
    write_card,
    write_cards,
    write_ranks,
)
from games.engine.core.errors import NotAllowed, Unreadable

sets = st.sets(st.sampled_from(deck(4)), max_size=40)


@pytest.mark.parametrize(("copies", "size"), [(1, 54), (3, 162), (4, 216)])
def test_a_pack_has_54_different_cards_a_deck(copies, size):
    assert len(set(deck(copies))) == size
    assert sum(number >> 4 in (SMALL, BIG) for number in deck(copies)) == 2 * copies


@given(sets)
def test_a_set_of_cards_is_an_integer_and_back(numbers):
    cards = cards_of(numbers)

    assert list(each_card(cards)) == sorted(numbers)
    assert take_all(write_cards(cards)) == cards
    assert len(write_ranks(cards)) == len(numbers)


@given(sets)
def test_all_ranks_are_counted(numbers):
    cards = cards_of(numbers)

    expected = tuple(sum(number >> 4 == rank for number in numbers) for rank in range(15))
    assert rank_counts(cards) == expected
    assert tuple(of_rank(cards, rank).bit_count() for rank in range(15)) == expected


def test_a_hand_full_of_one_rank_is_counted_without_overflow():
    assert rank_counts(cards_of(deck(4))) == (*[16] * 13, 4, 4)


@given(sets, st.integers(0, 45))
def test_the_lowest_cards_are_taken(numbers, count):
    assert lowest(cards_of(numbers), count) == cards_of(sorted(numbers)[:count])


def test_exact_cards_are_taken_before_any_that_fit():
    hand = take_all("9Ca9Sa")

    assert take("9 9Ca", hand) == hand
    assert take("9S", hand) == take_all("9Sa")


@pytest.mark.parametrize("text", ["x", "9Z", "sS", "BC", "9" * 2001, "10"])
def test_what_is_no_card_is_unreadable(text):
    with pytest.raises(Unreadable):
        read_tokens(text)


def test_a_card_that_is_not_there_is_refused_by_its_rank():
    with pytest.raises(NotAllowed) as refusal:
        take("99", take_all("9"))
    assert refusal.value.params == {"card": "9"}


def test_jokers_are_written_without_a_suit():
    assert write_card(card(SMALL, 0, 3)) == "sd"
