"""shengji §5: points, the kitty, every row of the table."""

from functools import partial

import pytest

from games.engine.core.cards import take_all
from games.engine.levels.events import DealEnded
from games.engine.levels.rules import DealScore
from games.engine.shengji.scoring import judge, rises
from tests.engine.levels.tables import faces, position

SPARE = ["8H", "8D", "8C"]


def deal_score(points=0, kitty=0, *, bottom=False):
    return DealScore(dealer=0, points=points, kitty=0, kitty_points=kitty, took_bottom=bottom)


TABLE = [
    (range(1), (False, 3, 0)),
    (range(5, 20, 5), (False, 2, 0)),
    (range(20, 40, 5), (False, 1, 0)),
    (range(40, 60, 5), (True, 0, 0)),
    (range(60, 80, 5), (True, 0, 1)),
    (range(80, 100, 5), (True, 0, 2)),
    (range(100, 205, 5), (True, 0, 3)),
]


@pytest.mark.parametrize(("points", "expected"), [(p, row) for each, row in TABLE for p in each])
def test_every_row_of_the_table(points, expected):
    assert rises(points) == expected
    verdict = judge(deal_score(points), bottom_takes_deal=False)
    assert (verdict.change, verdict.dealers, verdict.others) == expected


def last_trick(*hands, **fields):
    """The result after a last trick of these cards, led by the dealer, seat 0."""
    table = position(*hands, **fields)
    for seat, cards in enumerate(hands):
        events = table.act(seat, f"play {cards}")
    return table, next(event.result for event in events if isinstance(event, DealEnded))


def test_if_it_wins_the_last_trick_the_kittys_points_count_double_for_it():
    _, result = last_trick("8H", "9H", "8D", "8C", bottom="K5", points=10)

    assert (result.points, result.kitty_points, result.took_bottom) == (10 + 30, 15, True)
    assert result.change


@pytest.mark.parametrize("count", [1, 2, 3])
def test_however_many_cards_won_it(count):
    lead, ruff = ("8H9HJH"[: 2 * count], "4S6S7S"[: 2 * count])
    _, result = last_trick(lead, ruff, "7D9DJD"[: 2 * count], "7C9CJC"[: 2 * count], bottom="K")

    assert result.points == 20


def test_when_the_dealers_win_the_last_trick_the_kitty_counts_for_nobody():
    _, result = last_trick("9H", *SPARE, bottom="KT5", points=15)

    assert (result.points, result.took_bottom, result.rises) == (15, False, (2, 0))


def test_the_last_tricks_own_points_count_too():
    _, result = last_trick("8H", "KH", "TD", "5C")

    assert result.points == 25


def test_the_kitty_is_shown_at_the_end():
    table, result = last_trick("9H", *SPARE, bottom="KT5Q")

    assert faces(result.kitty) == faces(take_all("KT5Q"))
    assert table.public().last.kitty == result.kitty


def test_the_kitty_can_carry_it_beyond_100():
    _, result = last_trick("8H", "9H", "8D", "8C", bottom="KT5", points=75)

    assert (result.points, result.rises) == (125, (0, 3))


@pytest.mark.parametrize(
    ("ruleset", "points", "change", "levels"),
    [
        ("shengji", 20, False, (1, 0)),
        ("shengji(bottom_takes_deal=on)", 20, True, (0, 0)),
        ("shengji(bottom_takes_deal=on)", 60, True, (0, 1)),
        ("shengji(bottom_takes_deal=on)", 0, True, (0, 0)),
    ],
)
def test_option_bottom_takes_deal_changes_the_deal_without_a_rise_under_40(
    ruleset, points, change, levels
):
    _, result = last_trick("8H", "9H", "8D", "8C", points=points, ruleset=ruleset, dealt=(1, 1))

    assert (result.change, result.levels) == (change, levels)


def test_option_bottom_takes_deal_does_nothing_when_the_dealers_win_the_last_trick():
    on = partial(judge, bottom_takes_deal=True)

    assert on(deal_score(20)) == judge(deal_score(20), bottom_takes_deal=False)
