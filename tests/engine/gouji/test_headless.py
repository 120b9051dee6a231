"""gouji §8: players whose opposite has gone out."""

from tests.engine.gouji.positions import position

FILL = "3456789"


def asked(table):
    """Who is asked in turn when everybody passes."""
    seats = []
    while table.public().trick:
        seats.append(table.to_act()[0])
        table.act(seats[-1], "pass")
    return seats


def test_anyone_may_answer_a_headless_players_play_gouji_or_not_as_an_ordinary_one():
    table = position("AA" + FILL, FILL, FILL, "", FILL, FILL)

    table.act(0, "play AA")

    assert table.public().headless[0]
    assert not table.public().gouji
    assert asked(table) == [1, 2, 4, 5]


def test_an_unanswered_gouji_play_of_a_headless_player_opens():
    table = position("AA" + FILL, FILL, FILL, "", FILL, FILL)
    table.act(0, "play AA")
    asked(table)

    assert table.public().opened[0]


def test_they_may_answer_any_gouji_play_of_anyone_in_playing_order():
    table = position("2" + FILL, "AA" + FILL, FILL, "", FILL, FILL, turn=1)

    table.act(1, "play AA")

    assert asked(table) == [4, 0]


def test_headless_players_who_have_passed_in_this_trick_are_not_asked():
    table = position("4" + FILL, "99" + FILL, "AA" + FILL, "", FILL, "44" + FILL, turn=5)
    table.all_act("5 play 44", "0 pass", "1 play 99", "2 play AA")

    assert table.public().gouji
    assert asked(table) == [5]


def test_a_headless_players_answer_to_a_gouji_play_may_be_answered_by_anyone():
    table = position("22" + FILL, "AA" + FILL, FILL, "", FILL, FILL, turn=1)
    table.all_act("1 play AA", "4 pass")

    table.act(0, "play 22")

    assert asked(table) == [1, 2, 5]


def test_a_player_is_headless_in_the_view_only_while_their_opposite_is_out():
    table = position("9" + FILL, FILL, FILL, "", FILL, FILL)

    assert table.public().headless == (True, False, False, False, False, False)
