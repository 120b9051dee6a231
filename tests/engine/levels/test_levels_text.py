"""The text form of actions, and records of the Shengji games."""

from typing import Any

import pytest

from games.engine.core.actions import CHANCE, Close, Deal
from games.engine.core.cards import deck, take_all
from games.engine.core.errors import Unreadable
from games.engine.huolong.actions import Stars
from games.engine.levels.actions import Bury, Decline, Play, Show
from games.engine.registry import game_of
from tests.engine.levels.tables import bare, copies_of, deal_from, faces

HUOLONG: Any = game_of("huolong")


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Show(0, 3), "show 3S"),
        (Show(13, 0), "show s"),
        (Show(14, 0, 3), "show BBB"),
        (Decline(), "decline"),
        (Close(), "close"),
        (Bury(take_all("9S9SB")), "bury Ba9Sb9Sa"),
        (Play(take_all("9S9S")), "play 9Sb9Sa"),
        (Stars(2), "stars 2"),
    ],
)
def test_an_action_is_written_and_read(action, text):
    assert HUOLONG.write(action) == text
    assert HUOLONG.kind.read(text, take_all("9S9SB"), 3) == action


@pytest.mark.parametrize(
    "text",
    ["", "show", "show 3", "show 3S3H", "show x", "play", "close now", "stars", "stars 22", "fly",
     "play 9x", "deal", "x" * 3000, "show 3Sa4Sb"],
)  # fmt: skip
def test_what_is_no_action_is_unreadable(text):
    with pytest.raises(Unreadable):
        HUOLONG.kind.read(text, take_all("9S"), 3)


@pytest.mark.parametrize("key", ["shengji", "huolong"])
def test_a_deal_is_written_in_the_order_drawn_with_the_kitty_after_a_bar(key):
    game = game_of(key)
    order = tuple(reversed(deck(copies_of(key))))
    text = game.write(Deal(order))

    assert bare(text).endswith("| 3H3D3C" if key == "huolong" else "| 4D4C3S3H3D3C") or "|" in text
    assert game.read(game.start(), CHANCE, text) == Deal(order)


def test_a_deal_written_by_hand_may_leave_out_suits_copies_and_cards():
    game: Any = game_of("shengji")
    deal = game.read(game.start(), CHANCE, "deal AA5S4S | B9D")

    assert sorted(deal.order) == sorted(deck(1))
    assert [faces(1 << number) for number in deal.order[:5]] == ["AC", "AD", "5S", "4S", "3C"]
    assert [faces(1 << number) for number in deal.order[-6:-4]] == ["B", "9D"]


@pytest.mark.parametrize("text", ["deal BB", "deal 3Sa3Sa", "deal 3S | 4S5S6S7S8S9STS", "deal 3Sb"])
def test_a_card_written_too_often_or_too_many_cards_are_unreadable(text):
    game = game_of("shengji")
    with pytest.raises(Unreadable):
        game.read(game.start(), CHANCE, text)


def test_reading_a_show_asks_no_hand_so_that_the_refusal_tells_nothing_of_cards_to_come():
    table = deal_from("4S3H4D4C5S5H")

    assert [table.refused(seat, "show 3H", 1) for seat in range(4)] == ["show_not_held"] * 4
    assert table.refused(1, "play 3H", 1) == table.refused(0, "play 3H", 1) == "not_in_hand"
