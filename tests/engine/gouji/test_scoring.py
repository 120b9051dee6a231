"""gouji §9: the end, places and the score."""

from itertools import permutations

import pytest

from games.engine.core.phases import Limit
from games.engine.gouji.events import DealEnded, MatchEnded, WentOut
from games.engine.gouji.match import Match
from games.engine.gouji.results import DealResult
from games.engine.gouji.scoring import is_over, places, points, settled, swept_by, winner
from games.engine.gouji.seats import NOBODY
from tests.engine.gouji.positions import dealt, position

FILL = "3456789"


@pytest.mark.parametrize(
    ("active", "game_end", "expected"),
    [
        (0b101010, "federation", True),
        (0b101011, "federation", False),
        (0b000011, "federation", False),
        (0b101010, "last_player", False),
        (0b100000, "last_player", True),
        (0b000000, "last_player", True),
        (0b000011, "last_player", False),
    ],
)
def test_the_game_ends_when_one_federation_is_out_or_one_player_is_left(active, game_end, expected):
    assert is_over(active, game_end) is expected


def test_finishers_take_the_best_places_in_order():
    assert places((3, 1, 5), (4, 0, 2, 0, 9, 0), 5)[1::2] == (2, 1, 3)


def test_those_still_holding_cards_take_what_is_left_fewer_cards_first():
    assert places((3, 1, 5), (4, 0, 2, 0, 9, 0), 5) == (5, 2, 4, 1, 6, 3)


@pytest.mark.parametrize(
    ("played_last", "expected"),
    [
        (5, (4, 2, 5, 1, 6, 3)),
        (1, (6, 2, 4, 1, 5, 3)),
        (3, (5, 2, 6, 1, 4, 3)),
        (2, (5, 2, 6, 1, 4, 3)),
    ],
)
def test_equal_cards_go_in_playing_order_after_the_seat_that_played_last(played_last, expected):
    assert places((3, 1, 5), (7, 0, 7, 0, 7, 0), played_last) == expected


def test_the_score_is_the_sum_of_4_2_0_0_minus_2_minus_4_or_12_for_a_sweep():
    seen = set()
    for placed in permutations(range(1, 7)):
        ours = sorted(placed[::2])
        expected = 12 if ours == [1, 2, 3] else -12 if ours == [4, 5, 6] else None
        if expected is None:
            expected = sum({1: 4, 2: 2, 3: 0, 4: 0, 5: -2, 6: -4}[place] for place in ours)
        assert points(placed, (), event_points=False) == (expected, -expected)
        seen.add(expected)
    assert seen == {-12, -4, -2, 0, 2, 4, 12, 6, -6}


@pytest.mark.parametrize(
    ("placed", "unopened", "option", "expected"),
    [
        ((1, 2, 3, 4, 5, 6), 0b001011, False, (2, -2)),
        ((1, 2, 3, 4, 5, 6), 0b001011, True, (1, -4)),
        ((1, 4, 2, 5, 3, 6), 0b111111, True, (12, -12)),
    ],
)
def test_event_points_cost_one_for_each_who_did_not_open_but_none_after_a_sweep(
    placed, unopened, option, expected
):
    assert points(placed, (unopened, 0, 0), event_points=option) == expected


def test_first_second_and_third_in_one_federation_is_a_sweep():
    assert swept_by((1, 4, 2, 5, 3, 6)) == 0
    assert swept_by((4, 3, 5, 2, 6, 1)) == 1
    assert swept_by((1, 2, 3, 4, 5, 6)) is None


def test_the_match_goes_to_the_larger_total_and_equal_is_a_draw():
    assert (winner((2, -2)), winner((-2, 2)), winner((0, 0))) == (0, 1, None)


def last_moment(ruleset="gouji", **fields):
    """Seats 1 and 3 are out; 5 holds one card and leads."""
    return position(
        FILL, "", "45", "", "45678", "9", turn=5, finished=(3, 1), ruleset=ruleset, **fields
    )


def test_the_game_ends_at_once_in_mid_trick():
    table = last_moment()

    events = table.act(5, "play 9")

    result = DealEnded(1, (6, 2, 4, 1, 5, 3), (-12, 12), sweep=True)
    assert events[1:] == (WentOut(5, 3), result)
    assert table.public().phase == "between"
    assert table.public().scores == (-12, 12)
    assert table.public().last == DealResult(1, result.places, (3, 1, 5), result.points, sweep=True)
    assert table.game.pace(table.state).limit is Limit.BETWEEN


def test_with_last_player_it_goes_on_till_one_is_left():
    table = last_moment("gouji(hold_threes=off,game_end=last_player)")

    table.all_act("5 play 9", "0 pass", "2 pass", "4 pass")

    assert table.public().phase == "play"
    assert table.public().places == (0, 2, 0, 1, 0, 3)


@pytest.mark.parametrize(("games", "over"), [("1", True), ("3", False), ("5", False)])
def test_a_match_is_as_many_games_as_the_option_says(games, over):
    table = last_moment(f"gouji(hold_threes=off,games={games})")

    events = table.act(5, "play 9")

    assert (table.public().phase == "over") is over
    assert (table.to_act() == ()) is over
    assert (table.game.outcome(table.state) is not None) is over
    if over:
        assert events[-1] == MatchEnded((-12, 12), 1)
        assert table.game.outcome(table.state).winner == 1
        assert table.refused(0, "pass") == "not_now"


def test_a_void_game_is_not_counted():
    first = DealResult(1, (1, 4, 2, 5, 3, 6), (0, 2, 4), (12, -12), sweep=True)
    table = last_moment(match=Match(deal=2, voids=3, scores=(12, -12), results=(first,)))

    table.act(5, "play 9")

    assert table.public().phase == "between"
    assert table.public().deal == 2


@pytest.mark.parametrize(
    ("finished", "fallen", "revolted", "expected"),
    [
        ((3, 1), (), NOBODY, (0, 2, 0, 1, 0, 0)),
        ((3,), (4, 0, 2), NOBODY, (5, 0, 4, 1, 6, 0)),
        ((3,), (4, 0, 2), 5, (5, 0, 0, 1, 6, 0)),
        ((3, 1), (4,), 5, (0, 2, 0, 1, 6, 3)),
        ((3, 0), (4,), 5, (2, 0, 0, 1, 6, 4)),
    ],
)
def test_places_are_told_as_soon_as_nothing_can_change_them(finished, fallen, revolted, expected):
    """§9: a revolutionary's place, and third and fourth, wait till first and second are known."""
    assert settled(finished, fallen, revolted) == expected


@pytest.mark.parametrize(("games", "owed"), [("1", False), ("3", True)])
def test_nothing_is_owed_after_the_last_game(games, owed):
    """§9: tribute is paid in games 2 to 5."""
    table = position(
        "", "", FILL, "", FILL, "9", turn=5, finished=(0, 1, 3),
        ruleset=f"gouji(hold_threes=off,games={games})",
    )  # fmt: skip

    table.act(5, "play 9")

    assert not table.public().last.sweep
    assert bool(table.public().last.dues) is owed


def test_scores_are_carried_to_the_end():
    first = DealResult(1, (1, 4, 2, 5, 3, 6), (0, 2, 4), (12, -12), sweep=True)
    match = Match(deal=3, scores=(12, -12), results=(first, first))
    table = last_moment("gouji(hold_threes=off,games=3)", match=match)

    events = table.act(5, "play 9")

    assert events[-1] == MatchEnded((0, 0), None)
    assert table.game.outcome(table.state).winner is None


def test_the_next_game_is_dealt_after_the_last():
    table = last_moment()
    table.act(5, "play 9")

    table.act(-1, table.game.write(dealt()))

    assert table.public().deal == 2
    assert table.public().phase == "revolution"
    assert table.public().last.number == 1
