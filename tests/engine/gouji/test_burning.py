"""gouji §7: burning."""

import pytest

from games.engine.core.cards import write_ranks
from games.engine.core.phases import Limit
from games.engine.gouji import words
from games.engine.gouji.events import (
    BecameHeadless,
    BurnEnded,
    BurnFailed,
    BurnSucceeded,
    MeleeBegan,
    Opened,
    Passed,
    Played,
    TrickWon,
    WentOut,
)
from games.engine.gouji.results import Due
from tests.engine.gouji.positions import by_rank, hands_from, plain, position
from tests.saying import en, zh

FILL = "3456789"


def table_with(*hands, **fields):
    """A position in which burns are asked for in the test."""
    return position(*hands, burns=True, **fields)


def burned_by_1(hand, *others, **fields):
    """Seat 0 leads AA, seat 1 burns it with 22 and its opposite passes."""
    hands = ["AA" + FILL, "22" + hand, FILL, FILL, FILL, FILL]
    for at, held in enumerate(others, 2):
        hands[at] = held
    table = table_with(*hands, **fields)
    table.act(0, "play AA")
    table.act(1, "burn 22")
    table.decline()
    table.all_pass()
    return table


# -- who may burn ------------------------------------------------------------------------------------


def test_every_other_active_seat_except_their_opposite_may_burn_partners_included():
    table = table_with("AA" + FILL, *[FILL] * 5)

    table.act(0, "play AA")

    assert table.to_act() == (1, 2, 4, 5)
    assert table.public().window == "burn"
    assert table.game.pace(table.state).limit not in (Limit.TURN, Limit.CHOICE)
    assert table.refused(3, "burn 3") == "burn_not_asked"
    assert table.refused(3, "pass") == "burners_first"


@pytest.mark.parametrize("tried", ["play 22", "pass", "yield"])
def test_a_seat_that_may_burn_is_told_that_a_gouji_play_stands_and_that_it_may_burn_or_decline(
    tried,
):
    table = table_with("AA" + FILL, "22" + FILL, *[FILL] * 4)
    table.act(0, "play AA")

    code = table.refused(1, tried)

    said = words.refusal(code, {})
    assert "够级牌" in zh(said)
    assert "烧牌或不烧" in zh(said)
    assert "burn it or decline" in en(said)
    assert table.refused(3, "pass") == "burners_first"
    table.act(1, "decline")
    assert table.refused(1, tried) == "burn_answered"


def test_headless_players_cannot_burn_and_theirs_are_not_burned():
    table = table_with("AA" + FILL, "AA" + FILL, FILL, "", FILL, FILL, turn=1)
    table.act(1, "play AA")
    assert table.to_act() == (2, 5)

    table = table_with("AA" + FILL, FILL, FILL, "", FILL, FILL)
    table.act(0, "play AA")
    assert table.public().window == ""


def test_one_may_burn_even_after_an_earlier_pass():
    table = table_with("99" + FILL, "22" + FILL, "AA" + FILL, *[FILL] * 3)
    table.all_act("0 play 99", "1 pass", "2 play AA")

    assert 1 in table.to_act()
    table.decline(0, 3, 4)
    table.act(1, "burn 22")

    assert table.public().burner == 1


def test_on_an_ordinary_play_there_is_no_burning():
    table = table_with("99" + FILL, "22" + FILL, *[FILL] * 4)
    table.act(0, "play 99")

    assert table.refused(1, "burn 22") == "burn_not_asked"
    assert table.refused(1, "decline") == "burn_not_asked"


def test_there_is_no_burning_in_the_melee():
    table = table_with("AA" + FILL, "22" + FILL, "", FILL, "", FILL)

    table.act(0, "play AA")

    assert table.to_act() == (1,)
    assert table.public().window == ""


def test_who_is_out_is_told_so_while_burners_are_asked():
    table = table_with("AA" + FILL, FILL, "", FILL, FILL, FILL)

    table.act(0, "play AA")

    assert table.refused(2, "pass") == "out"
    assert table.refused(2, "decline") == "out"


# -- the window ---------------------------------------------------------------------------------------


def test_the_choice_is_sealed_and_is_the_play_itself_one_that_beats_the_gouji_play():
    table = table_with("AA" + FILL, "22KK9" + FILL, *[FILL] * 4)
    table.act(0, "play AA")
    before = [table.game.view(table.state, seat) for seat in (None, 0, 2, 3, 4, 5)]
    asked = table.game.prompt_key(table.state, 0)

    assert table.refused(1, "burn KK") == "too_low"
    assert table.refused(1, "burn 2") == "wrong_count"
    assert table.refused(1, "burn 29") == "too_low"
    assert table.refused(1, "burn K9") == "one_rank"
    assert table.refused(1, "play 22") == "burn_or_decline"
    assert table.legal(1) == ["decline", "burn 22"]
    assert [choice.verb for choice in table.own(1).choices] == ["burn", "decline"]
    assert table.act(1, "burn 22") == ()

    assert table.to_act() == (2, 4, 5)
    assert [table.game.view(table.state, seat) for seat in (None, 0, 2, 3, 4, 5)] == before
    assert table.game.prompt_key(table.state, 0) == asked
    assert by_rank(table.own(1).chosen) == "burn 22"
    assert table.refused(1, "decline") == "burn_answered"


def test_among_several_the_players_own_federation_goes_first_then_playing_order():
    table = table_with("AA" + FILL, "22" + FILL, "22" + FILL, FILL, "22" + FILL, "22" + FILL)
    table.all_act("0 play AA", "5 burn 22", "1 burn 22", "4 burn 22")

    events = table.act(2, "burn 22")

    assert [(e.seat, e.burns) for e in events if isinstance(e, Played)] == [(2, True)]
    assert (table.public().burner, table.public().burned) == (2, 0)
    assert table.own(4).hand.bit_count() == len("22" + FILL)


def test_only_enemies_the_first_in_playing_order_burns():
    table = table_with("AA" + FILL, "22" + FILL, FILL, FILL, FILL, "22" + FILL)
    table.all_act("0 play AA", "5 burn 22", "2 decline", "4 decline")

    table.act(1, "burn 22")

    assert table.public().burner == 1


def test_playing_order_begins_after_the_player():
    table = table_with(FILL, FILL, "22" + FILL, "AA" + FILL, "22" + FILL, FILL, turn=3)
    table.all_act("3 play AA", "2 burn 22", "1 decline", "5 decline")

    table.act(4, "burn 22")

    assert table.public().burner == 4


def test_without_a_burn_their_opposite_is_asked():
    table = table_with("AA" + FILL, "22" + FILL, *[FILL] * 4)
    table.act(0, "play AA")

    assert table.decline() == ()
    assert table.to_act() == (3,)
    assert table.own(1).chosen == ""


def test_in_time_out_nobody_burns():
    table = table_with("AA" + FILL, "22" + FILL, *[FILL] * 4)
    table.act(0, "play AA")
    table.act(2, "decline")

    assert table.default() == ()
    assert table.to_act() == (3,)


# -- a burn is a gouji play ----------------------------------------------------------------------------


def test_a_burn_is_itself_a_gouji_play_and_the_burned_player_may_burn_back():
    table = table_with("AAss" + FILL, "22" + FILL, *[FILL] * 4)
    table.all_act("0 play AA", "1 burn 22")
    table.decline(2, 4, 5)

    assert table.public().gouji
    assert table.to_act() == (0, 2, 3, 5)
    table.decline(2, 3, 5)
    events = table.act(0, "burn ss")

    assert events == (
        Played(0, hands_from("ss")[0], leads=False, gouji=True, burns=True),
        BurnEnded(1, 0),
    )
    assert (table.public().burner, table.public().burned) == (0, 1)


def test_an_unanswered_burn_opens():
    table = table_with("AA" + FILL, "22" + FILL + "B", *[FILL] * 4)
    table.all_act("0 play AA", "1 burn 22")
    table.decline(2, 4, 5)
    table.decline()

    assert table.act(4, "pass")[:3] == (Passed(4), TrickWon(1, 1), Opened(1))


# -- leading on ---------------------------------------------------------------------------------------


def test_from_then_on_the_burner_leads_on_a_joker_except_the_last_hand_they_hold():
    table = burned_by_1("s99K")

    assert table.to_act() == (1,)
    assert table.refused(1, "play 99") == "burn_on_joker"
    assert table.refused(1, "play K") == "burn_on_joker"
    assert sorted(table.legal(1)) == ["play s", "play s9", "play s99", "play sK"]
    table.act(1, "play s99")
    table.decline()
    table.act(4, "pass")

    assert table.legal(1) == ["play K"]
    events = table.act(1, "play K")
    assert events[:3] == (
        Played(1, hands_from("K")[0], leads=True, gouji=False),
        WentOut(1, 1),
        BurnSucceeded(1, 0),
    )


def test_a_lead_without_a_joker_is_refused_unless_it_is_their_whole_hand():
    table = burned_by_1("KK")

    assert table.legal(1) == ["play KK"]
    assert table.refused(1, "play K") == "burn_on_joker"


def test_the_burner_lays_the_last_hand_the_burn_succeeded_whatever_beats_it():
    table = burned_by_1("9", "TK" + FILL)

    table.act(1, "play 9")
    table.act(2, "play T")

    assert table.public().owed == (Due("burn", 0, 1),)
    assert table.public().burner is None


def test_a_burn_with_ones_last_hand_succeeds_at_once():
    table = table_with("AA" + FILL, "22", *[FILL] * 4)
    table.all_act("0 play AA", "1 burn 22")

    events = table.decline(2, 4, 5)

    assert BurnSucceeded(1, 0) in events
    assert table.public().owed == (Due("burn", 0, 1),)


def test_their_opposite_may_beat_any_of_them_and_that_ends_the_burn():
    table = burned_by_1("s99K", FILL, FILL, "BTT" + FILL)
    table.act(1, "play s99")
    table.decline()

    events = table.act(4, "play BTT")

    assert BurnEnded(1, 4) in events
    assert table.public().burner is None
    table.decline()
    assert table.to_act() == (1,)
    table.all_act("1 pass")
    assert table.to_act() == (4,)


def test_a_headless_player_may_beat_them_too():
    table = burned_by_1("s99K", "BTT" + FILL, FILL, FILL, "")
    table.act(1, "play s99")
    table.decline()

    assert table.public().headless[2]
    table.act(2, "play BTT")

    assert table.public().burner is None


def test_others_may_burn_them_in_turn_and_the_last_burner_is_then_the_burned_one():
    table = burned_by_1("s99K", "BTT" + FILL)
    table.act(1, "play s99")
    table.decline(0, 3, 5)

    events = table.act(2, "burn BTT")

    assert BurnEnded(1, 2) in events
    assert (table.public().burner, table.public().burned) == (2, 1)


def test_after_the_burn_has_ended_the_burner_plays_on_as_anyone():
    table = burned_by_1("s99KK8", FILL, FILL, "BTT" + FILL)
    table.act(1, "play s99")
    table.decline()
    table.act(4, "play BTT")
    table.decline()
    table.act(1, "pass")
    table.all_act("4 play 3", "5 pass", "0 pass")

    table.all_act("1 play 8", "2 pass", "3 pass", "4 pass")

    assert "play K" in table.legal(1)


# -- failing ------------------------------------------------------------------------------------------


def test_no_joker_and_not_one_play_the_burn_failed_and_the_burned_player_leads():
    table = table_with("AA" + FILL, "2298", *[FILL] * 4)
    table.all_act("0 play AA", "1 burn 22")
    table.decline()
    table.decline()

    events = table.act(4, "pass")

    assert events == (
        Passed(4),
        TrickWon(1, 1),
        Opened(1),
        BurnFailed(1, 0),
        BecameHeadless(4),
    )
    assert table.to_act() == (0,)
    assert table.own(1).hand == 0
    assert table.public().places == (0, 6, 0, 0, 0, 0)
    assert table.public().owed == ()


def test_or_the_next_active_seat_after_the_burned_player_leads():
    table = table_with("AA", "2298", FILL, FILL, FILL, FILL)
    table.all_act("0 play AA", "1 burn 22")
    table.decline()

    events = table.all_pass()

    assert BurnFailed(1, 0) in events
    assert table.to_act() == (2,)
    assert table.public().melee


def test_the_next_active_seat_after_the_burned_player_not_after_the_burner():
    table = table_with("2298", FILL, "AA", FILL, FILL, FILL, turn=2)
    table.all_act("2 play AA", "0 burn 22")
    table.decline()

    events = table.all_pass()

    assert BurnFailed(0, 2) in events
    assert table.to_act() == (3,)


def test_2s_left_with_held_3s_are_not_one_play():
    """§3: the last hand is exactly the 3s, with no 2; so the burn has failed."""
    table = burned_by_1("2333", ruleset="gouji")

    assert table.public().fallen == (1,)
    assert table.public().places[1] == 6


def test_two_of_rank_2_left_are_one_play_but_two_ranks_are_not():
    assert burned_by_1("299").legal(1) == ["play 299"]
    assert burned_by_1("98").public().places[1] == 6


def test_a_failed_burn_may_end_the_game():
    """Seats 3 and 5 went out in this very trick, which is played under the old rules."""
    table = table_with(
        "K" + FILL, "2298", "AA" + FILL, "", FILL, "", turn=2, melee=False, headless=0b000001
    )
    table.all_act("2 play AA", "1 burn 22", "4 decline")

    events = table.all_pass()

    assert BurnFailed(1, 2) in events
    assert MeleeBegan() not in events
    assert table.public().phase == "between"
    assert table.public().last.places == (5, 6, 3, 1, 4, 2)


# -- the melee waits ------------------------------------------------------------------------------------


def test_a_burn_begun_before_the_melees_first_lead_runs_to_its_end_first():
    table = table_with("AA", "22s9K", FILL, FILL, FILL, "")
    table.all_act("0 play AA", "1 burn 22")
    table.decline()
    table.all_pass()
    assert table.public().active.count(True) == 4
    assert not table.public().melee

    table.act(1, "play s9")
    table.all_pass()
    table.act(1, "play K")
    assert not table.public().melee

    assert table.all_pass()[-1] == MeleeBegan()


# -- option burn ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "covered"),
    [
        ("229", True),
        ("2298", False),
        ("22s98", True),
        ("22s987", False),
        ("22B999888", True),
        ("222", True),
        ("222s9", True),
        ("22ss", True),
        ("2229", True),
        ("222298", False),
    ],
)
@pytest.mark.parametrize("option", ["free", "covered"])
def test_covered_allows_a_burn_only_when_the_jokers_left_suffice(hand, covered, option):
    table = table_with("AA" + FILL, hand, *[FILL] * 4, ruleset=plain(f"burn={option}"))
    table.act(0, "play AA")

    if option == "free" or covered:
        assert "burn 22" in table.legal(1)
        table.act(1, "burn 22")
    else:
        assert "burn 22" not in table.legal(1)
        assert table.refused(1, "burn 22") == "burn_not_covered"


def test_with_held_threes_2s_cannot_be_attached_to_them():
    ruleset = "gouji(burn=covered)"
    ok = table_with("AA" + FILL, "22s2333", *[FILL] * 4, ruleset=ruleset)
    ok.act(0, "play AA")
    bad = table_with("AA" + FILL, "222333", *[FILL] * 4, ruleset=ruleset)
    bad.act(0, "play AA")

    assert "burn 22" in ok.legal(1)
    assert bad.legal(1) == ["decline"]


# -- time-outs (§2) --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hand", "lead"), [("sB99K", "s"), ("BB99", "BB99"), ("299", "299")])
def test_in_time_out_a_burner_leads_their_whole_hand_if_it_is_one_play_else_their_lowest_joker(
    hand, lead
):
    table = burned_by_1(hand)

    ((seat, action),) = table.game.defaults(table.state)

    assert (seat, write_ranks(action.cards)) == (1, lead)
