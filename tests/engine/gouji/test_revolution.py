"""gouji §8: revolution, heads, dead gouji; and §4 where a revolution touches it."""

import pytest

from games.engine.core.actions import CHANCE
from games.engine.core.phases import Limit
from games.engine.gouji.events import (
    BecameHeadless,
    DealVoided,
    HeadChosen,
    LeadGiven,
    MeleeBegan,
    Opened,
    Played,
    Revolted,
    TrickWon,
)
from games.engine.gouji.match import GoujiState, Match
from games.engine.gouji.results import Due
from games.engine.gouji.revolution import Revolution
from games.engine.gouji.scoring import places
from games.engine.gouji.setup import Setup
from tests.engine.gouji.positions import PLAIN, Table, dealt, hands_from, plain, position

FILL = "3456789"
WILD = FILL + "2"


def asking(*hands, ruleset=PLAIN, drawn=0, match=None):
    setup = Setup(hands=hands_from(*hands), drawn=drawn)
    return Table(ruleset, GoujiState(match or Match(deal=1), Revolution(setup)))


def revolted(*hands, head="headless", **fields):
    """Seat 0 has revolted; seat 3 has chosen; the opening window is open."""
    table = asking(FILL, *hands, **fields)
    table.all_act("0 revolt", *(f"{seat} stay" for seat in range(1, 6)))
    table.act(3, head)
    return table


def in_play(*hands, head="headless", **fields):
    table = revolted(*hands, head=head, **fields)
    table.default()
    return table


# -- the question ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("hand", ["3332", "333s", "333B"])
def test_a_hand_with_a_joker_or_a_2_cannot_revolt(hand):
    table = asking(hand, *[WILD] * 5)

    assert table.legal(0) == ["stay"]
    assert [choice.verb for choice in table.own(0).choices] == ["stay"]
    assert table.refused(0, "revolt") == "revolt_hand"


def test_everybody_is_asked_and_the_answers_are_sealed():
    table = asking(FILL, *[WILD] * 5)
    before = [table.game.view(table.state, seat) for seat in (None, 1, 2, 3, 4, 5)]

    assert table.to_act() == (0, 1, 2, 3, 4, 5)
    assert table.game.pace(table.state).limit is Limit.WINDOW
    assert table.legal(0) == ["stay", "revolt"]
    assert table.act(0, "revolt") == ()
    assert [table.game.view(table.state, seat) for seat in (None, 1, 2, 3, 4, 5)] == before
    assert table.own(0).chosen == "revolt"
    assert table.refused(0, "stay") == "revolt_answered"
    assert table.refused(1, "pass") == "not_now"


def test_who_could_revolt_may_stay_and_in_time_out_stays():
    table = asking(FILL, *[WILD] * 5)

    assert table.default() == ()
    assert table.public().phase == "opening"
    assert table.public().revolted is None


def test_a_revolutionary_leaves_the_game_the_hand_discarded_and_counts_as_not_opened_the_opposite_as_opened():
    table = asking(FILL, *[WILD] * 5)

    events = table.all_act("0 revolt", *(f"{seat} stay" for seat in range(1, 6)))

    assert events == (Revolted(0),)
    assert table.public().counts[0] == 0
    assert table.to_act() == (3,)
    table.default()
    assert table.public().opened == (False, False, False, True, False, False)
    assert table.public().active[0] is False
    assert table.own(0).hand == 0


def test_two_or_more_at_once_the_game_is_void_dealt_again_unscored_not_counted():
    match = Match(deal=1, dues=(Due("burn", 0, 1),))
    table = asking(FILL, FILL, *[WILD] * 4, match=match)

    events = table.all_act("0 revolt", "1 revolt", *(f"{seat} stay" for seat in range(2, 6)))

    assert events == (DealVoided((0, 1)),)
    assert table.public().phase == "between"
    assert table.to_act() == (CHANCE,)
    assert table.public().results == ()
    assert table.public().scores == (0, 0)
    table.act(CHANCE, table.game.write(dealt()))
    assert table.public().deal == 1
    assert table.public().phase == "tribute"


def test_the_question_after_a_void_game_is_a_new_one():
    table = asking(FILL, FILL, *[WILD] * 4)
    asked = table.game.prompt_key(table.state, 0)
    table.all_act("0 revolt", "1 revolt", *(f"{seat} stay" for seat in range(2, 6)))
    table.act(CHANCE, table.game.write(dealt()))

    assert table.public().phase == "revolution"
    assert table.game.prompt_key(table.state, 0) != asked


# -- declaring and leading (§4) ---------------------------------------------------------------------------


def test_not_a_revolutionary_nor_their_opposite_declares():
    table = revolted(*[WILD] * 5)

    assert table.to_act() == (1, 2, 3, 4, 5)
    assert table.refused(0, "declare") == "out"
    assert table.refused(3, "declare") == "declare_settled"
    assert table.legal(3) == ["done"]
    assert table.legal(1) == ["declare", "done"]


def test_if_the_one_who_would_lead_has_revolted_the_next_active_seat_leads():
    table = revolted(*[WILD] * 5, drawn=0)

    assert table.default()[-1] == LeadGiven(1, "drawn")


# -- heads --------------------------------------------------------------------------------------------------


def test_their_opposite_chooses_to_be_headed_or_headless_and_in_time_out_is_headless():
    table = asking(FILL, *[WILD] * 5)
    table.all_act("0 revolt", *(f"{seat} stay" for seat in range(1, 6)))

    assert table.legal(3) == ["headless", "head"]
    assert table.refused(2, "head") == "not_your_turn"
    assert table.refused(3, "stay") == "not_now"
    assert table.game.pace(table.state).limit is Limit.CHOICE
    assert table.default() == (HeadChosen(3, headed=False),)
    assert table.public().headless[3]


def test_headless_at_once_anyone_may_answer_their_plays():
    table = in_play(WILD, WILD, "AA" + WILD, WILD, WILD, drawn=3)
    table.act(3, "play AA")

    assert not table.public().gouji
    assert table.to_act() == (4,)


def test_headed_a_players_gouji_plays_are_dead_nobody_may_answer_them():
    table = in_play("ss" + WILD, WILD, "AA" + WILD, WILD, WILD, head="head", drawn=3)
    assert (table.public().headed, table.public().heads_left) == (3, 3)

    events = table.act(3, "play AA")

    assert events == (
        Played(3, hands_from("AA")[0], leads=True, gouji=True, dead=True),
        TrickWon(3, 3),
    )
    assert table.public().heads_left == 2


def test_a_dead_gouji_may_be_burned():
    table = in_play("22" + WILD, WILD, "AA" + WILD, WILD, WILD, head="head", drawn=3)
    table.burns = True
    table.act(3, "play AA")

    assert table.public().dead
    assert table.to_act() == (1, 2, 4, 5)
    table.act(1, "burn 22")
    table.decline()
    assert (table.public().burner, table.public().burned) == (1, 3)


def test_the_first_three_of_a_headed_player_are_dead_and_afterwards_the_player_is_headless():
    table = in_play(WILD, WILD, "2KKAAQQQTTTTT" + FILL, WILD, WILD, head="head", drawn=3)

    table.all_act("3 play KK", "3 play AA")
    assert not table.public().headless[3]
    events = table.act(3, "play QQQ")

    assert [type(event) for event in events] == [Played, TrickWon, BecameHeadless]
    assert events[0].dead
    assert table.public().headed is None
    table.act(3, "play TTTTT")
    assert not table.public().gouji


def test_the_third_when_burned_leaves_a_headed_player_headless_who_may_answer_the_burn():
    table = in_play("22" + WILD, WILD, "2ssAAKKQQQ" + FILL, WILD, WILD, head="head", drawn=3)
    table.all_act("3 play KK", "3 play QQQ")
    table.burns = True
    table.act(3, "play AA")
    table.decline(2, 4, 5)

    events = table.act(1, "burn 22")
    table.decline()

    assert BecameHeadless(3) in events
    assert table.to_act() == (3,)
    table.act(3, "play ss")


def test_their_burns_count_among_the_dead_ones():
    table = in_play("AA2" + FILL, WILD, "22" + WILD, WILD, WILD, head="head", drawn=1)
    table.burns = True
    table.act(1, "play AA")
    table.decline(2, 5)

    events = table.act(3, "burn 22")

    assert (events[0].seat, events[0].dead, events[0].burns) == (3, True, True)
    assert table.public().heads_left == 2


def test_their_ordinary_plays_are_answered_as_usual():
    table = in_play("9" + WILD, WILD, "8" + WILD, WILD, WILD, head="head", drawn=3)
    table.act(3, "play 8")

    assert table.to_act() == (4,)


def test_a_dead_gouji_is_not_for_a_headless_player_either():
    """§8: a headless player may answer any play of anyone except a dead gouji."""
    table = position(
        "", "QQ", WILD, "AA" + WILD, "22" + WILD, WILD, turn=1, revolted=0, headed=3, heads_left=3,
        headless=0, finished=(), burns=True,
    )  # fmt: skip
    table.all_act("1 play QQ", "2 pass", "3 play AA")
    assert table.public().headless[4]
    assert table.to_act() == (2, 5)

    table.decline()

    assert table.to_act() == (3,)
    assert not table.public().trick


# -- the end -------------------------------------------------------------------------------------------------


def test_one_revolution_and_the_first_out_the_melee_begins():
    table = position("", "9", WILD, WILD, WILD, WILD, turn=1, revolted=0, finished=())
    table.act(1, "play 9")

    events = table.all_pass()

    assert events[-1] == MeleeBegan()


def test_fourth_is_kept_for_a_revolutionary():
    table = position("", "", WILD, "", WILD, "9", turn=5, revolted=0, finished=(3, 1), melee=True)

    table.act(5, "play 9")

    assert table.public().last.places == (4, 2, 5, 1, 6, 3)
    assert table.public().last.sweep


def test_a_revolutionary_moves_up_to_third_if_both_partners_are_first_and_second():
    table = position("", WILD, "", WILD, "9", WILD, turn=4, revolted=0, finished=(2,))

    table.act(4, "play 9")

    assert table.public().last.places == (3, 5, 1, 6, 2, 4)
    assert table.public().last.points == (12, -12)
    assert table.public().last.revolted == 0


@pytest.mark.parametrize(
    ("finished", "fallen", "counts", "expected"),
    [
        ((), (1, 5, 3), (0, 0, 7, 0, 4, 0), (3, 6, 2, 4, 1, 5)),
        ((2,), (1, 3, 5), (0, 0, 0, 0, 8, 0), (3, 6, 1, 5, 2, 4)),
        ((1,), (5, 3), (0, 0, 7, 0, 4, 0), (4, 1, 3, 5, 2, 6)),
        ((), (5, 3, 1, 4), (0, 0, 7, 0, 0, 0), (3, 4, 1, 5, 2, 6)),
    ],
)
def test_their_partners_may_be_first_and_second_without_going_out(
    finished, fallen, counts, expected
):
    """§9: places are settled at the end, and first and second are left when the others were stifled or failed."""
    assert places(finished, counts, 2, fallen=fallen, revolted=0) == expected


def test_all_three_enemies_stifled_out_are_swept_by_a_revolutionarys_partners():
    table = position(
        "", "4333", "A333", "", "K333", "", turn=1, revolted=0, finished=(), fallen=(5, 3),
        melee=True, ruleset="gouji",
    )  # fmt: skip

    table.all_act("1 play 4", "2 play A")

    assert table.public().last.places == (3, 4, 1, 5, 2, 6)
    assert table.public().last.points == (12, -12)
    assert table.public().last.sweep


def test_a_third_finisher_of_the_other_side_is_third_and_the_next_is_fifth():
    table = position("", "", "", "", WILD, "9", turn=5, revolted=0, finished=(1, 2, 3), melee=True)

    table.act(5, "play 9")

    assert table.public().last.places == (4, 1, 2, 3, 6, 5)


@pytest.mark.parametrize(("option", "points"), [("off", (-12, 12)), ("on", (-12, 12))])
def test_after_a_sweep_there_are_no_event_points(option, points):
    table = position(
        "", "", WILD, "", WILD, "9", turn=5, revolted=0, finished=(3, 1), melee=True,
        ruleset=plain(f"event_points={option}"),
    )  # fmt: skip

    table.act(5, "play 9")

    assert table.public().last.points == points


def test_event_points_count_the_unopened_the_stifled_and_the_burned():
    owed = (Due("stifle", 0, 1), Due("burn", 3, 1), Due("burn", 3, 5))
    table = position(
        "", "", "", "", WILD, "9", turn=5, revolted=0, finished=(1, 2, 3), melee=True,
        owed=owed, opened=0b111010, ruleset=plain("event_points=on"),
    )  # fmt: skip

    table.act(5, "play 9")

    # places 1 for seat 1, 2 for seat 2, 3 for 3, 4 for the revolutionary 0, 5 for 5, 6 for 4
    # seats 0 and 2 did not open, seat 0 was stifled, seat 3 was burned
    assert table.public().last.points == (0 + 2 - 4 - 2 - 1, 4 + 0 - 2 - 1)
    assert table.public().last.burned == (3,)


@pytest.mark.parametrize("opened", [0, 0b001000])
def test_what_a_revolution_settled_about_their_opposites_opening_stands(opened):
    """After a charge that was not beaten the opposite has not opened, whatever is played."""
    table = position(
        "", WILD, WILD, "AA" + WILD, WILD, WILD, turn=3, revolted=0, opened=opened, finished=()
    )
    table.act(3, "play AA")

    table.all_pass()

    assert table.public().opened[3] is bool(opened)


def test_a_revolutionarys_opposite_counts_as_opened_in_the_result():
    table = in_play("9", WILD, WILD, WILD, "TT", drawn=1)

    table.act(1, "play 9")

    assert table.public().opened[3]
    assert not any(isinstance(event, Opened) for event in table.all_pass())
