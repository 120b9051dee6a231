"""gouji §6: playing gouji plays, and opening."""

import pytest

from games.engine.gouji.events import BecameHeadless, Opened, Passed, Played, TrickWon, WentOut
from tests.engine.gouji.positions import hands_from, position

FILL = "3456789"


def kinds(events):
    return [type(event) for event in events]


def test_on_a_gouji_play_their_opposite_is_asked_and_nobody_else():
    table = position("AA" + FILL, "22" + FILL, FILL, "22" + FILL, FILL, FILL)

    table.act(0, "play AA")

    assert table.to_act() == (3,)
    assert table.public().gouji
    assert table.refused(1, "play 22") == "gouji_head_only"


def test_the_opposite_may_answer_even_after_they_passed():
    table = position("9" + FILL, "2s" + FILL, "5" + FILL, "s" + FILL, "2" + FILL, FILL)
    table.all_act("0 play 9", "1 pass", "2 pass", "3 pass", "4 play 2")

    assert table.to_act() == (1,)
    table.act(1, "play s")
    assert table.to_act() == (4,)


def test_so_it_goes_to_and_fro_between_the_two_opposites():
    table = position("KKs" + FILL, FILL, FILL, "AAB" + FILL, FILL, FILL)

    table.all_act("0 play KK", "3 play AA", "0 pass")

    assert table.to_act() == (3,)
    assert table.public().opened == (False, False, False, True, False, False)


def test_if_none_answers_whoever_made_the_play_leads_again():
    table = position("AA" + FILL, *[FILL] * 5)
    table.act(0, "play AA")

    assert table.act(3, "pass") == (Passed(3), TrickWon(0, 0), Opened(0))
    assert table.to_act() == (0,)


@pytest.mark.parametrize(
    ("play", "twos", "opened"),
    [
        ("AA", "on", True),
        ("2K", "on", True),
        ("2K", "off", False),
        ("22", "on", True),
        ("22", "off", False),
        ("2", "on", False),
        ("s", "on", False),
        ("BAA", "on", False),
        ("s44", "on", False),
    ],
)
def test_opening_is_not_by_a_play_with_a_joker_nor_by_a_single_2(play, twos, opened):
    table = position(
        play + FILL, *[FILL] * 5, ruleset=f"gouji(hold_threes=off,open_with_twos={twos})"
    )

    table.all_act(f"0 play {play}", "3 pass")

    assert table.public().opened[0] is opened


def test_an_ordinary_play_that_wins_does_not_open():
    table = position("9" + FILL, *[FILL] * 5)

    table.all_act("0 play 9", "1 pass", "2 pass", "3 pass", "4 pass", "5 pass")

    assert not any(table.public().opened)


def test_a_gouji_answer_in_an_ordinary_trick_opens_too():
    table = position("99" + FILL, "AA" + FILL, *[FILL] * 4)

    table.all_act("0 play 99", "1 play AA", "4 pass")

    assert table.public().opened[1]


def test_a_last_hand_opens_too():
    table = position("AA", *[FILL] * 5)

    events = table.all_act("0 play AA", "3 pass")

    assert events == (Passed(3), BecameHeadless(3), TrickWon(0, 1), Opened(0))


# -- a last hand is gouji ----------------------------------------------------------------------------


def test_a_last_hand_is_gouji_their_opposite_may_still_answer_it():
    table = position("AA", "2" + FILL, FILL, "22" + FILL, FILL, FILL)

    events = table.act(0, "play AA")

    assert kinds(events) == [Played, WentOut]
    assert table.to_act() == (3,)
    assert not table.public().headless[3]


def test_if_the_opposite_beats_it_that_answer_is_a_dead_gouji_which_nobody_may_answer():
    table = position("AA", FILL, "ss" + FILL, "22" + FILL, FILL, FILL)
    table.act(0, "play AA")

    events = table.act(3, "play 22")

    assert events == (
        Played(3, hands_from("22")[0], leads=False, gouji=True, dead=True),
        TrickWon(3, 3),
        Opened(3),
        BecameHeadless(3),
    )


def test_either_way_the_opposite_is_headless_afterwards():
    table = position("AA", *[FILL] * 5)

    events = table.all_act("0 play AA", "3 pass")

    assert BecameHeadless(3) in events
    assert table.public().headless[3]


def test_on_any_other_last_hand_they_are_headless_as_soon_as_it_is_laid():
    table = position("4", *[FILL] * 5)

    events = table.act(0, "play 4")

    assert kinds(events) == [Played, WentOut, BecameHeadless]
    assert table.public().headless[3]
    assert table.to_act() == (1,)


def test_a_headless_player_before_the_opposite_may_take_the_last_hand_from_them():
    table = position("AA", "22" + FILL, FILL, "22" + FILL, "", FILL)

    assert table.public().headless[1]
    table.act(0, "play AA")
    assert table.to_act() == (1,)
    events = table.act(1, "play 22")

    assert BecameHeadless(3) in events
    assert not table.public().gouji
