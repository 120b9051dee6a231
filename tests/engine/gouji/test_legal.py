"""Legal plays: the lazy sequence against a plain enumeration."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.core.cards import RANK_OF, rank_counts, write_ranks
from games.engine.gouji.actions import Pass
from games.engine.gouji.legal import Answers, Leads
from games.engine.gouji.plays import Demand, demand_of, meets, shape_of
from tests.engine.gouji.positions import hands_from

RANKS = "3456789TJQKA2sB"


def every_choice(hand):
    """All ways to take cards of a hand, one for each number of each rank."""
    counts = rank_counts(hand)
    held = [(rank, count) for rank, count in enumerate(counts) if count]
    for picked in product(*(range(count + 1) for _, count in held)):
        text = "".join(RANKS[rank] * n for (rank, _), n in zip(held, picked, strict=True))
        if text:
            yield hands_from(text)[0], "".join(sorted(text, key=RANKS.index, reverse=True))


def ranks_of(actions):
    return [write_ranks(action.cards) for action in actions]


small_hands = st.lists(st.sampled_from(RANKS), min_size=1, max_size=9).filter(
    lambda cards: cards.count("s") <= 4 and cards.count("B") <= 4
)


@given(small_hands, st.sampled_from(["as_small", "keep"]))
def test_leads_are_all_plays_of_the_hand_and_no_others(cards, mixed):
    hand = hands_from("".join(cards))[0]
    expected = sorted(text for play, text in every_choice(hand) if shape_of(play, mixed))

    leads = Leads(hand, mixed)

    assert sorted(ranks_of(leads)) == expected
    assert len(leads) == len(expected)


@given(small_hands, small_hands, st.sampled_from(["as_small", "keep"]), st.booleans())
def test_answers_are_all_plays_that_beat_and_no_others(cards, wanted, mixed, two_to_one):
    hand = hands_from("".join(cards))[0]
    for old, _ in list(every_choice(hands_from("".join(wanted))[0]))[:40]:
        shape = shape_of(old, mixed)
        demand = shape and demand_of(shape, two_to_one=two_to_one)
        if not demand:
            continue
        expected = sorted(
            text
            for play, text in every_choice(hand)
            if (ours := shape_of(play, mixed)) and meets(ours, demand)
        )

        answers = Answers(hand, demand, mixed)

        assert sorted(ranks_of(answers)) == expected
        assert len(answers) == len(expected)


def test_the_extras_come_first_and_indexes_behave_as_in_a_list():
    hand = hands_from("99T")[0]
    answers = Answers(hand, Demand(1, 0, RANK_OF["4"]), "as_small", (Pass(),))

    assert answers[0] == Pass()
    assert list(answers) == [answers[i] for i in range(len(answers))] == list(answers[:])
    assert answers[-1] == answers[2]
    with pytest.raises(IndexError):
        answers[3]
    with pytest.raises(IndexError):
        answers[-4]
