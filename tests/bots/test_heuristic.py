"""The steady player, one habit a test. Positions hold no 3s, so that they mean the same under every ruleset."""

import random
from types import SimpleNamespace
from typing import cast

import pytest

from games.bots import bot_of
from games.bots.heuristic import HeuristicBot
from games.engine.core.cards import take_all
from games.engine.core.game import AnyGame
from games.engine.core.views import Choice, Own, View
from games.engine.gouji.actions import Pass
from games.engine.gouji.public import PhaseName, Public
from games.engine.registry import game_of
from tests.engine.gouji.positions import by_rank, opening, position

FILL = "456789TJQ"
STRONG = "BBBBssss2222AAAAKKKKQQQQJJJJTTTTT888"
MIDDLING = "B22AKKQQQJJTTT9998888777766665555444"


def chosen(table, seat=None):
    """What the bot does there, cards by rank."""
    seat = table.to_act()[0] if seat is None else seat
    action = bot_of("steady").choose(
        table.game.view(table.state, seat), table.any_game, random.Random()
    )
    return by_rank(table.game.write(action))


def after(table, *moves):
    """The bot's choice once these moves are made."""
    table.all_act(*moves)
    return chosen(table)


# -- answering


def test_a_bot_answers_with_the_lowest_play_that_wins():
    table = position("5" + FILL, "4889JQK", FILL, FILL, FILL, FILL)

    assert after(table, "0 play 5") == "play 9"


def test_a_bot_does_not_break_a_set_when_a_loose_card_will_do():
    table = position("5" + FILL, "7777888899JJJJQ", FILL, FILL, FILL, FILL)

    assert after(table, "0 play 5") == "play Q"


def test_a_bot_passes_when_an_answer_would_cost_a_joker_for_little():
    table = position("44" + FILL * 2, "Bs56677788999TTTJJJQQQK" + FILL, *[FILL] * 4)

    assert not set(after(table, "0 play 44")) & set("Bs")


def test_a_bot_keeps_its_2s_while_the_enemy_has_many_cards():
    table = position("JJJ" + FILL * 2, "2224455667799" + FILL, *[FILL * 2] * 4)

    assert after(table, "0 play JJJ") == "pass"


def test_a_bot_passes_what_nothing_can_beat():
    table = position("BBss4", FILL, FILL, "B9" + FILL, FILL, FILL, turn=3)

    assert after(table, "3 play B9") == "pass"


def test_a_bot_does_not_beat_its_partner():
    table = position("JJJ" + FILL, "4455", "QQQ99" + FILL, FILL, "4455", "7788")

    assert after(table, "0 play JJJ", "1 pass") == "pass"


def test_a_bot_beats_its_partner_to_go_out():
    table = position("JJJ" + FILL, "4455", "QQQ", FILL, "4455", "7788")

    assert after(table, "0 play JJJ", "1 pass") == "play QQQ"


def test_a_bot_answers_the_gouji_play_with_which_its_opposite_would_open():
    table = position("KK" + FILL, FILL, FILL, "AA45678", FILL, FILL)

    assert after(table, "0 play KK") == "play AA"


def test_a_bot_spends_a_joker_on_an_enemy_who_would_go_out_next():
    many = position("JJ" + FILL * 2, "B445566QK" + FILL, *[FILL] * 4)
    few = position("JJ9", "B445566QK", *["4567"] * 4)

    assert "B" not in after(many, "0 play JJ")
    assert "B" in after(few, "0 play JJ")


def test_a_bot_yields_when_partners_after_it_may_do_the_work():
    table = position("QQ" + FILL, FILL, FILL, "22455668899" + FILL, FILL, FILL)

    assert after(table, "0 play QQ", "1 pass", "2 pass") == "yield"


# -- leading


def test_a_bot_leads_its_many_low_cards_in_one_play():
    table = position("55555899JJAAAB22", *[FILL * 2] * 5)

    assert chosen(table) == "play 55555"


def test_a_bot_goes_out_when_its_hand_is_one_play():
    table = position("B2299", FILL, FILL, FILL, FILL, FILL)

    assert chosen(table) == "play B2299"


def test_a_bot_leads_what_nobody_beats_before_its_last_hand():
    table = position("BQQQTTTT", FILL, FILL, FILL, FILL, FILL)

    assert chosen(table) in ("play BQQQ", "play BTTTT")


def test_a_bot_leads_no_pair_to_an_enemy_with_two_cards():
    table = position("44666JJQQQ", "77", FILL, FILL, FILL, FILL)

    assert chosen(table) != "play 44"


def test_a_bot_leads_a_single_only_where_it_has_nothing_better():
    table = position("4566667777KA", FILL, FILL, FILL, FILL, FILL)

    assert chosen(table) in ("play 6666", "play 7777")


# -- before play


@pytest.mark.parametrize(("hand", "declares"), [(STRONG, True), (MIDDLING, False)])
def test_a_bot_declares_only_with_a_strong_hand(hand, declares):
    table = opening(hand, *["4"] * 5, may_show=False)

    assert (chosen(table, 0) == "declare") == declares


def test_a_bot_with_a_weak_hand_does_not_show_for_the_lead():
    weak = "3333444455556666777788889999TTJQQKAA"
    table = opening(weak, *["5"] * 5)

    assert chosen(table, 0) == "done"


def test_a_bot_with_a_strong_hand_shows_its_longest_suit():
    hand = "3S3S3H4S4S4H" + "BBs22AAAKKKQQQQJJJJTTTTT999888"
    table = opening(hand, *["5"] * 5)

    action = bot_of("steady").choose(
        table.game.view(table.state, 0), table.any_game, random.Random(1)
    )
    assert action is not None
    assert table.game.write(action) in ("show 3S", "show 4S")


# -- what it does not know


def asked(public, *verbs):
    """The view of a seat that is asked these verbs, in whatever phase its public part says."""
    return View(0, public, Own(take_all("44"), tuple(Choice(verb) for verb in verbs)))


@pytest.mark.parametrize(
    ("verbs", "safe"),
    [
        (("declare", "done"), "done"),
        (("yield", "stay"), "stay"),
        (("declare", "decline"), "decline"),
        (("yield", "declare"), "yield"),
    ],
)
def test_a_bot_does_the_safe_thing_in_a_window_it_does_not_know(verbs, safe):
    public = Public(deal=1, games=5, scores=(0, 0), results=(), last=None, phase=PhaseName.TRIBUTE)
    game = game_of("gouji")
    action = HeuristicBot().choose(asked(public, *verbs), game, random.Random(1))

    assert action is not None
    assert game.write(action) == safe


class OtherGame:
    """A game that the bot has never heard of."""

    def legal_in(self, view):
        return tuple(choice.verb for choice in view.own.choices)


def test_a_bot_plays_other_games_at_random():
    view, game = (
        asked(SimpleNamespace(phase="auction"), "bid", "pass"),
        cast("AnyGame", OtherGame()),
    )
    drawn = {str(HeuristicBot().choose(view, game, random.Random(seed))) for seed in range(9)}

    assert drawn == {"bid", "pass"}


def test_a_bot_without_a_choice_does_not_choose():
    table = position("4", "55", FILL, FILL, FILL, FILL)

    for seat in (None, 1):
        with pytest.raises(ValueError, match="nothing to choose"):
            HeuristicBot().choose(
                table.game.view(table.state, seat), table.any_game, random.Random(1)
            )


def test_a_bot_that_can_only_pass_passes():
    table = position("AA", "45678", FILL, FILL, FILL, FILL, turn=0)
    table.all_act("0 play AA")
    seat = table.to_act()[0]

    action = HeuristicBot().choose(
        table.game.view(table.state, seat), table.any_game, random.Random(1)
    )
    assert isinstance(action, Pass)
