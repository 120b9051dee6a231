"""gouji §8: the charge, option charge."""

import pytest

from games.engine.core.cards import write_ranks
from games.engine.core.errors import NotAllowed
from games.engine.core.phases import Limit
from games.engine.gouji.actions import Charge
from games.engine.gouji.charging import Charging, charges_of
from games.engine.gouji.events import ChargeBeaten, Charged, ChargeSettled
from games.engine.gouji.match import GoujiState, Match
from games.engine.gouji.setup import Setup
from tests.engine.gouji.positions import Table, hands_from, plain
from tests.engine.gouji.test_revolution import WILD, revolted

CHARGE = plain("charge=on")
SETS = "AAKKQQQ9"


def charging(theirs, ours=SETS, ruleset=CHARGE):
    """Seat 0 has revolted with ``ours``; seat 3 holds ``theirs``."""
    hands = hands_from(ours, WILD, WILD, theirs, WILD, WILD)
    setup = Setup(hands=(0, *hands[1:]), drawn=1, revolted=0, discarded=hands[0], opened=0b001000)
    return Table(ruleset, GoujiState(Match(deal=1), Charging(setup)))


def opened(table):
    return [seat for seat in (0, 3) if table.phase.setup.opened >> seat & 1]


@pytest.mark.parametrize(("option", "phase"), [("off", "opening"), ("on", "charge")])
def test_only_with_the_option_is_a_revolutionary_asked_to_charge(option, phase):
    if option == "off":
        table = revolted(*[WILD] * 5, ruleset=plain("charge=off"))
    else:
        table = charging(WILD)
        assert table.to_act() == (0,)
        assert table.game.pace(table.state).limit is Limit.CHOICE

    assert table.public().phase == phase


def test_a_revolutionary_may_pick_three_disjoint_gouji_sets_and_their_order_and_show_them():
    table = charging(WILD)

    events = table.act(0, "charge QQQ AA KK")

    sets = hands_from("QQQ", "AA", "KK")
    assert events == (Charged(0, sets),)
    assert table.public().charge == sets
    assert table.to_act() == (3,)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("charge AA KK", "charge_sets"),
        ("charge AA KK 9", "charge_sets"),
        ("charge AA KK QQ", "charge_sets"),
        ("charge A KK QQQ", "charge_sets"),
        ("charge AA KK JJJJ", "not_in_hand"),
        ("charge AA AA KK", "not_in_hand"),
        ("pass", "not_now"),
        ("play AA", "not_now"),
    ],
)
def test_a_charge_is_three_gouji_sets_of_natural_cards(text, code):
    assert charging(WILD).refused(0, text) == code


@pytest.mark.parametrize("text", ["charge 2A KK QQQ", "charge sA KK QQQ", "charge AA KK 22Q"])
def test_the_sets_are_natural_though_tribute_brought_them_2s_and_jokers(text):
    """§8 natural cards: who revolts automatically does so whatever tribute brings (§3)."""
    table = charging(WILD, "AAKKQQQ22s")

    assert table.refused(0, text) == "charge_sets"
    assert not any("2" in each or "s" in each for each in table.legal(0)[1:])


def test_one_rank_may_give_two():
    table = charging(WILD, "AAAAKK")

    assert sorted(table.legal(0)[1:]) == ["charge AA AA KK", "charge AA KK AA", "charge KK AA AA"]
    table.act(0, "charge AA KK AA")
    assert [cards.bit_count() for cards in table.public().charge] == [2, 2, 2]


def test_the_same_card_is_not_in_two_sets():
    table = charging(WILD, "AAAKK")

    with pytest.raises(NotAllowed) as refusal:
        table.game.apply(table.state, 0, Charge(hands_from("AA", "KK") + hands_from("AA")))
    assert refusal.value.code == "charge_sets"
    assert table.legal(0) == ["decline"]
    assert list(charges_of(hands_from("AAAKK")[0])) == []


def test_who_has_no_three_sets_is_asked_all_the_same_and_may_only_decline():
    table = charging(WILD, "AA99")

    assert [choice.verb for choice in table.own(0).choices] == ["decline"]
    table.act(0, "decline")
    assert opened(table) == [3]


def test_their_opposite_declines_the_revolutionary_has_opened_and_the_opposite_not():
    table = charging("22ss" + WILD)
    table.act(0, "charge AA KK QQQ")

    assert table.act(3, "decline") == (ChargeSettled(0),)
    assert opened(table) == [0]
    assert table.public().phase == "heads"


def test_they_beat_them_one_by_one_in_order():
    table = charging("22AAKKK" + "999")
    table.act(0, "charge AA KK QQQ")
    asked = table.game.prompt_key(table.state, 3)

    assert table.legal(3) == ["decline", "play 22"]
    events = table.act(3, "play 22")
    assert [(type(event), event.number) for event in events] == [(ChargeBeaten, 1)]
    assert table.game.prompt_key(table.state, 3) != asked
    table.act(3, "play AA")
    events = table.act(3, "play KKK")

    assert events[1:] == (ChargeSettled(3),)
    assert opened(table) == [3]
    assert table.own(3).hand.bit_count() == 3


def test_one_not_beaten_the_cards_they_laid_are_gone_and_the_revolutionary_has_opened():
    table = charging("22" + "99")
    table.all_act("0 charge AA KK QQQ", "3 play 22")

    events = table.act(3, "decline")

    assert events == (ChargeSettled(0),)
    assert opened(table) == [0]
    assert table.own(3).hand.bit_count() == 2


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("play 2", "charge_too_low"),
        ("play KK", "charge_too_low"),
        ("play KA", "one_rank"),
        ("play TT", "not_in_hand"),
        ("pass", "not_now"),
        ("charge AA KK QQQ", "not_in_hand"),
    ],
)
def test_a_set_is_beaten_by_as_many_higher_cards(text, code):
    table = charging("22KKA")
    table.act(0, "charge AA KK QQQ")

    assert table.refused(3, text) == code
    assert table.refused(1, "decline") == "not_your_turn"


def test_held_threes_cannot_be_laid_against_a_charge():
    table = charging("BB333", ruleset="gouji(charge=on)")
    table.act(0, "charge QQQ AA KK")

    assert table.refused(3, "play BB3") == "threes_last"
    assert table.refused(3, "play 333") == "threes_last"
    assert table.legal(3) == ["decline"]


def test_in_time_out_there_is_no_charge_and_the_charge_is_declined():
    table = charging("22AAKKK")
    table.act(0, "charge AA KK QQQ")
    assert table.default() == (ChargeSettled(0),)

    table = charging("22AAKKK")
    assert table.default() == ()
    assert opened(table) == [3]


def test_a_revolutionarys_hand_stays_until_the_charge_is_over():
    table = charging(WILD)

    assert table.own(0).hand == hands_from(SETS)[0]
    assert table.public().counts[0] == 0
    assert [(choice.verb, choice.cards) for choice in table.own(0).choices] == [
        ("charge", True),
        ("decline", False),
    ]


def test_cards_all_in_one_are_a_set_a_rank_in_the_order_in_which_they_are_named():
    apart, together = charging(WILD), charging(WILD)
    apart.act(0, "charge QQQ AA KK")
    together.act(0, "charge QAQAKKQ")

    assert [write_ranks(cards) for cards in together.public().charge] == ["QQQ", "AA", "KK"]
    assert apart.public().charge == together.public().charge
