"""gouji §9: tribute and return tribute."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from games.engine.core.actions import CHANCE
from games.engine.core.cards import write_ranks
from games.engine.core.events import visible
from games.engine.core.phases import Limit
from games.engine.gouji import vector_checks
from games.engine.gouji.events import CardsGiven, CardsMoved
from games.engine.gouji.match import GoujiState, Match
from games.engine.gouji.results import Due
from games.engine.gouji.rules import rules_of
from games.engine.gouji.setup import Setup
from games.engine.gouji.tribute import Tribute
from games.engine.gouji.tribute_dues import dues_after, payments
from games.engine.registry import game_of
from tests.engine.gouji.positions import Table, by_rank, dealt, hands_from, plain, start

VECTORS = Path(__file__).parent / "vectors"
NOT = (False,) * 6
ALL_OPEN = (True,) * 6
PLACED = (1, 2, 3, 4, 5, 6)
LOW = "3345678"


def owed(ruleset="gouji", placed=PLACED, opened=ALL_OPEN, declared=NOT, arisen=()):
    return dues_after(rules_of(game_of(ruleset).ruleset), placed, opened, declared, arisen)


def due(*hands, dues=None, ruleset=None, **fields):
    """The tribute of the game before is due in these hands; by default seat 0 owes seat 1 a card."""
    dues = dues or (Due("place", 0, 1),)
    setup = Setup(hands=hands_from(*hands), drawn=0, **fields)
    match = Match(deal=2, dues=dues)
    return Table(ruleset or plain(), GoujiState(match, Tribute(setup)))


# -- what is owed ------------------------------------------------------------------------------------------


def test_the_published_open_tribute_holds():
    rows = list(
        vector_checks.checked_rows(
            "gouji_open_tribute.csv", (VECTORS / "gouji_open_tribute.csv").read_text()
        )
    )

    assert len(rows) == 12
    assert [row for row in rows if not row[2]] == []


def test_last_pays_first_2_and_fifth_pays_second_1():
    placed = (1, 2, 3, 4, 6, 5)
    assert owed(placed=placed) == ()  # first and last, second and fifth are partners

    placed = (1, 6, 2, 5, 4, 3)
    assert owed(placed=placed) == (Due("place", 1, 0, 2), Due("place", 3, 2, 1))


def test_nothing_is_owed_between_partners():
    arisen = (Due("burn", 2, 0), Due("burn", 1, 0), Due("stifle", 3, 5))

    assert owed(arisen=arisen) == (Due("burn", 1, 0), Due("place", 5, 0, 2), Due("place", 4, 1, 1))


@pytest.mark.parametrize(
    ("order", "kinds"),
    [
        ("classic", ["stifle", "burn", "open", "place"]),
        ("charge", ["open", "burn", "stifle", "place"]),
    ],
)
def test_dues_are_served_in_the_order_of_the_option_and_within_a_kind_as_they_arose(order, kinds):
    arisen = (Due("burn", 1, 0), Due("stifle", 3, 4), Due("burn", 5, 2))
    opened = (True, False, True, True, True, True)

    dues = owed(f"gouji(tribute_order={order})", opened=opened, arisen=arisen)

    assert list(dict.fromkeys(due.kind for due in dues)) == kinds
    assert [due.payer for due in dues if due.kind == "burn"] == [1, 5]
    assert Due("open", 1, 4, 1) in dues


def test_with_tribute_off_nothing_is_owed():
    assert owed("gouji(tribute=off)", opened=NOT) == ()


@pytest.mark.parametrize(
    ("option", "dues"),
    [("none", ()), ("one_each", (Due("sweep", 1, 4), Due("sweep", 3, 0), Due("sweep", 5, 2)))],
)
def test_after_a_sweep_there_is_no_tribute_or_each_loser_pays_one_to_their_opposite(option, dues):
    ruleset = f"gouji(sweep_tribute={option})"

    assert owed(ruleset, (1, 4, 2, 5, 3, 6), NOT, arisen=(Due("burn", 1, 0),)) == dues


# -- paying -------------------------------------------------------------------------------------------------


def paid(hands, dues, tribute_cards="largest"):
    cards = payments(hands_from(*hands), dues, tribute_cards)
    return [(due.payer, due.receiver, write_ranks(each)) for due, each in cards]


def test_each_payer_gives_their_largest_cards():
    hands = ("Bs2AK", "4", "4", "4", "4", "4")

    assert paid(hands, (Due("burn", 0, 1), Due("place", 0, 5, 2))) == [(0, 1, "B"), (0, 5, "s2")]


def test_cards_received_this_game_are_never_passed_on():
    hands = ("B4", "K4", "4", "4", "4", "4")

    assert paid(hands, (Due("burn", 0, 1), Due("burn", 1, 2))) == [(0, 1, "B"), (1, 2, "K")]


BUYER, SELLER = "2" + "4" * 16 + "5" * 16 + "666", "33" + "7" * 16 + "8" * 16 + "99"


def bought(*dues):
    """Seat 0 has bought a 3 of seat 3 for its 2, the highest card of both, and these dues are paid."""
    table = Table("gouji", start("gouji"))
    table.state = replace(table.state, match=Match(deal=1, dues=dues))
    table.state, _ = table.game.apply(table.state, CHANCE, dealt(BUYER, "", "", SELLER))
    return table, table.act(CHANCE, "settle")


def test_a_card_got_by_buying_or_selling_threes_counts_as_dealt_and_is_paid():
    table, events = bought(Due("place", 3, 0))

    paid = [write_ranks(event.cards) for event in events if isinstance(event, CardsMoved)]
    assert paid == ["2"]
    assert write_ranks(table.own(0).barred) == "2"
    assert table.refused(0, "return 2") == "return_received"


def test_a_card_got_by_selling_a_three_is_no_tribute_and_may_be_returned():
    table, _ = bought(Due("place", 4, 3))

    assert write_ranks(table.own(3).barred) == "B"
    assert "return 2" in table.legal(3)
    table.act(3, "return 2")


@pytest.mark.parametrize(
    ("option", "expected"), [("largest", [(0, 1, "2A")]), ("wild", [(0, 1, "2")])]
)
def test_tribute_cards_are_the_largest_or_only_2s_and_jokers(option, expected):
    hands = ("2AK", "4", "4", "4", "4", "4")

    assert paid(hands, (Due("place", 0, 1, 2),), option) == expected
    if option == "wild":
        table = due("AK", *[LOW] * 5, ruleset=plain("tribute_cards=wild"))
        assert table.act(CHANCE, "settle") == ()
        assert table.public().phase == "revolution"


# -- settling ------------------------------------------------------------------------------------------------


def test_chance_settles_it_at_once_and_nobody_else():
    table = due("BK", *[LOW] * 5)

    assert table.to_act() == (CHANCE,)
    assert table.game.chance(table.state) is None
    assert table.game.pace(table.state).seconds == 0
    assert table.public().dues == (Due("place", 0, 1),)
    assert table.refused(0, "settle") == "not_now"
    assert table.refused(CHANCE, "stay") == "not_now"
    assert table.default()[0] == CardsGiven("place", 0, 1, 1)


def test_who_paid_whom_is_told_to_all_and_which_cards_only_to_the_two():
    table = due("BK", *[LOW] * 5)

    events = table.act(CHANCE, "settle")

    joker = hands_from("B")[0]
    assert events == (CardsGiven("place", 0, 1, 1), CardsMoved(0, 1, joker))
    assert visible(events, 2) == visible(events, None) == events[:1]
    assert visible(events, 0) == visible(events, 1) == events


# -- returning 还贡 -------------------------------------------------------------------------------------------


def returning(*hands, **fields):
    table = due(*hands, **fields)
    table.act(CHANCE, "settle")
    return table


def test_for_each_card_received_one_is_given_back_of_their_own_choice_not_one_just_received():
    table = returning("BKK", "A9944", *[LOW] * 4, dues=(Due("place", 0, 1, 2),))

    assert table.to_act() == (1,)
    assert table.game.pace(table.state).limit is Limit.CHOICE
    assert [choice.count for choice in table.own(1).choices] == [2]
    assert write_ranks(table.own(1).barred) == "BK"
    assert table.refused(1, "return 9") == "return_count"
    assert table.refused(1, "return BK") == "return_received"
    assert table.refused(1, "return 88") == "not_in_hand"
    assert table.refused(0, "return K") == "return_none"
    assert table.refused(1, "stay") == "not_now"
    events = table.act(1, "return 94")

    assert events[0] == CardsGiven("return", 1, 0, 2)
    assert write_ranks(table.own(0).hand) == "K94"
    assert write_ranks(table.own(1).hand) == "BAK94"
    assert table.public().phase == "revolution"


def test_a_card_just_received_is_not_given_back_to_another_payer_either():
    dues = (Due("burn", 0, 1), Due("burn", 2, 1))
    table = returning("B4", "56", "s4", "5678", "5678", "5678", dues=dues)

    assert write_ranks(table.own(1).barred) == "Bs"
    assert table.refused(1, "return s") == "return_received"
    table.act(1, "return 5")
    assert table.refused(1, "return B") == "return_received"


def test_all_choices_are_listed_and_none_is_out_of_the_rules():
    table = returning("BKK", "A9944", *[LOW] * 4, dues=(Due("place", 0, 1, 2),))

    assert sorted(table.legal(1)) == [
        "return 44",
        "return 94",
        "return 99",
        "return A4",
        "return A9",
    ]


def test_a_receiver_returns_to_each_payer_in_turn_and_all_choices_are_sealed():
    dues = (Due("burn", 0, 1), Due("burn", 2, 1), Due("burn", 4, 3))
    table = returning("B4", "5678", "s4", "5678", "24", "5678", dues=dues)
    before = [table.game.view(table.state, seat) for seat in (None, 0, 2, 3, 4, 5)]

    assert table.to_act() == (1, 3)
    assert table.act(1, "return 5") == ()
    assert table.to_act() == (1, 3)
    assert table.refused(1, "return 5") == "not_in_hand"
    assert table.act(1, "return 6") == ()
    assert table.to_act() == (3,)
    assert [table.game.view(table.state, seat) for seat in (None, 0, 2, 3, 4, 5)] == before
    assert [by_rank(text) for text in table.own(1).chosen.split(", ")] == ["return 5", "return 6"]
    assert table.refused(1, "return 7") == "return_none"
    table.act(3, "return 8")

    hands = [write_ranks(table.own(seat).hand) for seat in range(5)]
    assert hands == ["54", "Bs87", "64", "2765", "84"]


@pytest.mark.parametrize(("hold", "kept"), [("on", True), ("off", False)])
def test_with_hold_threes_they_keep_at_least_one_3(hold, kept):
    table = returning("BK33", "A3", *[LOW] * 4, ruleset=f"gouji(hold_threes={hold})")

    assert ("return 3" in table.legal(1)) is not kept
    if kept:
        assert table.refused(1, "return 3") == "return_keep_three"
    else:
        table.act(1, "return 3")


def test_in_time_out_the_lowest_cards_that_are_not_3s():
    table = returning("BKK", "A94433", *[LOW] * 4, dues=(Due("place", 0, 1, 2),))

    table.default()

    assert write_ranks(table.own(0).hand) == "K44"


def test_only_3s_are_left_to_return_in_time_out():
    table = returning("BK", "33", *[LOW] * 4)

    table.default()

    assert write_ranks(table.own(0).hand) == "K3"


def test_who_is_owed_twice_by_the_same_payer_returns_all_at_once():
    dues = (Due("burn", 0, 1), Due("stifle", 2, 1), Due("place", 0, 1, 2))
    table = returning("Bs24", "5678", "K4", "5678", "5678", "5678", dues=dues)

    assert [choice.count for choice in table.own(1).choices] == [3]
    table.act(1, "return 567")
    assert [choice.count for choice in table.own(1).choices] == [1]
    table.act(1, "return 8")

    assert [write_ranks(table.own(seat).hand) for seat in (0, 2)] == ["7654", "84"]


@pytest.mark.parametrize(("option", "phase"), [("on", "return"), ("off", "revolution")])
def test_without_the_option_nothing_is_returned(option, phase):
    table = returning("BK", *[LOW] * 5, ruleset=plain(f"return_tribute={option}"))

    assert table.public().phase == phase


def test_tribute_is_paid_also_by_a_seat_that_will_then_revolt():
    table = returning("BKK", LOW, *[LOW] * 4, ruleset=plain("return_tribute=off"))

    table.act(0, "revolt")

    assert table.own(0).chosen == "revolt"


# -- presets (§10) ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "expected"),
    [
        ("classic", ("on", "off", "on", "classic", "none", "5", "off")),
        ("charge", ("on", "on", "on", "charge", "one_each", "5", "off")),
        ("tournament", ("on", "off", "off", "classic", "none", "3", "on")),
    ],
)
def test_a_preset_is_its_column_of_the_table(preset, expected):
    ruleset = game_of(f"gouji:{preset}").ruleset
    keys = (
        "hold_threes",
        "charge",
        "tribute",
        "tribute_order",
        "sweep_tribute",
        "games",
        "event_points",
    )

    assert tuple(ruleset[key] for key in keys) == expected
