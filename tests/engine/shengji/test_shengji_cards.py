"""shengji §2: trumps, the order of cards, points."""

from itertools import pairwise

import pytest

from games.engine.core.cards import each_card, take_all
from games.engine.levels.trumps import NO_SUIT, TRUMP, points_in, smallest, trumps_of
from tests.engine.levels.tables import faces, level_of, position, suit_of

TEN = [("shengji", "AKQJ9T8765"), ("shengji(ten=natural)", "AKQJT98765")]
STANDARD = [("shengji:standard", "AKQJT98765")]


def ranked(cards, level="3", suit="S", natural=False):
    """Powers of cards in notation, one by one."""
    trumps = trumps_of(level_of(level), suit_of(suit), natural)
    return [trumps.powers[next(each_card(take_all(card)))] for card in cards.split()]


@pytest.mark.parametrize("natural", [False, True])
def test_trumps_high_to_low(natural):
    ten = "TS 9S" if natural else "9S TS"
    powers = ranked(f"B s 3S 3H 2S 2H AS KS QS JS {ten} 8S 7S 6S 5S 4S", natural=natural)

    assert powers == sorted(powers, reverse=True)
    assert len(set(powers)) == len(powers)


def test_the_other_level_cards_are_equal_and_the_other_2s_are_equal():
    assert len(set(ranked("3H 3D 3C"))) == 1
    assert len(set(ranked("2H 2D 2C"))) == 1


def test_2_is_always_trump():
    for level in "345TKA":
        trumps = trumps_of(level_of(level), suit_of("H"), False)
        assert {trumps.suits[number] for number in each_card(take_all("2S2H2D2C"))} == {TRUMP}


@pytest.mark.parametrize("level", "3456789TJQKA")
def test_side_suits_run_without_level_cards_and_2s(level):
    order = [rank for rank in "AKQJ9T876543" if rank != level]
    powers = ranked(" ".join(f"{rank}H" for rank in order), level=level)

    assert powers == sorted(powers, reverse=True)
    assert max(powers) < min(ranked("4S" if level != "4" else "5S"))
    trumps = trumps_of(level_of(level), suit_of("S"), False)
    assert (
        faces(trumps.masks[suit_of("H")] & take_all("3H4H5H6H7H8H9HTHJHQHKHAH2H")).count("H") == 11
    )


@pytest.mark.parametrize(("ruleset", "order"), [*TEN, *STANDARD])
def test_option_ten_puts_the_10_below_the_9_or_above_it(ruleset, order):
    for higher, lower in pairwise(order):
        table = position(f"{lower}H", f"{higher}H", "4H", "4D", level="3", ruleset=ruleset)
        table.all_act(f"0 play {lower}H", f"1 play {higher}H", "2 play 4H")
        assert table.public().top == 1


def test_the_default_preset_is_as_printed():
    assert str(position("4H", "4D", "4C", "4S").game.ruleset) == "shengji"
    assert position("4H", "4D", "4C", "4S").game.ruleset["ten"] == "below_nine"


def test_of_equal_cards_the_first_played_wins():
    table = position("3H", "3D", "2D", "2C", suit="S")
    table.all_act("0 play 3H", "1 play 3D", "2 play 2D")

    assert table.public().top == 0


def test_points_are_5_10_and_k_and_100_in_all():
    assert [points_in(take_all(card)) for card in ("5S", "TS", "KS", "9S")] == [5, 10, 10, 0]
    assert points_in(take_all("5S5H5D5CTSTHTDTCKSKHKDKC")) == 100


def test_ties_that_only_need_some_order_go_by_suit_spades_hearts_clubs_diamonds():
    trumps = trumps_of(level_of("3"), suit_of("S"), False)
    four = take_all("4H4C4D")
    twos = take_all("2H2C2D")

    assert [faces(smallest(four, n, trumps)) for n in (1, 2)] == ["4H", "4H4C"]
    assert faces(smallest(twos, 1, trumps)) == "2H"
    assert faces(smallest(take_all("4S4C4D"), 2, trumps_of(0, suit_of("H"), False))) == "4S4C"
    assert faces(smallest(take_all("2S2H2C"), 2, trumps_of(0, suit_of("D"), False))) == "2S2H"
    assert faces(smallest(take_all("4S5H"), 1, trumps)) == "5H"


def test_without_a_trump_suit_only_jokers_level_cards_and_2s_are_trumps():
    trumps = trumps_of(level_of("5"), NO_SUIT, False)

    assert faces(trumps.masks[TRUMP] & take_all("Bs5S2DAS3S")) == "Bs2D5S"
