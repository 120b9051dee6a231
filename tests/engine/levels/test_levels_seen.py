"""What a seat and a watcher see of a Shengji deal, and what they do not."""

import pytest
from msgspec.structs import replace

from games.engine.core.cards import cards_of, deck, take_all
from games.engine.huolong.star_exchange import StarExchange
from games.engine.levels.match import DealSetup
from tests.engine.levels.tables import (
    copies_of,
    deal_from,
    faces,
    hands_from,
    kitty_exchange,
    position,
    suit_of,
    table,
)

RULESETS = ("shengji", "huolong")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_that_a_seat_has_declined_it_alone_sees(ruleset):
    drawing = deal_from("3S4H4D4C", ruleset=ruleset)
    drawing.act(2, "decline", 4)

    assert [drawing.own(seat, 4).chosen for seat in range(4)] == ["", "", "decline", ""]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_the_dealer_buried_the_dealer_alone_may_look_at_not_the_partner(ruleset):
    hands = ("4S5S6S7S8S9S", "4H", "4D", "4C")
    found = kitty_exchange(*hands, kitty="5H6H7H8H9HTH", ruleset=ruleset, dealer=0)
    assert found.public().kitty_count == 0
    found.act(0, "bury 4S5S6S7S8S9S")

    assert found.public().kitty_count == 6
    while found.public().phase == "stars":
        found.close()
    looks = [found.own(seat).chosen for seat in range(4)]
    assert [faces(take_all(text[5:])) for text in looks] == [faces(take_all(hands[0])), "", "", ""]


def test_the_dealer_sees_after_the_stars_what_they_buried_and_not_what_lies_there_now():
    """huolong §3: all are told who put how many; only the taker sees what is taken."""
    *held, kitty = hands_from(3, "4H", "B4D", "4C", "4S", "5H6H7H8H9HTH")
    found = table("huolong", StarExchange(tuple(held), DealSetup(0, suit_of("S"), 0, kitty, kitty)))
    for seat, count in enumerate((0, 1, 0, 0)):
        found.act(seat, f"stars {count}")

    assert faces(found.phase.setting.bottom) == "BTH9H8H7H6H"
    assert faces(take_all(found.own(0).chosen[5:])) == "TH9H8H7H6H5H"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_shown_card_stays_shown_until_it_is_played(ruleset):
    found = position("3HAS", "4H4D", "5H5D", "6H6D", ruleset=ruleset)
    setting = replace(found.phase.setting, shown=(take_all("3H"), 0, 0, 0))
    found.state = replace(found.state, phase=replace(found.phase, setting=setting))
    found.act(0, "play AS")
    assert faces(found.public().shown[0]) == "3H"
    found.all_act("1 play 4H", "2 play 5H", "3 play 6H", "0 play 3H")

    assert found.public().shown[0] == 0


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_kitty_is_among_what_nobody_has_laid_open(ruleset):
    found = position("AH9S", "4H8S", "5H7S", "6H6S", bottom="KDQD", ruleset=ruleset)
    found.all_act("0 play AH", "1 play 4H")

    assert faces(found.public().unplayed) == faces(take_all("9S8S5H7S6H6SKDQD"))
    whole = cards_of(deck(copies_of(ruleset)))
    assert found.public().unplayed & ~whole == 0


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_move_is_a_new_question_and_a_new_trick_has_no_winner_yet(ruleset):
    found = position("AH9S", "4H8S", "5H7S", "6H6S", ruleset=ruleset)
    asked, tops = [], []
    for move in ("0 play AH", "1 play 4H", "2 play 5H", "3 play 6H", "0 play 9S"):
        asked.append(found.game.prompt_key(found.state, 0))
        tops.append(found.public().top)
        found.all_act(move)

    assert len({*asked, found.game.prompt_key(found.state, 1)}) == 6
    assert tops == [None, 0, 0, 0, None]
