"""shengji §4: leads, throws, following, ruffs, tricks."""

import pytest

from games.engine.core.cards import take_all
from games.engine.core.errors import NotAllowed
from games.engine.core.phases import Limit
from games.engine.levels.actions import Play
from games.engine.levels.events import Played, ThrowFailed, TrickWon
from tests.engine.levels.tables import faces, position


def winner_of(*plays, suit="S", level="3", ruleset="shengji", lead=0):
    """Who wins a trick of these cards, played in turn from seat 0, with one low card left in each hand."""
    hands = [f"{cards}{rest}" for cards, rest in zip(plays, ("6D", "7D", "6C", "7C"), strict=True)]
    table = position(*hands, suit=suit, level=level, ruleset=ruleset, turn=lead)
    events = table.all_act(*(f"{seat} play {cards}" for seat, cards in enumerate(plays)))
    return next(event.seat for event in events if isinstance(event, TrickWon))


def test_the_dealer_leads_the_first_trick_then_each_tricks_winner():
    table = position("9H5H", "AH5D", "6H6D", "7H7D", dealer=0)
    assert (table.to_act(), table.public().leader) == ((0,), 0)
    assert table.refused(1, "play AH") == "not_your_turn"
    table.all_act("0 play 9H", "1 play AH", "2 play 6H", "3 play 7H")

    assert (table.to_act(), table.public().leader) == ((1,), 1)
    assert [faces(laid.cards) for laid in table.public().last_trick] == ["9H", "AH", "6H", "7H"]


def test_a_lead_is_one_card_or_several_of_one_suit_thrown_together():
    table = position("AHKH4D", "4H5H6H", "7H8H5D", "9H6D7D")

    assert table.refused(0, "play AH4D") == "one_suit"
    assert table.act(0, "play AHKH") == (Played(0, take_all("AHKH"), leads=True),)


def test_all_trumps_are_one_suit_and_may_be_thrown():
    table = position("Bs3S4D", "4H5H6H", "7H8H5D", "9H6D7D")
    table.act(0, "play Bs3S")

    assert table.public().trick[0].cards == take_all("Bs3S")


def test_a_throw_of_a_suits_card_with_a_trump_of_that_printed_suit_is_not_one_suit():
    table = position("AH2H4D", "4H5H6H", "7H8H5D", "9H6D7D")

    assert table.refused(0, "play AH2H") == "one_suit"


@pytest.mark.parametrize("holder", [1, 2, 3])
def test_a_throw_stands_only_if_no_other_hand_their_partners_included_holds_a_card_that_beats_any(
    holder,
):
    hands = ["AHQH4D4C", *["5D6D7D8D", "5C6C7C8C", "9C9DJDJC"]]
    hands[holder] = "KH" + hands[holder][:6]
    table = position(*hands)

    events = table.act(0, "play AHQH")

    assert events == (ThrowFailed(0, take_all("AHQH")), Played(0, take_all("QH"), leads=True))


def test_else_its_smallest_card_is_led_the_rest_returns_and_all_four_see_the_cards_they_tried():
    table = position("AHQH9H4D", "KH5D6D7D", "4H5C6C7C", "8C9CTCJC")
    events = table.act(0, "play AHQH9H")

    assert events[0].audience() is None
    assert table.hand(0) == "AHQH4D"
    assert table.public().trick[0].tried == take_all("AHQH9H")
    assert table.own(1).choices[0].count == 1


def test_a_single_lead_never_fails():
    table = position("4H5D", "AH6D", "KH7D", "QH8D")

    assert table.act(0, "play 4H") == (Played(0, take_all("4H"), leads=True),)


def test_an_equal_card_does_not_beat():
    table = position("Bs2H4D", "2D4H5H", "2C7H8H", "9H6D7D", suit="S")
    table.act(0, "play Bs2H")

    assert table.public().trick[0].tried == 0


def test_buried_cards_are_not_looked_at():
    table = position("KHQH4D", "4H5H6H", "7H8H5D", "9H6D7D", bottom="AH")
    table.act(0, "play KHQH")

    assert table.public().trick[0].tried == 0


def test_the_smallest_of_equal_cards_goes_by_suit():
    table = position("2C2D4D", "B4H5H", "7H8H5D", "9H6D7D", suit="S")
    table.act(0, "play 2C2D")

    assert faces(table.public().trick[0].cards) == "2C"


def test_followers_play_as_many_cards_as_led():
    table = position("AHKH4D", "4H5H6H", "7H8H5D", "9H6D7D")
    table.act(0, "play AHKH")

    assert table.refused(1, "play 4H") == "wrong_count"
    assert table.refused(1, "play 4H5H6H") == "wrong_count"
    assert table.own(1).choices[0].count == 2


def test_as_many_of_the_led_suit_as_one_holds():
    table = position("AHKH4D", "4H5H6D", "7H8D5D", "9H6C7D")
    table.act(0, "play AHKH")

    assert table.refused(1, "play 4H6D") == "follow_suit"
    table.act(1, "play 4H5H")
    assert table.refused(2, "play 8D5D") == "follow_suit"
    assert table.legal(2) == ["play 7H5D", "play 8D7H"]


def test_the_view_names_the_cards_that_may_not_be_laid_while_suit_can_be_followed():
    table = position("AHKH4D", "4H5H6D", "7H8D5D", "9H6C7D")
    assert table.own(0).barred == 0
    table.act(0, "play AHKH")

    assert [faces(table.own(seat).barred) for seat in (1, 2)] == ["6D", ""]
    table.act(1, "play 4H5H")
    assert faces(table.own(2).barred) == ""


def test_a_level_card_or_2_of_the_led_suit_does_not_follow_it():
    table = position("AH4D", "3H2H", "7H8D", "9H6C")
    table.act(0, "play AH")

    assert table.legal(1) == ["play 2H", "play 3H"]
    table.act(1, "play 2H")
    assert table.public().top == 1


def test_trumps_led_are_followed_with_trumps_of_any_printed_suit():
    table = position("5S4D", "2HAD", "3DKD", "s6C")
    table.act(0, "play 5S")

    assert table.refused(1, "play AD") == "follow_suit"
    table.all_act("1 play 2H", "2 play 3D", "3 play s")


def test_with_none_any_cards():
    table = position("AHKH4D", "4S5D6C", "7H8H5C", "9H6D7D")
    table.act(0, "play AHKH")

    assert table.legal(1) == ["play 5D4S", "play 6C4S", "play 6C5D"]


def test_all_of_them_trump_is_a_ruff():
    assert winner_of("AH", "4S", "5H", "6H") == 1
    assert winner_of("AHKH", "4S5S", "5H6H", "7H8H") == 1


@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [("4S6S", "5S7S", 2), ("4S7S", "5S6S", 1), ("4SB", "3Ss", 1), ("AS4S", "2H5S", 2)],
)
def test_of_several_ruffs_the_one_whose_highest_trump_is_higher_wins(first, second, winner):
    assert winner_of("AHKH", first, second, "7H8H") == winner


def test_of_equal_ruffs_the_first_wins():
    assert winner_of("AHKH", "2D4S", "2C5S", "7H8H") == 1
    assert winner_of("AH", "3D", "3C", "7H") == 1


def test_a_throw_in_a_side_suit_is_beaten_only_by_a_ruff_of_as_many_trumps():
    assert winner_of("AHKHQH", "B5D3S", "5H6H7H", "8H9HJH") == 0
    assert winner_of("AHKHQH", "4S5S6S", "5H6H7H", "8H9HJH") == 1


def test_mixed_cards_never_win():
    assert winner_of("AHKH", "BAD", "5H6H", "7H8H") == 0
    assert winner_of("AHKH", "9HB", "5H6H", "7H8H") == 0


def test_the_trick_goes_to_the_highest_card_of_the_led_suit():
    assert winner_of("9H", "QH", "KH", "AD") == 2


def test_one_card_of_the_suit_and_two_trumps_is_below_kq9():
    assert winner_of("KHQH9H", "4H5SB", "5H6H7H", "8DTDJD", level="3") == 0


def test_a_throw_that_stands_is_beaten_by_nothing_else():
    assert winner_of("AHJH", "5H6H", "AD9D", "ACKC") == 0
    assert winner_of("Bs3S", "2H4S5S", "KDAD9D", "ACKC9C") == 0


def test_the_side_not_dealing_keeps_the_points_of_the_tricks_it_wins():
    table = position("9H5H", "AHTD", "TH6D", "KHKD", dealer=0)
    events = table.all_act("0 play 9H", "1 play AH", "2 play TH", "3 play KH")

    assert events[-1] == TrickWon(1, 20, kept=True)
    assert (table.public().points, faces(table.public().taken)) == (20, "KHTH")


def test_the_dealers_points_are_not_kept():
    table = position("AH5H", "9HTD", "TH6D", "KHKD", dealer=0)
    events = table.all_act("0 play AH", "1 play 9H", "2 play TH", "3 play KH")

    assert events[-1] == TrickWon(0, 20, kept=False)
    assert table.public().points == 0


def test_no_cards_and_cards_not_held_are_refused():
    table = position("AH5H", "9HTD", "TH6D", "KHKD")

    assert table.refused(0, "play 9H") == "not_in_hand"
    assert table.refused(0, "decline") == "not_now"
    assert table.refused(0, "play") == "action"
    for seat, action, code in ((0, Play(0), "no_cards"), (0, Play(take_all("9H")), "not_in_hand"),
                               (4, Play(take_all("9H")), "not_now")):  # fmt: skip
        with pytest.raises(NotAllowed, match=code):
            table.game.apply(table.state, seat, action)


@pytest.mark.parametrize(
    ("hands", "played", "expected"),
    [
        (("4S5H6D", "4H", "4D", "4C"), (), "5H"),
        (("9H", "KH5H6H", "4D", "4C"), ("0 play 9H",), "5H"),
        (("9HAH4D", "8H5D5S", "5H6H7H", "4C6C7C"), ("0 play 9HAH",), "5D8H"),
        (("9H", "5S4D", "4C", "6C"), ("0 play 9H",), "4D"),
    ],
)
def test_time_out_the_lowest_legal_cards(hands, played, expected):
    table = position(*hands)
    table.all_act(*played)
    ((seat, action),) = table.game.defaults(table.state)

    assert seat == table.to_act()[0]
    assert sorted(faces(action.cards)) == sorted(expected)
    table.close()


def test_a_turn_is_a_turn_and_each_move_a_new_question():
    table = position("AH5H", "9HTD", "TH6D", "KHKD")
    first = table.game.prompt_key(table.state, 0)
    table.act(0, "play AH")

    assert table.game.pace(table.state).limit is Limit.TURN
    assert table.game.prompt_key(table.state, 1) != first


def test_leads_are_counted_as_every_set_of_one_suit():
    table = position("AHKHQH4DBs", "4H", "4C", "5C")

    assert len(table.game.legal(table.state, 0)) == 7 + 1 + 3
    assert "play BsAH" not in table.legal(0)
