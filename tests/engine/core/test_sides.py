"""Who plays with whom, and who sits opposite."""

import pytest

from games.engine.core.sides import Sides
from games.engine.registry import GAMES, meta_of

SIX, FOUR = Sides(seats=6, teams=2), Sides(seats=4, teams=2)


def test_seats_in_turn_belong_to_one_team_after_another():
    assert [SIX.team_of(seat) for seat in range(6)] == [0, 1, 0, 1, 0, 1]
    assert (SIX.seats_of(0), SIX.seats_of(1)) == ((0, 2, 4), (1, 3, 5))
    assert (SIX.per_team, FOUR.per_team) == (3, 2)


@pytest.mark.parametrize(
    ("sides", "seat", "partners"), [(SIX, 0, (2, 4)), (SIX, 3, (5, 1)), (FOUR, 3, (1,))]
)
def test_partners_are_named_in_playing_order_from_a_seat(sides, seat, partners):
    assert sides.partners_of(seat) == partners
    assert [each for each in range(sides.seats) if sides.are_partners(seat, each)] == sorted(
        (seat, *partners)
    )


def test_of_six_the_opposite_is_an_enemy_and_of_four_the_partner():
    assert [SIX.opposite_of(seat) for seat in range(6)] == [3, 4, 5, 0, 1, 2]
    assert not SIX.are_partners(2, SIX.opposite_of(2))
    assert [FOUR.opposite_of(seat) for seat in range(4)] == [2, 3, 0, 1]
    assert FOUR.are_partners(2, FOUR.opposite_of(2))


def test_all_others_come_after_a_seat_in_playing_order():
    assert SIX.after(4) == (5, 0, 1, 2, 3)


def test_gouji_is_three_against_three_and_the_shengji_games_two_against_two():
    assert {key: meta_of(key).sides for key in GAMES} == {
        "gouji": SIX,
        "shengji": FOUR,
        "huolong": FOUR,
    }
