"""gouji §5: ordinary play, and time-outs in play (§2)."""

import pytest

from games.engine.core.phases import Limit
from games.engine.gouji.events import Passed, Played, TrickWon, Yielded
from tests.engine.gouji.positions import by_rank, hands_from, position

FILL = "3456789"


def test_the_next_active_seat_beats_or_passes_and_so_on_round_the_table():
    table = position("4" + FILL, "5" + FILL, FILL, FILL, FILL, FILL)

    table.act(0, "play 4")
    order = [table.to_act()[0]]
    for _ in range(5):
        table.act(order[-1], "pass")
        order.append(table.to_act()[0])

    assert order == [1, 2, 3, 4, 5, 0]


def test_a_seat_that_is_out_is_not_asked():
    table = position("4" + FILL, "", FILL, FILL, FILL, FILL)

    table.act(0, "play 4")

    assert table.to_act() == (2,)
    assert table.refused(1, "pass") == "out"


def test_when_nobody_else_may_answer_the_last_play_wins_and_its_owner_leads():
    table = position("4" + FILL, "5" + FILL, FILL, FILL, FILL, FILL)

    table.all_act("0 play 4", "1 play 5", "2 pass", "3 pass", "4 pass", "5 pass")
    events = table.act(0, "pass")

    assert events == (Passed(0), TrickWon(1, 1))
    assert table.to_act() == (1,)
    assert table.public().trick == ()
    assert [laid.seat for laid in table.public().last_trick] == [0, 1, 2, 3, 4, 5, 0]


@pytest.mark.parametrize(
    ("hand", "answer", "code"),
    [
        ("55", "play 55", "wrong_count"),
        ("555", "play 555", "too_low"),
        ("ss", "play 777", "not_in_hand"),
        ("776", "play 776", "one_rank"),
        ("777", "play", "action"),
        ("777", "jump", "action"),
        ("777", "show 3C", "not_now"),
        ("777", "declare", "not_now"),
    ],
)
def test_a_play_must_be_in_the_hand_of_one_rank_as_many_and_higher(hand, answer, code):
    table = position("666" + FILL, hand + "99", FILL, FILL, FILL, FILL)
    table.act(0, "play 666")

    assert table.refused(1, answer) == code


def test_a_play_of_no_cards_or_of_others_cards_is_refused():
    from games.engine.core.errors import NotAllowed
    from games.engine.gouji.actions import Play

    table = position(FILL, "A", FILL, FILL, FILL, FILL)
    for cards, code in ((0, "no_cards"), (hands_from("AA")[0], "not_in_hand")):
        with pytest.raises(NotAllowed) as refusal:
            table.game.apply(table.state, 0, Play(cards))
        assert refusal.value.code == code


def test_nothing_beats_a_big_joker_and_the_screen_offers_only_to_pass():
    table = position("B" + FILL, FILL, FILL, "BB" + FILL, FILL, FILL)
    table.act(0, "play B")

    assert table.to_act() == (3,)
    assert table.refused(3, "play B") == "big_joker_unmet"
    assert [choice.verb for choice in table.own(3).choices] == ["pass"]


def test_with_two_to_one_two_big_jokers_answer_one_and_the_count_is_asked_for():
    table = position(
        "B" + FILL,
        FILL,
        FILL,
        "BB" + FILL,
        FILL,
        FILL,
        ruleset="gouji(hold_threes=off,big_joker_two_to_one=on)",
    )
    table.act(0, "play B")

    assert table.own(3).choices[0].count == 2
    assert table.legal(3) == ["pass", "play BB"]
    table.act(3, "play BB")


@pytest.mark.parametrize(("mixed", "answers"), [("as_small", []), ("keep", ["play BBs99"])])
def test_mixed_jokers_decide_what_the_seat_may_answer_with(mixed, answers):
    ruleset = f"gouji(hold_threes=off,mixed_jokers={mixed})"
    table = position("ss888" + FILL, FILL, FILL, "BBs99", FILL, FILL, ruleset=ruleset)
    table.act(0, "play ss888")

    assert table.legal(3) == ["pass", *answers]


def test_a_leader_must_lead():
    table = position(*[FILL] * 6)

    assert table.refused(0, "pass") == "lead_must"
    assert table.refused(0, "yield") == "lead_must"
    assert table.refused(1, "pass") == "not_your_turn"
    assert [choice.verb for choice in table.own(0).choices] == ["play"]


def test_whoever_passed_may_not_play_again_in_that_trick():
    table = position("4" + FILL, "A" + FILL, "5" + FILL, FILL, FILL, FILL)

    table.all_act("0 play 4", "1 pass", "2 play 5")

    assert table.refused(1, "play A") == "passed"
    table.all_act("3 pass", "4 pass", "5 pass")
    assert table.to_act() == (0,)
    assert table.act(0, "pass")[-1] == TrickWon(2, 2)


def test_whoever_passed_may_play_again_on_a_play_of_their_opposite():
    table = position("4" + FILL, "A" + FILL, FILL, FILL, "5" + FILL, FILL)

    table.all_act("0 play 4", "1 pass", "2 pass", "3 pass", "4 play 5", "5 pass", "0 pass")

    assert table.to_act() == (1,)
    assert table.act(1, "play A") == (Played(1, hands_from("A")[0], leads=False, gouji=False),)


@pytest.mark.parametrize(
    ("successor", "hands", "leader"),
    [
        ("next", ("", "55", "55", "55", "55", "55"), 1),
        ("partner", ("", "55", "55", "55", "55", "55"), 2),
        ("partner", ("", "55", "", "55", "55", "55"), 4),
        ("next", ("", "", "55", "55", "55", "55"), 2),
    ],
)
def test_if_the_winner_has_gone_out_the_next_active_seat_or_their_partner_leads(
    successor, hands, leader
):
    table = position("9", *hands[1:], ruleset=f"gouji(hold_threes=off,successor={successor})")
    table.act(0, "play 9")

    while table.public().trick:
        events = table.act(table.to_act()[0], "pass")

    assert [event for event in events if isinstance(event, TrickWon)] == [TrickWon(0, leader)]
    assert table.to_act() == (leader,)


# -- yielding 让牌 -----------------------------------------------------------------------------------


def opposite_led():
    """Seat 0 leads a 4; both seats before its opposite pass."""
    table = position("4" + FILL, FILL, FILL, "9A" + FILL, "5" + FILL, FILL)
    table.all_act("0 play 4", "1 pass", "2 pass")
    return table


def test_a_player_may_yield_on_their_opposites_ordinary_play():
    table = opposite_led()

    assert [choice.verb for choice in table.own(3).choices] == ["play", "pass", "yield"]
    assert table.act(3, "yield") == (Yielded(3),)
    assert table.to_act() == (4,)


def test_if_one_plays_the_yield_was_a_pass():
    table = opposite_led()

    table.all_act("3 yield", "4 play 5", "5 pass", "0 pass", "1 pass")

    assert table.to_act() == (4,)
    assert [laid.kind for laid in table.public().last_trick] == [
        "play", "pass", "pass", "yield", "play", "pass", "pass", "pass",
    ]  # fmt: skip


def test_if_none_does_the_yielder_now_beats_or_passes():
    table = opposite_led()

    table.all_act("3 yield", "4 pass", "5 pass")

    assert table.to_act() == (3,)
    assert table.refused(3, "yield") == "yield_once"
    assert [choice.verb for choice in table.own(3).choices] == ["play", "pass"]
    assert table.act(3, "pass") == (Passed(3), TrickWon(0, 0))
    assert table.public().yielder is None


def test_what_the_yielder_then_plays_only_the_opposite_may_answer():
    table = opposite_led()

    table.all_act("3 yield", "4 pass", "5 pass", "3 play 9")

    assert table.to_act() == (0,)
    assert table.refused(5, "play 9") == "passed"
    assert table.act(0, "pass") == (Passed(0), TrickWon(3, 3))


def test_after_the_opposite_answers_such_a_play_the_yielder_is_asked_again_but_yields_no_more():
    table = position("4TK", FILL, FILL, "9A" + FILL, "5" + FILL, FILL)
    table.all_act("0 play 4", "1 pass", "2 pass", "3 yield", "4 pass", "5 pass", "3 play 9")

    table.act(0, "play T")

    assert table.to_act() == (3,)
    assert table.refused(3, "yield") == "yield_once"


def test_once_per_trick_and_seat_also_with_somebody_after_them():
    table = position("48" + FILL, FILL, FILL, "9" + FILL, "5" + FILL, "6A" + FILL)
    table.all_act("0 play 4", "1 pass", "2 pass", "3 yield", "4 play 5", "5 play 6", "0 play 8")
    assert table.to_act() == (3,)

    assert table.refused(3, "yield") == "yield_once"
    assert table.legal(3) == ["pass", "play 9"]


def test_they_may_yield_again_in_the_next_trick():
    table = opposite_led()
    table.all_act("3 yield", "4 pass", "5 pass", "3 pass", "0 play 3", "1 pass", "2 pass")

    assert table.public().yielder is None
    assert "yield" in table.legal(3)
    assert table.act(3, "yield") == (Yielded(3),)


def test_a_yield_is_over_with_its_trick():
    table = opposite_led()
    table.all_act("3 yield", "4 pass", "5 pass", "3 pass", "0 play 3", "1 play 4")

    assert not any(table.public().passed)


def test_there_is_no_yielding_on_a_gouji_play_though_a_headless_player_may_answer_after_them():
    table = position("AA" + FILL, "", FILL, "22" + FILL, "22" + FILL, FILL)
    table.act(0, "play AA")
    assert table.to_act() == (3,)

    assert table.refused(3, "yield") == "yield_gouji"
    assert "yield" not in table.legal(3)


@pytest.mark.parametrize(
    ("moves", "seat", "code"),
    [
        (("0 play 4",), 1, "yield_opposite_only"),
        (("0 play 4", "1 pass", "2 play 6"), 3, "yield_opposite_only"),
        (("0 play 2",), 3, "yield_gouji"),
    ],
)
def test_yielding_is_for_ones_opposites_ordinary_plays(moves, seat, code):
    table = position("42" + FILL, FILL, FILL, "9s" + FILL, FILL, FILL)
    table.all_act(*moves)

    assert table.refused(seat, "yield") == code


def test_a_yield_asks_for_one_after_them_who_may_still_answer():
    table = position("48" + FILL, FILL, FILL, "579" + FILL, "6", "6")
    table.all_act("0 play 4", "1 pass", "2 pass", "3 play 5", "4 pass", "5 pass", "0 play 8")
    assert table.public().passed == (False, True, True, False, True, True)

    assert table.to_act() == (3,)
    assert table.refused(3, "yield") == "yield_nobody_after"


def test_their_gouji_play_after_a_yield_is_their_opposites_to_answer():
    table = position("4B" + FILL, "s" + FILL, FILL, "2" + FILL, FILL, FILL)
    table.all_act("0 play 4", "1 pass", "2 pass", "3 yield", "4 pass", "5 pass", "3 play 2")

    assert table.to_act() == (0,)


# -- time-outs (§2) ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("hand", "lead"), [("33479", "4"), ("3B", "B"), ("333", "333")])
def test_in_time_out_a_leader_leads_their_lowest_single_card_that_is_not_a_3(hand, lead):
    table = position(hand, *[FILL] * 5)

    assert [(seat, by_rank(table.game.write(action))) for seat, action in table.defaults()] == [
        (0, f"play {lead}")
    ]
    assert table.game.pace(table.state).limit is Limit.TURN


def test_in_time_out_whoever_could_answer_passes():
    table = position("4" + FILL, "AAA", *[FILL] * 4)
    table.act(0, "play 4")

    assert [(seat, table.game.write(action)) for seat, action in table.defaults()] == [(1, "pass")]


def test_the_question_changes_with_every_move_and_is_the_same_for_all():
    table = position("4" + FILL, *[FILL] * 5)
    asked = [table.game.prompt_key(table.state, 0)]
    for move in ("0 play 4", "1 pass", "2 pass"):
        table.all_act(move)
        asked.append(table.game.prompt_key(table.state, 0))

    assert len(set(asked)) == 4
    assert {table.game.prompt_key(table.state, seat) for seat in range(6)} == {asked[-1]}
