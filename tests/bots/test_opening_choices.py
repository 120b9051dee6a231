"""The steady player outside the tricks: burning, held 3s, revolution, charge, head, return tribute."""

import random
from types import SimpleNamespace
from typing import Any

import pytest

from games.bots import bot_of
from games.bots.heuristic import HeuristicBot
from games.bots.opening_choices import beats_charge
from games.bots.seat_view import SeatView
from games.engine.core.cards import rank_counts, take_all
from games.engine.core.views import Choice, Own, View
from games.engine.gouji.game import Gouji
from games.engine.gouji.public import Public
from games.engine.registry import game_of
from tests.engine.gouji.positions import by_rank, position

FILL = "456789TJQ"
WEAK = "3334445556667777888899999TTTJJJQQKA4"
PROUD = "333TTTTTTJJJJJQQQQQKKKKKAAAAA9999956"


def chosen(table: Any, seat: int) -> str:
    """What the bot does there, cards by rank."""
    action = bot_of("steady").choose(
        table.game.view(table.state, seat), table.any_game, random.Random()
    )
    return by_rank(table.game.write(action))


def asked(hand: str, *choices: Choice, barred: str = "", **public: Any) -> str:
    """What the bot says in a window with these choices."""
    game = game_of("gouji:charge")
    seen = Public(deal=1, games=5, scores=(0, 0), results=(), last=None, **public)
    view = View(0, seen, Own(take_all(hand), choices, "", take_all(barred)))
    action = HeuristicBot().choose(view, game, random.Random(1))
    assert action is not None
    return by_rank(game.write(action))


# -- burning and held 3s


@pytest.mark.parametrize(
    ("hand", "says"),
    [
        ("22BB9966", "burn 22"),
        ("22BB99663377", "decline"),
        ("22556677", "decline"),
    ],
)
def test_a_bot_burns_when_jokers_carry_the_rest_of_its_hand(hand, says):
    table = position("AA" + FILL, hand, *[FILL] * 4, burns=True)
    table.act(0, "play AA")

    assert chosen(table, 1) == says


def test_a_bot_does_not_burn_its_partner():
    table = position("AA" + FILL, FILL, "22BB9966", *[FILL] * 3, burns=True)
    table.act(0, "play AA")

    assert chosen(table, 2) == "decline"


def test_a_burner_leads_on_a_joker_and_keeps_one_for_each_later_lead():
    hand = "22BB996655"
    table = position("AA" + FILL, hand, *[FILL] * 4, burns=True)
    table.all_act("0 play AA", "1 burn 22")
    table.decline()
    table.all_pass()

    lead = chosen(table, 1)
    assert lead.count("B") == 1
    assert len(lead) == len("play B55")


def test_a_bot_does_not_strand_itself_on_held_threes():
    table = position("JJ" + FILL, "QQ333", *[FILL * 2] * 4, ruleset="gouji")
    table.act(0, "play JJ")
    risky = chosen(table, 1)
    table = position("JJ" + FILL, "BK333", *[FILL * 2] * 4, ruleset="gouji")
    table.act(0, "play JJ")

    assert (risky, chosen(table, 1)) == ("pass", "play BK")


def test_a_bot_leads_its_held_threes_last():
    table = position("B99333", *[FILL] * 5, ruleset="gouji")

    assert chosen(table, 0) == "play B99"


# -- before play


@pytest.mark.parametrize(("hand", "says"), [(WEAK, "revolt"), (PROUD, "stay")])
def test_a_bot_revolts_unless_its_hand_is_proud(hand, says):
    assert asked(hand, Choice("stay"), Choice("revolt"), phase="revolution") == says


@pytest.mark.parametrize(("hand", "says"), [(WEAK, "headless"), (PROUD, "head")])
def test_a_bot_takes_a_head_with_three_gouji_sets(hand, says):
    assert asked(hand, Choice("headless"), Choice("head"), phase="heads") == says


def test_a_bot_charges_with_its_hardest_sets():
    picks = ("charge QQQ KK KK", "charge KKK AA AA")

    said = asked("QQQKKKKKAAAA", Choice("charge", picks=picks), Choice("decline"), phase="charge")

    assert said.startswith("charge")
    assert "Q" not in said


def test_a_bot_beats_a_charge_only_when_loose_cards_beat_all_of_it():
    charge = tuple(take_all(each) for each in ("QQQ", "JJJJ", "TTTTT"))
    rules = Gouji.of(game_of("gouji:charge")).rules
    public: Any = SimpleNamespace(charge=charge, charge_beaten=0)

    def beating(hand: str) -> bool:
        cards = take_all(hand)
        seat_view = SeatView(0, cards, rank_counts(cards), public, rules)
        return beats_charge(seat_view) is not None

    assert beating("KKKAAAAJJJJJ")
    assert not beating("KKKAAAA99999")


def test_a_bot_returns_loose_low_cards_but_not_threes_nor_what_it_received():
    choice = Choice("return", cards=True, count=2)

    assert asked("33455556777KKB2", choice, barred="2", phase="return") == "return 64"
    assert asked("33455556777KKB2", choice, barred="4", phase="return") != "return 64"
