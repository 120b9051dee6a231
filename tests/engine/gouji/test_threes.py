"""gouji §3: holding the threes, buying them, being stifled."""

from typing import Any

import pytest
from msgspec.structs import replace

from games.engine.core.actions import CHANCE
from games.engine.core.cards import write_ranks
from games.engine.gouji.buying import buy_threes, forced_to_revolt
from games.engine.gouji.events import (
    BecameHeadless,
    CardsGiven,
    CardsMoved,
    DealVoided,
    Played,
    Stifled,
    WentOut,
)
from games.engine.gouji.match import Match
from games.engine.gouji.results import Due
from tests.engine.gouji.positions import Table, dealt, hands_from, position, start

FILL = "345678"
HOLD = "gouji(hold_threes=on)"


def held(*hands, **fields):
    fields.setdefault("ruleset", HOLD)
    return position(*hands, **fields)


@pytest.mark.parametrize("lead", ["play 3", "play 33", "play 233", "play s33", "play s3"])
def test_threes_cannot_be_played_before_the_last_hand(lead):
    table = held("233s9", *[FILL] * 5)

    assert table.refused(0, lead) == "threes_last"
    assert not [text for text in table.legal(0) if "3" in text]
    assert write_ranks(table.own(0).barred) == "33"


@pytest.mark.parametrize("whole", ["233", "s33", "Bs2333"])
def test_the_last_hand_has_no_2_and_no_joker(whole):
    table = held(whole, *[FILL] * 5)

    assert table.refused(0, f"play {whole}") == "threes_last"


def test_the_last_hand_is_all_the_3s_at_once():
    table = held("333", *[FILL] * 5)

    assert table.legal(0) == ["play 333"]
    assert table.own(0).barred == 0
    assert table.refused(0, "play 33") == "threes_last"
    assert WentOut(0, 1) in table.act(0, "play 333")


def test_without_the_option_threes_are_ordinary_cards():
    table = position("233s9", *[FILL] * 5)

    assert "play s233" in table.legal(0)
    assert table.own(0).barred == 0


# -- stifled 被闷 ---------------------------------------------------------------------------------------


def test_a_player_with_only_3s_left_whose_play_is_beaten_is_stifled():
    table = held("9933", "TT" + FILL, *[FILL] * 4)
    table.act(0, "play 99")

    events = table.act(1, "play TT")

    assert events == (
        Played(1, hands_from("TT")[0], leads=False, gouji=False),
        Stifled(0, 1),
        BecameHeadless(3),
    )
    assert table.public().owed == (Due("stifle", 0, 1),)
    assert table.own(0).hand == 0
    assert table.public().fallen == (0,)
    assert table.public().places[0] == 6


def test_who_holds_3s_and_other_plays_keeps_the_3s_and_stays():
    table = held("9933", "TT" + FILL, *[FILL] * 4, ruleset="gouji(stifled=plays_on)")
    table.act(0, "play 99")

    events = table.act(1, "play TT")

    assert events[1:] == (Stifled(0, 1),)
    assert table.own(0).hand.bit_count() == 2
    assert table.public().active[0]
    assert table.public().owed == (Due("stifle", 0, 1),)


def test_if_nobody_beats_it_the_3s_are_led_and_their_player_goes_out():
    table = held("9933", *[FILL] * 5)
    table.all_act("0 play 99", *(f"{seat} pass" for seat in range(1, 6)))

    assert WentOut(0, 1) in table.act(0, "play 33")
    assert table.public().owed == ()


def test_who_holds_more_than_3s_is_not_stifled():
    table = held("99334", "TT" + FILL, *[FILL] * 4)
    table.act(0, "play 99")

    assert not [event for event in table.act(1, "play TT") if isinstance(event, Stifled)]


def test_where_3s_are_not_held_nobody_is_stifled():
    table = position("9933", "TT" + FILL, *[FILL] * 4)
    table.act(0, "play 99")

    events = table.act(1, "play TT")

    assert len(events) == 1
    assert table.public().active[0]
    assert table.public().owed == ()


def test_a_burn_stifles_too_and_they_owe_burn_tribute_besides_if_it_succeeds():
    table = held("AA33", "22" + "3", *[FILL] * 4, burns=True)
    table.all_act("0 play AA", "1 burn 22")
    table.decline(2, 4, 5)

    assert table.public().owed == (Due("stifle", 0, 1),)
    assert table.public().fallen == (0,)
    table.all_pass()
    table.act(1, "play 3")

    assert table.public().owed == (Due("stifle", 0, 1), Due("burn", 0, 1))


@pytest.mark.parametrize("stifled", ["out", "plays_on"])
def test_between_partners_nothing_is_owed_in_mid_deal_though_one_has_stifled_the_other(stifled):
    ruleset = f"gouji(stifled={stifled})"
    table = held("9933", FILL, "TT" + FILL, *[FILL] * 3, ruleset=ruleset)
    table.all_act("0 play 99", "1 pass")

    assert Stifled(0, 2) in table.act(2, "play TT")
    assert table.public().owed == ()
    assert (table.public().stifled, table.public().burnt) == ((0,), ())


def test_between_partners_nothing_is_owed_in_mid_deal_though_one_has_burned_the_other():
    table = held("AA" + FILL, FILL, "22" + "3", *[FILL] * 3, burns=True)
    table.all_act("0 play AA", "2 burn 22")
    table.decline(1, 4, 5)
    table.all_pass()
    table.act(2, "play 3")

    assert table.public().owed == ()
    assert table.public().burnt == (0,)


def test_a_stifled_players_opposite_is_headless_at_once_so_their_answer_is_an_ordinary_play():
    table = held("KK33", FILL, FILL, "AA" + FILL, FILL, FILL)
    table.act(0, "play KK")

    events = table.act(3, "play AA")

    assert table.public().owed == (Due("stifle", 0, 3),)
    assert events == (
        Played(3, hands_from("AA")[0], leads=False, gouji=False),
        Stifled(0, 3),
        BecameHeadless(3),
    )
    assert table.to_act() == (4,)


def test_stifled_players_take_the_lowest_places_in_the_order_they_left():
    table = held("9933", "TT33", "JJ" + FILL, *[FILL] * 3)

    table.all_act("0 play 99", "1 play TT", "2 play JJ")

    assert table.public().places == (6, 5, 0, 0, 0, 0)


def test_stifling_may_end_the_game():
    table = held("9933", "TT" + FILL, "", FILL, "", FILL, finished=(2, 4))
    table.act(0, "play 99")

    table.act(1, "play TT")

    assert table.public().phase == "between"
    assert table.public().last.places[0] == 6
    assert table.public().last.stifled == (0,)


# -- buying 买三 ----------------------------------------------------------------------------------------

NO_THREES = "4444"
SIX = ["3345", "3345", "3345", "3345", "3345", "3345"]


def after_buying(*hands):
    events: list[Any] = []
    bought = buy_threes(hands_from(*hands), events)
    return [write_ranks(hand) for hand in bought], [
        (e.kind, e.giver, e.receiver) for e in events if isinstance(e, CardsGiven)
    ]


@pytest.mark.parametrize(
    ("hand", "left"),
    [("4s2B", "Bs43"), ("4sB", "B43"), ("4B", "43"), ("422", "243")],
)
def test_the_buyer_pays_a_2_else_a_small_else_a_big_joker_to_the_opposite(hand, left):
    hands, given = after_buying(hand, *SIX[1:])

    assert hands[0] == left
    assert given == [("buy", 3, 0)]
    assert hands[3].count("3") == 1


def test_else_to_the_first_of_the_opposites_two_partners_in_playing_order_from_the_buyer():
    _, given = after_buying("42", "3345", "3345", "345", "3345", "3345")
    assert given == [("buy", 1, 0)]

    _, given = after_buying("42", "345", "3345", "345", "3345", "3345")
    assert given == [("buy", 5, 0)]


def test_else_the_buyer_is_given_one_free_by_a_partner_who_holds_two_or_more():
    hands, given = after_buying("42", "345", "345", "345", "3345", "345")

    assert given == [("beg", 4, 0)]
    assert hands[0] == "243"


def test_several_buyers_in_playing_order_each_seeing_the_hands_as_they_then_are():
    hands, given = after_buying("42", "42", "3345", "3345", "345", "345")

    assert given == [("buy", 3, 0), ("buy", 2, 1)]
    assert [hand.count("3") for hand in hands] == [1, 1, 1, 1, 1, 1]


def test_who_has_sold_down_to_one_3_sells_no_more():
    hands, given = after_buying("42", "3345", "42", "345", "3345", "345")

    assert given == [("buy", 1, 0), ("beg", 4, 2)]
    assert [hand.count("3") for hand in hands] == [1, 1, 1, 1, 1, 1]


def test_a_player_with_no_3_no_2_and_no_joker_buys_and_begs_nothing():
    hands, given = after_buying("45", *SIX[1:])

    assert given == []
    assert hands[0] == "54"
    assert forced_to_revolt(hands_from("45", "42", "33", "4s", "4", "")) == 0b110001


POOR = "4444444455555555666666667777777788889999"[:36]
POORER = "TTTTTTTTTTTTJJJJJJJJJJJJQQQQQQQQQQQQ"


def test_they_revolt_automatically():
    table = Table(HOLD, start(HOLD))
    table.state, _ = table.game.apply(table.state, CHANCE, dealt(POOR))

    assert table.to_act() == (1, 2, 3, 4, 5)
    assert table.public().to_act == (0, 1, 2, 3, 4, 5)
    assert table.own(0).chosen == "revolt"
    table.default()
    assert table.public().revolted == 0


@pytest.mark.parametrize(("hold", "bought"), [("on", [("buy", 3, 0)]), ("off", [])])
def test_threes_are_bought_with_the_deal_where_they_are_held(hold, bought):
    ruleset = f"gouji(hold_threes={hold})"
    table = Table(ruleset, start(ruleset))
    hand = "2" + "4" * 16 + "5" * 16 + "666"

    table.state, events = table.game.apply(table.state, CHANCE, dealt(hand, "", "", "33"))

    given = [(e.kind, e.giver, e.receiver) for e in events if isinstance(e, CardsGiven)]
    assert given == bought
    assert write_ranks(table.own(0).hand).count("3") == len(bought)
    assert table.own(0).hand.bit_count() == 36


def test_it_is_fixed_whatever_tribute_brings_and_they_pay_their_own():
    """§3, §9: the seat is paid a joker, pays its largest card, and revolts all the same."""
    dues = (Due("burn", 1, 0), Due("open", 0, 3))
    ruleset = "gouji(return_tribute=off)"
    state = replace(start(ruleset), match=Match(deal=1, dues=dues))
    table = Table(ruleset, state)
    table.state, _ = table.game.apply(table.state, CHANCE, dealt(POOR, "B"))
    assert table.public().phase == "tribute"

    events = table.act(CHANCE, "settle")

    paid = [write_ranks(event.cards) for event in events if isinstance(event, CardsMoved)]
    assert paid == ["B", max(POOR)]
    assert write_ranks(table.own(0).hand)[0] == "B"
    assert table.own(0).chosen == "revolt"
    table.default()
    assert table.public().revolted == 0


def test_two_automatic_ones_the_game_is_void_before_tribute():
    table = Table(HOLD, start(HOLD))

    table.state, events = table.game.apply(table.state, CHANCE, dealt(POOR, POORER))

    assert events[-1] == DealVoided((0, 1))
    assert table.public().phase == "between"
    assert table.public().results == ()
    table.state, _ = table.game.apply(table.state, CHANCE, dealt())
    assert table.public().deal == 1


def test_4s_are_shown_for_the_lead():
    table = Table(HOLD, start(HOLD))
    table.state, _ = table.game.apply(table.state, CHANCE, dealt("4S4S4S3C3C3C"))
    table.default()

    assert table.refused(0, "show 3C") == "show_rank"
    table.act(0, "show 4S")


@pytest.mark.parametrize(("hand", "lead"), [("33349", "4"), ("333", "333"), ("33s", "s")])
def test_in_time_out_a_leader_never_leads_a_3_but_all_of_them_at_the_end(hand, lead):
    table = held(hand, *[FILL] * 5)

    ((_, action),) = table.game.defaults(table.state)

    assert write_ranks(action.cards) == lead
    table.default()
