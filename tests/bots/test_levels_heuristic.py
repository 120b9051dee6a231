"""The steady player of the Shengji games: legal always, sensible where it shows, and better than chance."""

import random
from typing import Any

import pytest

from games.bots import bot_of
from games.bots.arena import shuffled
from games.bots.levels_heuristic import buried, trump_share
from games.engine.core.actions import CHANCE
from games.engine.core.cards import take_all
from games.engine.levels.actions import Decline, Show
from games.engine.levels.trumps import points_in, trumps_of
from games.engine.registry import game_of
from tests.engine.levels.tables import deal_from, faces, position
from tests.engine.walks import THOROUGH

BOT: Any = bot_of("levels_steady")
CHOOSE = random.Random(1)


def match_points(ruleset, deals, seed, strong):
    """Steps that each side rose in so many deals, side ``strong`` played by the bot and the other at random."""
    game: Any = game_of(ruleset)
    rng, state, risen, chances = random.Random(seed), game.start(), [0, 0], bot_of("random")
    while sum(1 for _ in state.match.results) < deals and (acting := game.to_act(state)):
        tick = game.pace(state).ticks
        if game.chance(state) is not None:
            state, _ = game.apply(state, CHANCE, shuffled(game, state, rng))
        elif acting == (CHANCE,):
            state, _ = game.apply(state, *game.defaults(state)[0])
        else:
            seat = rng.choice(acting)
            player = BOT if seat % 2 == strong else chances
            action = player.choose(game.view(state, seat, tick), game, rng)
            state, _ = game.apply(state, seat, action, tick)
    for result in state.match.results:
        risen = [old + new for old, new in zip(risen, result.rises, strict=True)]
    return risen[strong], risen[1 - strong]


@pytest.mark.parametrize(
    "ruleset", ["shengji", "shengji:standard", "huolong", "huolong(stars=three_each)"]
)
def test_it_rises_far_more_than_a_random_player(ruleset):
    rounds = [match_points(ruleset, 12, seed, seed % 2) for seed in range(4 * THOROUGH)]

    assert sum(ours for ours, _ in rounds) > 2 * sum(theirs for _, theirs in rounds)


def chosen(table, seat):
    view = table.game.view(table.state, seat, table.tick)
    action = BOT.choose(view, table.game, CHOOSE)
    return "" if action is None else table.game.write(action)


def test_it_feeds_points_to_its_partner_who_wins():
    table = position("AH4D", "6H5D", "KH7H", "8H6D")
    table.all_act("0 play AH", "1 play 6H")

    assert chosen(table, 2) == "play KHa"


def test_it_saves_points_from_its_enemies():
    table = position("AH4D", "KH7H", "9H5D", "8H6D")
    table.act(0, "play AH")

    assert chosen(table, 1) == "play 7Ha"


def test_it_ruffs_for_points_and_not_for_none():
    table = position("9H4D", "KH5D", "9C8C", "6S7D")
    table.all_act("0 play 9H", "1 play KH", "2 play 8C")
    assert chosen(table, 3) == "play 7Da"  # its partner wins: it keeps its trump

    table = position("KH4D", "QH5D", "9C8C", "4S6D")
    table.all_act("0 play KH", "1 play QH", "2 play 8C")
    assert chosen(table, 3) == "play 4Sa"


def test_it_leads_tops_of_a_side_suit_together():
    table = position("AHKHQH5S4D", "4H5H6H7H8H", "9D8D7D6D5D", "4C5C6C7C8C")

    assert chosen(table, 0) == "play AHaKHaQHa"


def test_it_buries_short_side_suits_without_points():
    trumps = trumps_of(0, 3, False)
    hand = take_all("BsASKSQS9S8S3H" + "AHKH9H8H7H6H" + "4D6D" + "7C8C9C")

    cards = buried(hand, trumps)

    assert faces(cards).count("D") == 2
    assert points_in(cards) == 0
    assert not cards & trumps.masks[4]


def test_it_shows_with_a_good_suit_and_waits_without():
    good = deal_from("4S4H4D4C5S5H5D5C6S6H6D6C7S7H7D7C3S8H8D8C9S9H9D9C")
    view = good.game.view(good.state, 0, 24)
    assert trump_share(view.own.hand, 0, 3) == 1.0
    assert BOT.choose(view, good.game, CHOOSE) == Show(0, 3)

    poor = deal_from("4H4S4D4C5H5S5D5C6D6S6H6C3S7H7D7C8H8S8D8C9D9S9H9C", dealer=1)
    view = poor.game.view(poor.state, 1, 24)
    assert view.own.choices[0].picks == ("show 3S",)
    assert BOT.choose(view, poor.game, CHOOSE) is None


def test_when_all_is_drawn_it_shows_what_it_has_rather_than_have_all_dealt_again():
    table = deal_from("3S4H", "3H3D3C")

    assert BOT.choose(table.game.view(table.state, 0, 48), table.game, CHOOSE) == Show(0, 3)
    assert BOT.choose(table.game.view(table.state, 1, 48), table.game, CHOOSE) == Decline()


def test_it_does_not_counter_its_partner_and_carries_a_joker_on():
    table = deal_from("sa 3H 4D 4C sb 5H 5D 5C 4H".replace(" ", ""), ruleset="huolong")
    table.act(0, "show s", 1)
    table.tick = 6

    assert chosen(table, 0) == "show s"
    assert not chosen(table, 2)


def test_where_nothing_may_be_done_it_says_so():
    table = position("AH4D", "KH7H", "9H5D", "8H6D")

    with pytest.raises(ValueError, match="nothing to choose"):
        BOT.choose(table.game.view(table.state, 1), table.game, CHOOSE)


@pytest.mark.parametrize("key", ["shengji", "huolong"])
def test_a_bot_waits_for_more_cards_and_answers_for_good_only_when_all_are_drawn(key):
    game, dice = game_of(key), random.Random(5)
    state, _ = game.apply(game.start(), CHANCE, shuffled(game, game.start(), dice))
    ticks = game.pace(state).ticks
    bot = bot_of("steady")
    assert bot.choose(game.view(state, 0, 0), game, dice) is None
    assert bot.choose(game.view(state, 0, ticks), game, dice) is not None
