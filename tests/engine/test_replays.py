"""Records as readable text, written by hand or by the site."""

import random

import pytest

from games.engine.core.errors import Unreadable
from games.engine.core.records import Entry, read_record, write_record
from games.engine.replays import replay
from games.engine.shelf import game_of
from tests.engine.walks import skewed, walk

HAND_WRITTEN = """
# A position for a bug report: seat 0 leads two nines.
ruleset gouji(games=1,hold_threes=off)
chance deal 3C3C3C99 TT 4 5 6 7 | 1
0 stay
1 stay
2 stay
3 stay
4 stay
5 stay

0 show 3C
0 done
1 done   # nobody else shows
2 done
3 done
4 done
5 done
0 play 99
"""


def test_an_unfinished_deal_written_by_hand_says_who_may_act_and_how():
    played = replay(HAND_WRITTEN)

    assert played["ruleset"] == "gouji(games=1,hold_threes=off)"
    assert list(played["to_act"]) == ["1"]
    assert {choice["verb"] for choice in played["to_act"]["1"]} >= {"play", "pass"}
    last = played["events"][-1]
    assert (last["event"], last["seat"], last["cards"]) == ("played", 0, "9Cb9Ca")
    assert last["zh"] == "{0} 发牌 99"
    assert (
        len(played["hands"][0]) == 34 * 3 or "s" in played["hands"][0] or "B" in played["hands"][0]
    )


@pytest.mark.parametrize(
    ("line", "old", "new", "code"),
    [
        (3, "ruleset gouji", "rules gouji", "record"),
        (3, "ruleset gouji(games=1,", "ruleset gouji(games=7,", "value"),
        (5, "0 stay", "stay 0", "record"),
        (5, "0 stay", "0 revolt", "revolt_hand"),
        (6, "1 stay", "0 stay", "revolt_answered"),
        (19, "0 play 99", "0 play 9T", "one_rank"),
        (19, "0 play 99", "1 pass", "not_your_turn"),
    ],
)
def test_what_is_refused_is_named_with_its_line_and_code(line, old, new, code):
    assert old in HAND_WRITTEN

    refused = replay(HAND_WRITTEN.replace(old, new, 1))["refused"]

    assert (refused["line"], refused["code"]) == (line, code)
    assert refused["zh"]


def test_a_whole_match_is_written_and_read_back():
    game = game_of("gouji:charge")
    *_, moment = walk(game, random.Random(5), 99, skewed)

    text = write_record(str(game.ruleset), moment.entries)

    assert list(read_record(text).entries) == moment.entries
    played = replay(text)
    assert played["public"]["phase"] == "over"
    outcome = played["outcome"]
    assert isinstance(outcome, dict)
    assert tuple(outcome["scores"]) == moment.state.match.scores
    assert played["to_act"] == {}
    assert len(played["events"]) == len(moment.told)


def test_a_tick_is_part_of_an_entry():
    entries = (Entry(0, "show 9S", 12), Entry(1, "pass"))

    assert read_record(write_record("gouji", entries)).entries == entries


@pytest.mark.parametrize("text", ["", "# nothing", "x" * 2_000_001, "gouji"])
def test_what_is_no_record_is_unreadable(text):
    with pytest.raises(Unreadable):
        read_record(text)
