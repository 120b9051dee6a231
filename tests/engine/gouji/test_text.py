"""Actions in text form, to and fro."""

import pytest

from games.engine.core.actions import Deal
from games.engine.core.cards import card, deck
from games.engine.core.errors import NotAllowed, Unreadable
from games.engine.gouji import notation
from games.engine.gouji.actions import Play, Show
from tests.engine.gouji.positions import dealt, hands_from

HAND = hands_from("BBss2299K")[0]


@pytest.mark.parametrize(
    "written",
    [
        "pass",
        "yield",
        "declare",
        "done",
        "show 3S",
        "play BbBa9Ca",
        "burn BbBa",
        "return 9Ca",
        "decline",
        "revolt",
        "stay",
        "head",
        "headless",
        "settle",
        "charge 9Ca BbBa KCa",
    ],
)
def test_an_action_is_read_as_it_is_written(written):
    assert notation.write(notation.read(written, HAND)) == written


def test_a_deal_is_read_as_it_is_written():
    deal = dealt("3333", drawn=4)

    assert notation.read(notation.write(deal), 0) == deal


def test_a_deal_by_hand_may_leave_out_suits_copies_and_cards():
    deal = notation.read("deal 9 9SbAA 3333 4 5 6 | 2", 0)
    assert isinstance(deal, Deal)
    hands = [deal.order[at : at + 36] for at in range(0, 216, 36)]

    assert sorted(deal.order) == sorted(deck(4))
    assert deal.draws == (2,)
    assert card(6, 3, 1) in hands[1]
    assert [hand[0] >> 4 for hand in hands] == [6, 6, 0, 1, 2, 3]


@pytest.mark.parametrize("written", ["play BB99", "play 9B9B", "play B b".replace(" b", "B99")])
def test_cards_without_suits_are_taken_from_the_hand(written):
    assert notation.read(written, HAND) == Play(hands_from("BB99")[0])


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("", "action"),
        ("play", "action"),
        ("pass 9", "action"),
        ("play 1", "cards"),
        ("show 9", "action"),
        ("show s", "action"),
        ("show 3S3S", "action"),
        ("deal", "action"),
        ("deal 3 | 1", "deal_hands"),
        ("deal 3 3 3 3 3 3 | x", "action"),
        ("deal BBB BB 3 3 3 3 | 0", "cards"),
        (f"deal {'3456789TJQ' * 4} 3 3 3 3 3 | 0", "cards"),
        ("play " + "9" * 5000, "action"),
        ("play " + "9" * 2500, "cards"),
    ],
)
def test_what_is_no_action_is_unreadable(written, code):
    with pytest.raises(Unreadable) as refusal:
        notation.read(written, HAND)
    assert refusal.value.code == code


@pytest.mark.parametrize("written", ["play A", "play 999", "play 9S9S"])
def test_cards_must_be_in_the_hand(written):
    with pytest.raises(NotAllowed) as refusal:
        notation.read(written, HAND)
    assert refusal.value.code == "not_in_hand"


def test_a_shown_suit_is_rank_and_suit():
    assert notation.read("show 4H", 0) == Show(1, 2)
