"""How long deals last: the reckoning itself, and the pace that a table is to keep."""

import io

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from games.bots.pacing import Habits, measure
from games.engine.core.phases import Limit
from games.engine.registry import game_of

BOTS = (1.0,) * 6
PERSON = (2.0, *BOTS[1:])
DEALS = 4


def timing(habits, ruleset="gouji", deals=DEALS):
    return measure(game_of(ruleset), "steady", habits, deals, 1)


def test_between_bots_of_one_pace_every_turn_and_every_call_takes_one_answer():
    found = timing(Habits(BOTS))

    assert found.deals == DEALS
    assert found.calls > 0
    assert found.calling == pytest.approx(found.calls)
    assert found.playing == pytest.approx(found.turns + found.calls)


def test_calls_that_wait_for_their_whole_time_take_it_and_nothing_else_changes():
    short, long = timing(Habits(BOTS)), timing(Habits(BOTS, call=6.0))

    assert (long.turns, long.calls) == (short.turns, short.calls)
    assert long.calling == pytest.approx(6 * long.calls)
    assert long.playing - long.calling == pytest.approx(short.playing - short.calling)


def test_a_call_lasts_as_long_as_the_slowest_of_those_asked():
    bots, person = timing(Habits(BOTS)), timing(Habits(PERSON))

    assert bots.calling / bots.calls == pytest.approx(1)
    assert 1 < person.calling / person.calls <= 2


def test_one_who_does_not_want_to_be_asked_holds_up_no_call():
    found = timing(Habits(PERSON, auto_decline=(0,)))

    assert found.calling == pytest.approx(found.calls)
    assert found.playing > found.turns + found.calls


def test_nothing_takes_time_where_everybody_answers_at_once():
    found = timing(Habits((0.0,) * 6))

    assert (found.opening, found.playing, found.calling) == (0, 0, 0)


def test_a_window_before_play_lasts_as_long_as_its_slowest_answer():
    found = timing(Habits((1.0, 1.0, 1.0, 1.0, 1.0, 5.0)), "gouji(games=1)", deals=1)

    assert found.opening >= 5 + 5  # revolution, then declaring and showing


@pytest.mark.parametrize("limit", list(Limit))
def test_a_fixed_call_is_the_same_for_every_seat_and_holds_for_calls_alone(limit):
    habits = Habits((1.0, 3.0), call=6.0)

    assert habits.of(1, limit) == (6.0 if limit is Limit.CALL else 3.0)


@pytest.mark.parametrize("key", ["shengji", "huolong"])
def test_a_drawing_takes_the_time_of_its_clock(key):
    slow, fast = (
        timing(Habits((1.0,) * 4), f"{key}(draw_pace={pace})", deals=1) for pace in ("1.0", "0.1")
    )

    assert slow.playing == fast.playing
    assert slow.opening > fast.opening


def test_a_trick_between_six_bots_takes_well_under_fifteen_seconds():
    found = timing(Habits(BOTS), deals=10)

    assert found.per_trick < 8
    assert found.long_trick < 15


def test_the_command_prints_a_line_for_each_company():
    out = io.StringIO()
    call_command("measure", "gouji(games=1)", deals=1, stdout=out)
    head, *lines = out.getvalue().splitlines()

    assert head.split()[0] == "s/trick"
    assert [line.split("  ")[0] for line in lines] == [
        "bots alone",
        "bots alone, calls of 6 s",
        "one person",
        "one person who is not asked to burn",
        "one person, calls of 6 s",
    ]


@pytest.mark.parametrize("arguments", [("nothing",), ("gouji", "--bot", "nobody")])
def test_what_cannot_be_measured_is_an_error(arguments):
    with pytest.raises(CommandError):
        call_command("measure", *arguments)
