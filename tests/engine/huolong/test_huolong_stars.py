"""huolong §3: the bottom and the stars."""

import pytest

from games.engine.core.cards import take_all
from games.engine.core.errors import NotAllowed
from games.engine.core.phases import Limit
from games.engine.huolong.actions import Stars
from games.engine.huolong.events import StarsPut, StarsTaken
from games.engine.huolong.star_exchange import StarExchange, exchange
from games.engine.levels.match import DealSetup
from games.engine.levels.trumps import trumps_of
from tests.engine.levels.tables import faces, hands_from, kitty_exchange, suit_of, table

TRUMPS = trumps_of(0, suit_of("S"), True)


def star_exchange(*hands, bottom, dealer=0):
    """The sealed question, over these hands and bottom."""
    *held, kitty = hands_from(3, *hands, bottom)
    setting = DealSetup(0, suit_of("S"), dealer, kitty, kitty)
    return table("huolong", StarExchange(tuple(held), setting), dealer=dealer)


def swapped(*hands, bottom, counts, dealer=0):
    *held, kitty = hands_from(3, *hands, bottom)
    after, bottom, took = exchange(tuple(held), kitty, counts, dealer, TRUMPS)
    return [faces(hand) for hand in after], faces(bottom), [faces(cards) for cards in took]


def test_the_dealer_buries_six_big_jokers_among_them_if_they_like():
    found = kitty_exchange("4H5H6HBBB", "4D", "4C", "4S", kitty="7H8H9HTHJHQH", ruleset="huolong")
    found.act(0, "bury BBB4H5H6H")

    assert found.public().phase == "stars"
    assert faces(found.phase.setting.bottom) == "BBB6H5H4H"


def test_then_any_seat_may_put_big_jokers_of_its_hand_into_the_bottom():
    found = star_exchange("BB4H", "B4D", "4C", "4S", bottom="5H6H7H8H9HTH")

    assert found.legal(0) == ["stars 0", "stars 1", "stars 2"]
    assert found.legal(2) == ["stars 0"]
    assert found.own(1).choices[0].picks == ("stars 0", "stars 1")
    assert found.refused(0, "stars 3") == "stars_held"
    assert found.refused(0, "stars x") == "action"
    with pytest.raises(NotAllowed, match="stars_held"):
        found.game.apply(found.state, 0, Stars(-1))
    assert found.refused(0, "play 4H") == "not_now"
    assert found.refused(-1, "stars 0") == "not_now"


def test_sealed_and_at_once_nothing_public_changes_until_all_have_said():
    found = star_exchange("BB4H", "B4D", "4C", "4S", bottom="5H6H7H8H9HTH")
    before, prompt_key = found.game.dump(found.public()), found.game.prompt_key(found.state, 3)
    assert found.public().to_act == (0, 1, 2, 3)
    assert found.game.pace(found.state).limit is Limit.WINDOW

    for seat, text in ((1, "stars 1"), (0, "stars 0"), (3, "stars 0")):
        assert found.act(seat, text) == ()
        assert found.game.dump(found.public()) == before
        assert found.game.prompt_key(found.state, seat) == prompt_key
        assert found.own(seat).chosen == text
        assert found.refused(seat, "stars 0") == "stars_said"
    assert found.own(2).chosen == ""
    assert found.to_act() == (2,)


def test_all_are_told_who_put_how_many_and_only_the_taker_sees_what_they_take():
    found = star_exchange("BB4H", "B4D", "4C", "4S", bottom="5H6H7H8H9HTH")
    for seat, text in ((0, "stars 2"), (1, "stars 1"), (2, "stars 0")):
        found.act(seat, text)
    events = found.act(3, "stars 0")

    assert events[0] == StarsPut((2, 1, 0, 0))
    assert [event.audience() for event in events] == [None, (0,), (1,)]
    assert events[1:] == (StarsTaken(0, take_all("6H7H")), StarsTaken(1, take_all("5H")))
    assert (found.public().phase, found.public().put) == ("play", (2, 1, 0, 0))
    assert found.hand(0) == "7H6H4H"
    assert found.to_act() == (0,)


def test_all_jokers_go_in_first_then_each_takes_as_many_out_never_a_big_joker():
    hands, bottom, took = swapped(
        "B4D", "B4C", "5C", "6C", bottom="BKSAS2H9HQS", counts=(1, 1, 0, 0)
    )

    assert took == ["QS", "9H", "", ""]
    assert bottom == "BBB2HASKS"
    assert hands == ["QS4D", "9H4C", "5C", "6C"]


def test_smallest_first_side_suits_before_trumps_by_rank_ties_by_suit():
    *_, took = swapped("BBB", "4D", "4C", "4S", bottom="4S9H9D9CAH2D", counts=(3, 0, 0, 0))
    assert took[0] == "9H9D9C"
    *_, took = swapped("BB", "4D", "4C", "4S", bottom="4S9H9D9CAH2D", counts=(2, 0, 0, 0))
    assert took[0] == "9H9C"
    *_, took = swapped("BBB", "4D", "4C", "4S", bottom="4S3H2H2DAHKH", counts=(3, 0, 0, 0))
    assert took[0] == "AHKH4S"


@pytest.mark.parametrize(
    ("dealer", "counts", "order"),
    [
        (0, (1, 1, 0, 1), (1, 3, 0)),
        (0, (1, 0, 1, 1), (3, 2, 0)),
        (1, (1, 1, 1, 0), (2, 0, 1)),
        (3, (1, 1, 0, 1), (0, 1, 3)),
    ],
)
def test_the_side_not_dealing_before_the_dealers_in_playing_order_from_the_dealers_next_seat(
    dealer, counts, order
):
    hands = ["B" if count else "4C" for count in counts]
    *_, took = swapped(*hands, bottom="5H6H7H8H9HTH", counts=counts, dealer=dealer)

    assert [took[seat] for seat in order] == ["5H", "6H", "7H"]


def test_time_out_none():
    found = star_exchange("BB4H", "B4D", "4C", "4S", bottom="5H6H7H8H9HTH")
    found.act(1, "stars 1")
    found.close()

    assert found.public().put == (0, 1, 0, 0)


def test_who_holds_no_big_joker_is_asked_all_the_same():
    found = star_exchange("4H", "4D", "4C", "4S", bottom="5H6H7H8H9HTH")

    assert found.to_act() == (0, 1, 2, 3)
