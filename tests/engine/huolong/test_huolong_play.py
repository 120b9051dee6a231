"""huolong §4: leads, pairs and meteors, ruffs."""

import pytest

from games.engine.core.cards import take_all
from games.engine.levels.events import Played, TrickWon
from tests.engine.levels.tables import faces, position


def winner_of(*plays, level="3"):
    hands = [f"{cards}{rest}" for cards, rest in zip(plays, ("6D", "7D", "6C", "7C"), strict=True)]
    table = position(*hands, level=level, ruleset="huolong")
    events = table.all_act(*(f"{seat} play {cards}" for seat, cards in enumerate(plays)))
    return next(event.seat for event in events if isinstance(event, TrickWon))


def test_leads_are_one_card_a_pair_a_meteor():
    table = position("9H9H9HTD", "4D", "4C", "4S", ruleset="huolong")

    assert table.legal(0) == ["play 9H", "play 9H9H", "play 9H9H9H", "play TD"]
    assert len(table.game.legal(table.state, 0)) == 3 + 3 + 1 + 1
    assert table.act(0, "play 9H9H9H") == (Played(0, take_all("9H9H9H"), leads=True),)


def test_no_throws():
    table = position("AHKHKS", "4D5D", "4C5C", "4S5S", ruleset="huolong")

    assert table.refused(0, "play AHKH") == "identical"
    assert table.refused(0, "play KHKS") == "identical"


def test_followers_play_as_many_cards_of_the_led_suit_as_far_as_they_can():
    table = position("9H9H", "4H5HTH", "4H5D", "4C5C", ruleset="huolong")
    table.act(0, "play 9H9H")

    assert table.refused(1, "play 4H") == "wrong_count"
    table.act(1, "play 4H5H")
    assert table.refused(2, "play 5D4H4H") == "not_in_hand"
    assert table.legal(2) == ["play 5D4H"]


def test_shape_is_not_owed():
    table = position("9H9H", "AHAHKHQH", "4D", "4C", ruleset="huolong")
    table.act(0, "play 9H9H")

    assert "play KHQH" in table.legal(1)
    table.act(1, "play KHQH")
    assert table.public().top == 0


@pytest.mark.parametrize(
    ("second", "winner"), [("THTH", 1), ("8H8H", 0), ("AHKH", 0), ("ADAD", 0), ("ADKD", 0)]
)
def test_a_pair_is_beaten_only_by_a_higher_one_of_the_led_suit(second, winner):
    assert winner_of("9H9H", second, "4C5C", "8C9C") == winner


def test_a_meteor_is_beaten_only_by_a_higher_meteor():
    assert winner_of("9H9H9H", "AHAHKH", "4C5C8C", "9CTCJC") == 0
    assert winner_of("9H9H9H", "THTHTH", "4C5C8C", "9CTCJC") == 1


def test_or_by_a_hand_without_that_suit_by_one_of_trumps():
    assert winner_of("AHAH", "4S4S", "4C5C", "8C9C") == 1
    assert winner_of("AHAHAH", "4S4S4S", "4C5C8C", "9CTCJC") == 1
    table = position("AHAH", "4S4S8H", "4C5C", "8C9C", ruleset="huolong")
    table.act(0, "play AHAH")
    assert table.refused(1, "play 4S4S") == "follow_suit"


def test_among_trump_pairs_or_meteors_the_higher_wins():
    assert winner_of("AHAH", "4S4S", "5S5S", "8C9C") == 2
    assert winner_of("AHAH", "2D2D", "AS9S", "2S2S") == 3
    assert winner_of("AHAH", "BB", "ss", "2S2S") == 1


def test_of_equal_trump_pairs_the_first_wins():
    assert winner_of("AHAH", "2D2D", "2C2C", "8C9C") == 1


@pytest.mark.parametrize("ruff", ["Bs", "4S5S", "3H3D", "2H2D"])
def test_a_ruff_of_another_shape_is_a_discard(ruff):
    assert winner_of("9H9H", ruff, "4C5C", "8C9C") == 0


def test_singles_as_in_shengji():
    assert winner_of("9H", "TH", "4S", "AH") == 2
    assert winner_of("9H", "AH", "AH", "KD") == 1
    assert winner_of("9H", "3D", "3C", "KD") == 1


def test_a_trump_pair_led_is_beaten_by_a_higher_trump_pair():
    assert winner_of("4S4S", "2D3D", "2C2C", "BAS") == 2


def test_time_out_the_lowest_legal_cards():
    table = position("9H9H", "KH5H5H6H", "4H5S4D", "5C6C", ruleset="huolong")
    table.act(0, "play 9H9H")
    for seat, expected in ((1, "5H5H"), (2, "4H4D"), (3, "6C5C")):
        ((who, action),) = table.game.defaults(table.state)
        assert (who, faces(action.cards)) == (seat, expected)
        table.close()
