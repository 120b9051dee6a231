"""Sentences of the rules' page that say how the texts are read (gouji §3, §6, §8)."""

import pytest

from games.engine.core.actions import CHANCE
from games.engine.gouji.events import (
    BecameHeadless,
    BurnSucceeded,
    DealVoided,
    Opened,
    Played,
    TrickWon,
)
from tests.engine.gouji.positions import Table, dealt, position, start

FILL = "3456789"
POOR = "4444444455555555666666667777777788889999"[:36]
NO_WILD = "3" + "T" * 16 + "J" * 16 + "QQQ"


def test_an_automatic_revolution_counts_towards_two_or_more():
    """§3: with another's of free choice the game is void."""
    table = Table("gouji", start("gouji"))
    table.state, _ = table.game.apply(table.state, CHANCE, dealt(POOR, NO_WILD))
    table.act(1, "revolt")

    events = table.default()

    assert DealVoided((0, 1)) in events
    assert table.public().results == ()


@pytest.mark.parametrize(
    ("before", "asked"), [((), [5, 1]), (("0 play 99", "1 pass"), [5])], ids=["not", "passed"]
)
def test_a_headless_player_who_has_passed_in_the_trick_is_not_asked_about_a_gouji_play(
    before, asked
):
    """§6: the opposite and the headless players who have not passed are asked in playing order."""
    leads = 0 if before else 2
    table = position("99" + FILL, FILL, "AA" + FILL, FILL, "", FILL, turn=leads)
    table.all_act(*before, "2 play AA")

    found = []
    while table.public().top is not None:
        (seat,) = table.to_act()
        found.append(seat)
        table.act(seat, "pass")
    assert found == asked


def test_the_opposite_need_not_be_in_for_an_opening():
    """§6: a headless player's own play of that size, which all may answer and nobody does, opens."""
    table = position(FILL, "AA" + FILL, FILL, FILL, "", FILL, turn=1)
    table.act(1, "play AA")
    assert not table.public().gouji

    assert Opened(1) in table.all_pass()


@pytest.mark.parametrize("gone", [2, 4])
def test_the_answer_to_a_last_hand_is_dead_in_whatever_place_that_hand_went_out(gone):
    """§6: for whoever so answers."""
    hands = ["AA", FILL, FILL, "22" + FILL, FILL, FILL]
    hands[gone] = ""
    table = position(*hands)
    table.act(0, "play AA")
    while table.to_act() != (3,):
        table.act(table.to_act()[0], "pass")

    played, *after = table.act(3, "play 22")

    assert isinstance(played, Played)
    assert played.dead
    assert TrickWon(3, 3) in after
    assert BecameHeadless(3) in after


def test_a_burn_of_a_headed_player_that_is_under_way_runs_to_its_end_though_they_are_headless_now():
    """§8: the third of a headed player's gouji plays is a burn; it goes on as any burn does."""
    table = position(
        "", "AA" + FILL, FILL, "22B94", FILL, FILL,
        turn=1, burns=True, revolted=0, finished=(), headed=3, heads_left=1, headless=0,
    )  # fmt: skip
    table.all_act("1 play AA", "3 burn 22")
    table.decline()
    events = table.decline()

    assert BecameHeadless(3) in events
    assert table.public().burner == 3
    assert table.refused(3, "play 9") == "burn_on_joker"
    table.act(3, "play B9")
    table.all_pass()

    assert BurnSucceeded(3, 1) in table.act(3, "play 4")
