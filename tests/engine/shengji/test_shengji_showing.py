"""shengji §3: drawing on the clock, showing, the kitty."""

import pytest

from games.engine.core.actions import CHANCE
from games.engine.core.cards import take_all
from games.engine.core.errors import NotAllowed
from games.engine.core.phases import Limit
from games.engine.levels.actions import Bury
from games.engine.levels.events import (
    Buried,
    DealBegan,
    Drew,
    KittyBuried,
    KittySeen,
    KittyTaken,
    NobodyShowed,
    TrumpShown,
    TrumpsSet,
)
from tests.engine.levels.tables import deal_from, dealt, faces, kitty_exchange

EVERYBODY = (0, 1, 2, 3)


def test_four_seats_are_dealt_12_cards_each_one_by_one_and_6_lie_in_the_kitty():
    table = deal_from("4S4H4D4C5S5H")

    assert table.hand(0, 5) == "5S4S"
    assert table.hand(1, 5) == "4H"
    assert table.public(48).counts == (12, 12, 12, 12)
    assert table.public(48).kitty_count == 6


@pytest.mark.parametrize(("dealer", "first"), [(-1, 0), (0, 0), (3, 3)])
def test_seat_0_draws_first_in_deal_1_later_the_dealer(dealer, first):
    table = deal_from("4S", dealer=dealer)

    assert table.public().first == first
    assert table.hand(first, 1) == "4S"


def test_a_player_may_show_a_level_card_from_the_moment_they_draw_it():
    table = deal_from("4S4H4D4C5S3H")

    assert table.refused(1, "show 3H", 5) == "show_not_held"
    assert table.legal(1, 5) == ["decline"]
    assert table.legal(1, 6) == ["decline", "show 3H"]
    table.act(1, "show 3H", 6)
    assert table.public().suit == 2


def test_only_level_cards_are_shown():
    table = deal_from("4S4H4D4C")

    assert table.refused(0, "show 4S", 10) == "show_level_only"
    assert table.refused(0, "show B", 48) == "show_level_only"
    assert deal_from("B4H4D4Cs").legal(0, 5) == ["decline"]


def test_another_players_level_card_cannot_be_shown_and_the_refusal_tells_nothing():
    table = deal_from("4S3H4D4C")

    codes = {table.refused(seat, "show 3H", 40) for seat in (0, 2, 3)}

    assert codes == {"show_not_held"}


def test_the_first_shown_fixes_the_trump_suit_for_good_is_public_and_stays_in_their_hand():
    table = deal_from("3S3H4D4C")
    events = table.act(1, "show 3H", 4)

    assert events == (TrumpShown(1, take_all("3H")),)
    assert events[0].audience() is None
    assert table.refused(0, "show 3S", 40) == "show_first_stands"
    assert "3H" in table.hand(1)
    assert faces(table.public().shown[1]) == "3H"
    table.close()
    assert table.public().suit == 2


def test_in_deal_1_whoever_shows_becomes_dealer():
    table = deal_from("4S4H4D3C")
    table.act(3, "show 3C", 4)

    assert table.public().dealer == 3
    table.close()
    assert table.public().dealer == 3


def test_later_the_dealer_is_known_and_anyone_may_show():
    table = deal_from("4S4H4D3C", dealer=1, levels=(2, 0), dealt=(1, 1), deal=3)
    table.act(0, "show 3C", 4)
    table.close()

    assert (table.public().suit, table.public().dealer) == (0, 1)


@pytest.mark.parametrize(
    ("ruleset", "seconds"), [("shengji", 0.4), ("shengji(draw_pace=0.1)", 0.1)]
)
def test_the_kth_card_becomes_visible_at_k_times_the_pace(ruleset, seconds):
    table = deal_from("4S4H4D4C5S", ruleset=ruleset)
    pace = table.game.pace(table.state)

    assert (pace.limit, pace.ticks, pace.tick_seconds) == (Limit.WINDOW, 48, seconds)
    assert [table.public(tick).counts[0] for tick in (0, 1, 4, 5)] == [0, 1, 1, 2]


def test_a_seats_view_never_holds_a_card_not_yet_drawn():
    table = deal_from("4S4H4D4C5S5H5D5C")

    for tick in range(49):
        view = table.game.view(table.state, 2, tick)
        assert view.own.hand.bit_count() == view.public.counts[2] == (tick + 1) // 4
        assert sum(view.public.counts) == view.public.drawn == tick


def test_only_the_clock_closes_the_drawing_and_nothing_else_can_be_done_in_it():
    table = deal_from("4S")

    assert table.refused(0, "close", 48) == "not_now"
    assert table.refused(CHANCE, "decline", 48) == "not_now"
    assert table.refused(0, "play 4S", 48) == "not_in_hand"


def test_the_tick_never_goes_back():
    table = deal_from("3S4H4D4C")
    table.act(1, "decline", 20)

    assert table.public(3).drawn == 20
    table.act(0, "show 3S", 0)
    assert table.phase.tick == 20
    shown = deal_from("3S4H4D4C")
    shown.act(0, "show 3S", 20)
    assert shown.public(3).drawn == 20


def test_when_the_last_card_is_drawn_the_clock_has_no_more_to_show():
    table = deal_from("4S4H")

    assert (table.public(60).drawn, table.public(60).counts) == (48, (12, 12, 12, 12))


def test_of_two_shows_at_the_same_card_the_first_applied_stands():
    table = deal_from("3S3H")
    table.act(1, "show 3H", 2)

    assert table.refused(0, "show 3S", 2) == "show_first_stands"


def test_showing_ends_when_all_cards_are_visible_and_a_show_stands():
    table = deal_from("3S4H")
    table.act(0, "show 3S", 1)
    pace = table.game.pace(table.state)

    assert (pace.ticks, pace.seconds) == (48, 0.0)
    assert table.to_act() == (CHANCE,)
    assert table.refused(1, "decline", 48) == "not_now"
    assert table.game.chance(table.state) is None
    table.close()
    assert table.public().phase == "burying"


@pytest.mark.parametrize(
    ("ruleset", "seconds"), [("shengji", 10.0), ("shengji(show_grace=3)", 3.0)]
)
def test_with_none_it_ends_after_a_grace(ruleset, seconds):
    table = deal_from("4S4H", ruleset=ruleset)

    assert table.game.pace(table.state).seconds == seconds
    assert table.game.defaults(table.state)[0][0] == CHANCE
    table.close()
    assert table.public().phase == "waiting"


def test_with_none_it_ends_when_all_four_have_declined():
    table = deal_from("4S4H")
    for seat in (2, 0, 3):
        assert table.act(seat, "decline", 48) == ()
    assert table.to_act() == (1,)

    assert table.act(1, "decline") == (NobodyShowed(),)


def test_who_has_declined_shows_nothing_more_and_nobody_sees_that_they_have():
    table = deal_from("3S4H")
    before = table.game.dump(table.public(30))
    table.act(0, "decline", 30)

    assert table.refused(0, "show 3S") == "declined"
    assert table.refused(0, "decline") == "declined"
    assert table.own(0).choices == ()
    assert table.own(0).chosen == "decline"
    assert table.game.dump(table.public(30)) == before


def test_one_question_is_asked_from_the_first_card_to_the_last_and_another_in_a_redeal():
    table = deal_from("3S4H")
    asked = {table.game.prompt_key(table.state, seat) for seat in (CHANCE, *EVERYBODY)}
    table.act(1, "decline", 3)
    asked.add(table.game.prompt_key(table.state, 2))
    table.act(0, "show 3S", 30)
    asked.add(table.game.prompt_key(table.state, CHANCE))
    assert len(asked) == 1

    again = deal_from("4S4H")
    first = again.game.prompt_key(again.state, 0)
    again.close()
    again.act(CHANCE, again.game.write(dealt("4S4H")), 0)
    assert again.game.prompt_key(again.state, 0) != first


def test_no_show_redeal_is_a_new_shuffle_with_the_same_first_drawer_and_levels():
    table = deal_from("4S4H", dealer=3, levels=(2, 5), deal=4, results=())
    table.close()
    assert table.game.pace(table.state).limit is Limit.BETWEEN
    assert table.game.pace(table.state).seconds == 0.0
    began = table.act(CHANCE, table.game.write(dealt("5S4H")))

    assert began == (DealBegan(1, 5, 3, again=True),)
    public = table.public()
    assert (public.first, public.levels, public.level, public.deal) == (3, (2, 5), 5, 1)


@pytest.mark.parametrize("dealer", [-1, 2])
def test_no_show_kitty_the_first_suited_card_of_the_kitty_fixes_the_suit_in_deal_1_seat_0_deals(
    dealer,
):
    table = deal_from("4S4H", "B7Ds8C", "shengji(no_show=kitty)", dealer=dealer)
    events = table.close()

    trumps = next(event for event in events if isinstance(event, TrumpsSet))
    assert trumps == TrumpsSet(1, 0, max(dealer, 0), trumps.card)
    assert faces(1 << trumps.card) == "7D"
    assert table.public().suit == 1
    assert table.public().phase == "burying"


@pytest.mark.parametrize(("kitty", "suit"), [("s2D8C", 1), ("3H8C", 2), ("8C2D", 0)])
def test_a_2_or_a_level_card_is_the_first_suited_card_of_the_kitty_too(kitty, suit):
    table = deal_from("4S4H", kitty, "shengji(no_show=kitty)")
    table.close()

    assert table.public().suit == suit


def test_the_dealer_takes_the_kitty_and_only_they_see_it():
    table = deal_from("3S4H", "9D9C8D8C7D7C")
    table.act(0, "show 3S", 1)
    events = table.close()

    assert [event.seat for event in events if isinstance(event, Drew)] == [0, 1, 2, 3]
    assert [event.audience() for event in events if isinstance(event, KittySeen)] == [(0,)]
    assert [event.audience() for event in events if isinstance(event, KittyTaken)] == [None]
    assert table.public().counts == (18, 12, 12, 12)
    assert take_all("9D9C8D8C7D7C") & ~table.own(0).hand == 0


FULL = ("4S5S6S7S8S9STSJSQSKSASs", "4H5H6H7H8H9HTHJHQHKHAH2H", "4D5D6D7D8D9DTDJDQDKDAD2D",
        "4C5C6C7C8C9CTCJCQCKCAC2C")  # fmt: skip


def test_the_dealer_buries_six_cards_of_their_choice():
    table = kitty_exchange(*FULL, kitty="B2S3S3H3D3C")

    assert table.to_act() == (0,)
    assert table.game.pace(table.state).limit is Limit.CHOICE
    assert len(table.game.legal(table.state, 0)) == 18564
    assert table.refused(1, "bury 4H5H6H7H8H9H") == "bury_dealer"
    assert table.refused(0, "bury 4S5S6S7S8S") == "bury_count"
    assert table.refused(0, "bury 4S5S6S7S8S9STS") == "bury_count"
    assert table.refused(0, "bury 4S5S6S7S8S4H") == "not_in_hand"
    assert table.refused(0, "play 4S") == "not_now"
    with pytest.raises(NotAllowed, match="not_in_hand"):
        table.game.apply(table.state, 0, Bury(take_all("4S5S6S7S8S4H")))

    events = table.act(0, "bury 4S5S6S7SB3S")

    assert events == (Buried(0), KittyBuried(0, take_all("4S5S6S7SB3S")))
    assert [event.audience() for event in events] == [None, (0,)]
    assert table.public().counts == (12, 12, 12, 12)
    assert table.own(0).chosen.startswith("bury B")
    assert table.own(1).chosen == ""


def test_a_shown_card_that_they_bury_stays_shown_so_that_burying_it_tells_nothing():
    table = kitty_exchange(*FULL, kitty="B2S3S3H3D3C", shown=(take_all("3S"), 0, 0, 0))
    before = table.public().shown
    table.act(0, "bury 4S5S6S7SB3S")

    assert table.public().shown == before


def test_in_time_out_the_dealer_buries_the_six_that_were_taken():
    table = kitty_exchange(*FULL, kitty="B2S3S3H3D3C")
    table.close()

    assert faces(table.phase.setting.bottom) == faces(take_all("B2S3S3H3D3C"))
    assert (table.public().phase, table.to_act()) == ("play", (0,))
