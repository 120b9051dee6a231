"""huolong §1 and §5: every row of the table, stars, the next dealer, the match at A."""

import pytest

from games.engine.core.cards import take_all
from games.engine.huolong.scoring import jokers_of, judge, stars
from games.engine.levels.events import DealEnded
from games.engine.levels.rules import DealScore
from tests.engine.levels.tables import level_of, position

A = level_of("A")


def verdict(
    points, bottom_jokers="", *, last="dealers", kitty_points=0, put=(0, 0, 0, 0), **options
):
    chosen = {"three_each": False, "own_stars": False, "partner_stays": False} | options
    deal_score = DealScore(
        dealer=0, points=points, kitty=take_all(bottom_jokers), kitty_points=kitty_points,
        took_bottom=last == "others", put=put,
    )  # fmt: skip
    return judge(deal_score, **chosen)


ROWS = [
    ("others", 120, True, {"": (0, 1), "B": (0, 3), "BB": (0, 6), "BBB": (0, 9)}),
    ("others", 300, True, {"": (0, 1), "B": (0, 3), "BB": (0, 6), "BBB": (0, 9)}),
    ("others", 115, False, {"": (0, 0), "B": (0, 2), "BB": (0, 5), "BBB": (0, 8)}),
    ("others", 0, False, {"": (0, 0), "B": (0, 2), "BB": (0, 5), "BBB": (0, 8)}),
    ("dealers", 120, True, {"": (0, 0), "B": (0, 0), "BB": (0, 0), "BBB": (0, 0)}),
    ("dealers", 115, False, {"": (0, 0), "B": (2, 0), "BB": (5, 0), "BBB": (8, 0)}),
    ("dealers", 5, False, {"": (0, 0), "B": (2, 0), "BB": (5, 0), "BBB": (8, 0)}),
    ("dealers", 0, False, {"": (2, 0), "B": (4, 0), "BB": (7, 0), "BBB": (10, 0)}),
]


@pytest.mark.parametrize(
    ("last", "points", "change", "jokers", "rises"),
    [(last, p, change, j, r) for last, p, change, each in ROWS for j, r in each.items()],
)
def test_every_row_of_the_table(last, points, change, jokers, rises):
    found = verdict(points, jokers, last=last)

    assert (found.change, (found.dealers, found.others)) == (change, rises)


@pytest.mark.parametrize(
    ("ruleset", "expected"),
    [("stars=two_then_three", [0, 2, 5, 8]), ("stars=three_each", [0, 3, 6, 9])],
)
def test_option_stars(ruleset, expected):
    assert [stars(n, three_each=ruleset == "stars=three_each") for n in range(4)] == expected
    rules = position("9H", "8H", "8D", "8C", ruleset=f"huolong({ruleset})").game.rules
    deal_score = DealScore(
        dealer=0, points=5, kitty=take_all("BB"), kitty_points=0, took_bottom=False
    )
    assert rules.judge(deal_score).dealers == expected[2]


@pytest.mark.parametrize(
    ("last", "put", "any_", "own"),
    [
        ("dealers", (1, 1, 0, 0), 5, 2),
        ("dealers", (0, 1, 0, 1), 5, 0),
        ("dealers", (0, 0, 2, 0), 5, 5),
        ("others", (1, 0, 0, 1), 5, 2),
        ("others", (0, 0, 0, 0), 5, 0),
    ],
)
def test_option_star_owner_own_counts_only_what_the_rising_side_put_in_or_buried(
    last, put, any_, own
):
    for ruleset, expected in (("any", any_), ("own", own)):
        rules = position(
            "9H", "8H", "8D", "8C", ruleset=f"huolong(star_owner={ruleset})"
        ).game.rules
        deal_score = DealScore(0, 50, take_all("BB"), 0, last == "others", put)
        found = rules.judge(deal_score)
        assert found.dealers + found.others == expected


def test_big_jokers_that_the_dealer_buried_are_their_sides():
    assert jokers_of(take_all("BBB"), (0, 1, 0, 0), 0, 0) == 2
    assert jokers_of(take_all("BBB"), (0, 1, 0, 0), 0, 1) == 1


def test_the_points_of_the_bottom_are_added_once_with_the_last_trick():
    assert verdict(100, last="others", kitty_points=20).points == 120
    assert verdict(100, last="others", kitty_points=20).change
    assert verdict(100, last="dealers", kitty_points=20).points == 100


def test_a_plain_hold_raises_nobody():
    found = verdict(60)

    assert (found.dealers, found.others, found.change) == (0, 0, False)


@pytest.mark.parametrize(
    ("points", "jokers", "last", "option", "seats_on"),
    [
        (0, "", "dealers", "same", 2),
        (60, "B", "dealers", "same", 2),
        (60, "", "dealers", "same", 0),
        (60, "", "dealers", "partner", 2),
        (60, "B", "others", "same", 0),
        (60, "B", "others", "partner", 2),
        (120, "", "dealers", "same", 1),
        (120, "", "others", "partner", 1),
    ],
)
def test_next_dealer_the_partner_after_a_rise_option_no_rise_dealer_without_the_next_seat_on_change(
    points, jokers, last, option, seats_on
):
    rules = position("9H", "8H", "8D", "8C", ruleset=f"huolong(no_rise_dealer={option})").game.rules
    deal_score = DealScore(0, points, take_all(jokers), 0, last == "others")

    assert rules.judge(deal_score).next == seats_on


def ended(points=0, *, level="3", others_win=False, bottom="", **match):
    """A deal just ended, led by the dealer, seat 0."""
    hands = ["8H", "9H", "8D", "8C"] if others_win else ["9H", "8H", "8D", "8C"]
    table = position(*hands, ruleset="huolong", level=level, points=points, bottom=bottom, **match)
    for seat in range(4):
        events = table.act(seat, f"play {table.hand(seat)}")
    assert isinstance(events[2], DealEnded)
    return table


@pytest.mark.parametrize(
    ("points", "others_win", "winner"),
    [(0, False, 0), (115, False, 0), (120, False, None), (115, True, None), (120, True, None)],
)
def test_dealers_win_the_match_at_a_with_the_last_trick_and_the_others_under_120(
    points, others_win, winner
):
    table = ended(points, level="A", others_win=others_win)

    assert table.match.winner == winner


def test_row_2_plays_a_again():
    table = ended(60, level="A", others_win=True)

    assert (table.public().level, table.public().dealer, table.match.winner) == (A, 0, None)


def test_a_side_not_dealing_never_wins_the_match():
    table = ended(200, level="5", levels=(2, A), others_win=True, bottom="BB")

    assert (table.match.winner, table.match.levels[1]) == (None, A)


def test_holding_at_a_the_level_of_the_others_is_not_holding_at_a():
    assert ended(0, level="5", levels=(A, 2)).match.winner is None
    assert ended(0, level="A", levels=(2, A)).match.winner is None


def test_the_result_says_what_counted():
    result = ended(60, bottom="BBK").match.last

    assert (result.stars, result.kitty_points, result.rises) == (2, 10, (5, 0))
    assert result.levels == (5, 0)
    assert ended(120, bottom="BB").match.last.stars == 0
