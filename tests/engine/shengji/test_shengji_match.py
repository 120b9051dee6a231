"""shengji §1 and §6: levels, must-play levels, the match, the next dealer."""

import pytest

from games.engine.core.actions import CHANCE, Deal
from games.engine.core.errors import NotAllowed
from games.engine.core.phases import Limit
from games.engine.levels.events import DealEnded, MatchEnded
from games.engine.levels.ladder import climb
from games.engine.levels.match import Match
from games.engine.registry import game_of
from tests.engine.levels.tables import Table, deal_from, dealt, level_of, position

A = level_of("A")


def ended(points=0, *, dealer=0, level="3", others_win=False, ruleset="shengji", **match):
    """A deal just ended in which the side not dealing took ``points``; the last trick is worth nothing."""
    hands = ["9S", "8H", "8D", "8C"] if not others_win else ["8H", "9S", "8D", "8C"]
    hands = hands[-dealer:] + hands[:-dealer] if dealer else hands
    table = position(
        *hands, dealer=dealer, turn=dealer, level=level, points=points, ruleset=ruleset, **match
    )
    for step in range(4):
        seat = (dealer + step) % 4
        table.act(seat, f"play {table.hand(seat)}")
    return table


def table_at_start():
    return Table("shengji", game_of("shengji").start())


def test_both_sides_start_at_3():
    table = deal_from()

    assert (table.public().levels, table.public().level) == ((0, 0), 0)
    assert table.game.outcome(table.state) is None


def test_before_the_first_deal_only_chance_acts():
    table = table_at_start()

    assert table.to_act() == (CHANCE,)
    assert table.game.prompt_key(table.state, CHANCE) == "0.deal"
    assert [len(table.game.legal(table.state, seat)) for seat in (CHANCE, *range(4))] == [0] * 5
    assert (table.hand(0), table.own(0).choices, table.own(0).chosen) == ("", (), "")
    assert table.game.legal_in(table.game.view(table.state, None)) == ()
    assert table.game.defaults(table.state) == ()
    assert table.refused(0, "decline") == table.refused(CHANCE, "close") == "not_now"


@pytest.mark.parametrize("ruleset", ["shengji", "shengji(ten=natural)"])
def test_levels_run_3_4_5_to_10_j_q_k_a_always_in_this_order(ruleset):
    walked = []
    level = "3"
    while level != "A":
        table = ended(20, level=level, ruleset=ruleset, dealt=(1, 1))
        level = "3456789TJQKA"[table.match.levels[0]]
        walked.append(level)

    assert "".join(walked) == "456789TJQKA"


def test_the_level_of_a_deal_is_its_dealer_sides():
    table = deal_from(dealer=1, levels=(2, 7), deal=4)

    assert table.public().level == 7


@pytest.mark.parametrize(("dealt_at_3", "others"), [(0b0, level_of("3")), (0b1, level_of("6"))])
def test_a_side_leaves_3_only_once_it_has_itself_dealt_at_3(dealt_at_3, others):
    table = ended(100, dealt=(0, dealt_at_3))

    assert table.match.levels == (level_of("3"), others)


def test_a_rise_won_before_while_not_dealing_is_lost():
    table = ended(80)
    assert table.match.levels == (0, 0)
    assert table.match.last.rises == (0, 2)

    second = ended(20, dealer=1, dealt=table.match.dealt)

    assert second.match.levels == (0, 1)


def test_dealing_at_3_and_losing_the_deal_is_dealing_at_3():
    table = ended(40)

    assert table.match.dealt == (0b1, 0)


def test_a_rise_that_would_pass_a_stops_at_a():
    assert ended(0, level="K").match.levels[0] == A
    assert climb(level_of("Q"), 3, frozenset({0}), 0) == A


def test_a_side_not_dealing_at_a_stays_there_and_does_not_win():
    table = ended(100, level="5", levels=(2, A))

    assert table.match.levels == (2, A)
    assert table.match.winner is None


@pytest.mark.parametrize(("points", "winner"), [(0, 0), (35, 0), (40, None), (100, None)])
def test_only_a_dealer_side_that_holds_the_deal_at_a_wins_the_match(points, winner):
    table = ended(points, level="A")

    assert table.match.winner == winner
    assert table.to_act() == (() if winner is not None else (-1,))


def test_reaching_a_is_not_winning():
    table = ended(0, level="Q")

    assert table.match.winner is None
    assert table.public().phase == "between"


@pytest.mark.parametrize(
    ("ruleset", "winner"), [("shengji", 0), ("shengji(bottom_takes_deal=on)", None)]
)
def test_at_a_the_bottom_taken_keeps_the_dealers_from_winning_where_it_takes_the_deal(
    ruleset, winner
):
    table = ended(20, level="A", others_win=True, ruleset=ruleset)

    assert table.match.winner == winner


def test_the_end_of_the_match_is_told_with_its_outcome():
    table = position("9S", "8H", "8D", "8C", level="A", levels=(A, 4))
    table.all_act("0 play 9S", "1 play 8H", "2 play 8D")

    events = table.act(3, "play 8C")

    assert events[-1] == MatchEnded(0, (A, 4))
    assert (table.game.outcome(table.state).winner, table.public().phase) == (0, "over")
    assert table.game.pace(table.state).limit is Limit.NONE
    assert table.refused(0, "decline") == "not_now"
    assert table.game.prompt_key(table.state, 0) == "1."


@pytest.mark.parametrize("dealer", range(4))
def test_dealers_stay_the_dealers_partner_deals(dealer):
    assert ended(35, dealer=dealer).match.dealer == (dealer + 2) % 4


@pytest.mark.parametrize("dealer", range(4))
def test_change_the_dealers_next_seat_deals(dealer):
    assert ended(40, dealer=dealer).match.dealer == (dealer + 1) % 4


def test_change_the_other_side_deals_at_its_own_level_after_its_rise():
    table = ended(60, level="5", levels=(2, 6), dealt=(1, 1))

    assert table.public().level == 7
    assert table.public().dealer == 1


def test_rises_are_applied_before_the_next_deals_level_is_read():
    table = ended(0, level="4", dealt=(1, 1))
    table.act(-1, table.game.write(dealt()))

    assert (table.public().deal, table.public().level, table.public().dealer) == (2, 4, 2)


def test_between_deals_there_is_time_to_read_the_result():
    table = ended(40)

    assert table.game.pace(table.state).limit is Limit.BETWEEN
    assert table.game.pace(table.state).seconds is None
    assert isinstance(table.public().last.kitty, int)


def test_a_deal_that_is_not_the_whole_pack_is_refused():
    table = ended(40)
    order = dealt().order

    for wrong in (order[:-1], order[:-1] + order[:1], dealt(copies=3).order):
        with pytest.raises(NotAllowed, match="bad_deal"):
            table.game.apply(table.state, CHANCE, Deal(wrong))
    with pytest.raises(NotAllowed, match="bad_deal"):
        table.game.apply(table.state, CHANCE, Deal(order, (1,)))
    assert table.refused(0, table.game.write(dealt())) == "not_now"


def test_the_match_remembers_every_deal():
    table = ended(45, results=())
    result = table.match.last

    assert (result.number, result.points, result.change, result.rises) == (1, 45, True, (0, 0))
    assert table.public().results == (result,)
    assert Match().last is None
    assert DealEnded(result).audience() is None
