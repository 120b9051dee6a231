"""gouji §2 and §4: the opening window, declaring and showing for the lead."""

import pytest

from games.engine.core.actions import CHANCE, Deal
from games.engine.core.errors import NotAllowed
from games.engine.core.phases import Limit
from games.engine.gouji.events import CardsShown, Declared, LeadGiven
from games.engine.gouji.match import Match
from games.engine.gouji.results import DealResult
from games.engine.registry import game_of
from tests.engine.gouji.positions import deal_from, dealt, hands_from, opening

FIRST_TO_LAST = DealResult(1, (2, 3, 4, 5, 6, 1), (5, 0, 1, 2, 3), (0, 0), sweep=False)


def close(table):
    """Everybody not done says done; the events of the last."""
    return table.all_act(*(f"{seat} done" for seat in table.to_act()))


def test_six_hands_of_36_are_dealt_and_all_seats_are_asked():
    table = deal_from("3333")

    assert [table.own(seat).hand.bit_count() for seat in range(6)] == [36] * 6
    assert table.to_act() == (0, 1, 2, 3, 4, 5)
    assert table.game.pace(table.state).limit is Limit.WINDOW


def test_a_match_waits_for_chance_and_is_dealt_at_once():
    table = deal_from()
    start = table.game.start()

    assert table.game.to_act(start) == (CHANCE,)
    assert table.game.pace(start).seconds == 0
    chance = table.game.chance(start)
    assert chance is not None
    assert (len(chance.deck), chance.draws) == (216, (6,))
    assert table.game.chance(table.state) is None


def test_most_cards_of_one_suit_leads():
    table = opening("3C3C", "3D3D3D", "3S3S", "9", "9", "9")

    events = table.all_act("2 show 3S", "0 show 3C", "1 show 3D") + close(table)

    shown = hands_from("3C3C", "3D3D3D", "3S3S")
    assert events == (
        CardsShown(2, shown[2]),
        CardsShown(0, shown[0]),
        CardsShown(1, shown[1]),
        LeadGiven(1, "show"),
    )
    assert table.to_act() == (1,)


def test_equal_shows_the_action_received_first_leads():
    table = opening("3C3C", "9", "3S3S", "9", "9", "9")

    events = table.all_act("2 show 3S", "0 show 3C") + close(table)

    assert events[-1] == LeadGiven(2, "show")


def test_nobody_shows_a_seat_drawn_with_the_deal_leads():
    table = deal_from(drawn=4)

    assert close(table)[-1] == LeadGiven(4, "drawn")
    assert table.to_act() == (4,)


def test_all_ones_cards_of_the_suit_are_shown_and_stay_in_the_hand():
    table = opening("3C3C3C3D9", "9", "9", "9", "9", "9")

    table.act(0, "show 3C")
    close(table)

    assert table.public().shown[0] == hands_from("3C3C3C")[0]
    assert table.own(0).hand.bit_count() == 5


def test_an_active_seat_may_declare_that_it_will_open():
    table = opening("9", "9", "9", "9", "9", "9")

    events = table.all_act("3 declare", "1 declare") + close(table)

    assert events[:2] == (Declared(1), Declared(3))
    assert table.public().declared == (False, True, False, True, False, False)


@pytest.mark.parametrize(
    ("first", "then", "code"),
    [
        ("declare", "declare", "declared"),
        ("show 3C", "show 3D", "shown"),
        ("done", "declare", "done"),
        ("done", "done", "done"),
        ("declare", "show 4C", "show_rank"),
        ("declare", "show 3H", "show_two"),
        ("declare", "show 3S", "show_two"),
        ("declare", "pass", "not_now"),
        ("declare", "play 9", "not_now"),
    ],
)
def test_each_choice_is_made_once_and_of_two_or_more_of_one_suit(first, then, code):
    table = opening("3C3C3D3D3H4C4C9", "9", "9", "9", "9", "9")
    table.act(0, first)

    assert table.refused(0, then) == code


def test_choices_are_sealed_until_all_are_in():
    table = opening("3C3C", "9", "9", "9", "9", "9")
    before = [table.game.view(table.state, seat) for seat in (None, 1, 2, 3, 4, 5)]
    prompt_key = table.game.prompt_key(table.state, 1)

    events = table.act(0, "declare") + table.act(0, "show 3C") + table.act(0, "done")

    assert events == ()
    assert [table.game.view(table.state, seat) for seat in (None, 1, 2, 3, 4, 5)] == before
    assert table.game.prompt_key(table.state, 1) == prompt_key
    assert table.own(0).chosen == "declare, show 3C, done"
    assert table.own(0).choices == ()
    assert table.to_act() == (1, 2, 3, 4, 5)


def test_in_time_out_nobody_declares_or_shows():
    table = opening("3C3C", "9", "9", "9", "9", "9", drawn=5)
    table.act(2, "declare")

    for seat, action in table.game.defaults(table.state):
        table.state, events = table.game.apply(table.state, seat, action)

    assert events == (Declared(2), LeadGiven(5, "drawn"))


@pytest.mark.parametrize(("lead", "leader"), [("last_place", 4), ("first_place", 5)])
def test_last_or_first_place_of_the_game_before_leads_from_game_2(lead, leader):
    ruleset = f"gouji(hold_threes=off,lead={lead})"
    before = DealResult(1, (6, 5, 4, 3, 2, 1)[::-1], (), (0, 0), sweep=False)
    match = Match(deal=3, results=(before, FIRST_TO_LAST))
    table = opening(*["3C3C"] + ["9"] * 5, ruleset=ruleset, match=match, may_show=False)

    assert table.refused(0, "show 3C") == "show_not_asked"
    assert table.legal(0) == ["declare", "done"]
    assert close(table)[-1] == LeadGiven(leader, lead)


@pytest.mark.parametrize("lead", ["last_place", "first_place"])
def test_in_game_1_the_lead_is_shown_for_under_every_option(lead):
    table = deal_from("3C3C3C", ruleset=f"gouji(hold_threes=off,lead={lead})")

    table.act(0, "show 3C")

    assert close(table)[-1] == LeadGiven(0, "show")


def test_a_deal_must_be_the_whole_pack_and_a_draw_below_six():
    game, good = game_of("gouji"), dealt()
    for order, draws in (
        (good.order[:-1], (0,)),
        ((*good.order[:-1], good.order[0]), (0,)),
        ((*good.order, good.order[0]), (0,)),
        (good.order, (6,)),
        (good.order, (-1,)),
        (good.order, ()),
    ):
        with pytest.raises(NotAllowed) as refusal:
            game.apply(game.start(), CHANCE, Deal(order, draws))
        assert refusal.value.code == "bad_deal"


def test_only_chance_deals_and_only_when_a_deal_is_due():
    table = deal_from()

    assert table.refused(CHANCE, table.game.write(dealt())) == "not_now"
    assert table.refused(0, table.game.write(dealt())) == "not_now"
    assert table.refused(CHANCE, "pass") == "not_now"
    assert table.refused(6, "pass") == "not_now"
    assert table.refused(-2, "pass") == "not_now"
