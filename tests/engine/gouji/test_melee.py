"""gouji §7, last point: the melee."""

import pytest

from games.engine.gouji.events import MeleeBegan, Opened, TrickWon
from tests.engine.gouji.positions import position

FILL = "3456789"


def test_the_melee_begins_at_the_first_lead_after_fewer_than_five_are_active():
    table = position("9", FILL, FILL, "", FILL, FILL)
    events = table.all_act("0 play 9", "1 pass", "2 pass", "4 pass")
    assert not table.public().melee

    events = table.act(5, "pass")

    assert events[-1] == MeleeBegan()
    assert table.public().melee


def test_a_trick_begun_before_it_is_played_and_opens_under_the_old_rules():
    table = position("AA", FILL, FILL, FILL, "", FILL)

    events = table.all_act("0 play AA", "1 pass", "3 pass")

    assert Opened(0) in events
    assert MeleeBegan() in events


def test_in_the_melee_there_is_no_gouji_and_seats_answer_strictly_in_playing_order():
    table = position("AA" + FILL, FILL, "", FILL, "", FILL)

    table.act(0, "play AA")

    assert not table.public().gouji
    assert table.to_act() == (1,)
    assert table.all_act("1 pass", "3 pass", "5 pass")[-1] == TrickWon(0, 0)


def test_in_the_melee_there_is_no_opening():
    table = position("AA" + FILL, FILL, "", FILL, "", FILL)

    table.all_act("0 play AA", "1 pass", "3 pass", "5 pass")

    assert not any(table.public().opened)


def test_in_the_melee_there_is_no_yielding():
    table = position("4" + FILL, FILL, "", FILL, "", FILL)

    table.all_act("0 play 4", "1 pass")

    assert table.refused(3, "yield") == "yield_melee"
    assert "yield" not in table.legal(3)


@pytest.mark.parametrize(("reentry", "next_asked"), [("on", 1), ("off", 0)])
def test_seats_may_play_again_after_passing_or_not(reentry, next_asked):
    table = position(
        "4" + FILL,
        "9" + FILL,
        "",
        "5" + FILL,
        "",
        FILL,
        ruleset=f"gouji(hold_threes=off,melee_reentry={reentry})",
    )

    table.all_act("0 play 4", "1 pass", "3 play 5", "5 pass", "0 pass")

    assert table.to_act() == ((1,) if reentry == "on" else (3,))
    if reentry == "off":
        assert not table.public().trick


def test_without_reentry_a_pass_holds_even_on_the_opposites_play():
    table = position(
        "4" + FILL,
        "9" + FILL,
        "",
        "",
        "5" + FILL,
        "6",
        ruleset="gouji(hold_threes=off,melee_reentry=off)",
    )

    table.all_act("0 play 4", "1 pass", "4 play 5", "5 pass")

    assert table.refused(1, "play 9") == "passed_melee"
    assert table.act(0, "pass")[-1] == TrickWon(4, 4)


def test_who_has_passed_in_the_melee_is_told_to_wait_for_the_next_play():
    """§7: a seat may play again, but not on the play that it has passed on."""
    table = position("4" + FILL, "6" + FILL, "", "5" + FILL, "", FILL)

    table.all_act("0 play 4", "1 pass")

    assert table.refused(1, "play 6") == "not_your_turn"


def test_the_trick_ends_when_all_others_have_passed_since_the_last_play():
    table = position("4" + FILL, "6" + FILL, "", "5" + FILL, "", FILL)

    table.all_act(
        "0 play 4", "1 pass", "3 play 5", "5 pass", "0 pass", "1 play 6", "3 pass", "5 pass"
    )

    assert table.act(0, "pass")[-1] == TrickWon(1, 1)
