"""Records as readable text, written by hand or by the site."""

import json
import random
from typing import Any

import pytest

from games.engine.core.errors import Unreadable
from games.engine.core.records import Entry, read_record, write_record
from games.engine.registry import game_of
from tests.engine.walks import skewed, walk
from tests.saying import replay

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
        (19, "0 play 99", "6 play 99", "seat"),
        (19, "0 play 99", "12 play 99", "seat"),
        (4, " 7 | 1", " | 1", "deal_hands"),
        (4, " 7 | 1", " 7 8 | 1", "deal_hands"),
    ],
)
def test_what_is_refused_is_named_with_its_line_and_code(line, old, new, code):
    assert old in HAND_WRITTEN

    refused = replay(HAND_WRITTEN.replace(old, new, 1))["refused"]

    assert (refused["line"], refused["code"]) == (line, code)
    assert refused["zh"]


def test_a_deal_with_a_wrong_number_of_hands_and_a_seat_that_does_not_exist_say_so():
    hands = replay(HAND_WRITTEN.replace(" 7 | 1", " | 1"))["refused"]
    seat = replay(HAND_WRITTEN.replace("0 play 99", "6 play 99"))["refused"]
    other = replay("ruleset shengji\nchance deal 3S\n4 show 3S\n")["refused"]

    assert hands["zh"] == "发牌要写 6 家的手牌，空格隔开；这里写了 5 家"
    assert hands["en"].endswith("here are 5")
    assert seat["zh"] == "没有 6 号座位：座位是 0 到 5"
    assert other["en"] == "There is no seat 4: seats are 0 to 3"


def test_a_refusal_says_how_it_stood_before_it():
    before = replay(HAND_WRITTEN.replace("0 play 99", ""))

    played = replay(HAND_WRITTEN.replace("0 play 99", "0 play 9T"))

    assert played["refused"]["code"] == "one_rank"
    for key in ("public", "hands", "to_act"):
        assert played[key] == before[key]
    assert list(played["to_act"]) == ["0"]


def test_a_text_that_is_refused_before_there_is_a_game_has_no_position():
    assert set(replay("ruleset chess\n0 pass\n")) == {"refused"}


def test_levels_suits_and_cards_have_their_names_beside_their_numbers():
    played = replay("ruleset shengji\nchance deal 3S4H5D | KC\n0 show 3S @1\nchance close @48\n")
    public: Any = played["public"]
    events = played["events"]

    assert (public["level"], public["level_name"]) == (0, "3")
    assert (public["levels"], public["level_names"]) == ([0, 0], ["3", "3"])
    assert (public["suit"], public["suit_name"]) == (3, "S")
    assert public["shows"][0]["suit_name"] == "S"
    (trumps,) = [event for event in events if event["event"] == "trumps_set"]
    assert (trumps["suit_name"], trumps["level_name"]) == ("S", "3")
    assert (trumps["card"], trumps["card_name"]) == (-1, "")


def test_a_card_that_fixes_a_suit_has_its_name():
    played = replay("ruleset huolong\nchance deal s4C5C6C9H\n0 show s @1\nchance close @156\n")
    public: Any = played["public"]
    (fixed,) = [event for event in played["events"] if event["event"] == "suit_fixed"]

    assert fixed["card_name"] == "9Ha"
    assert [show["fixed_by_name"] for show in public["shows"]] == ["9Ha"]
    assert [show["suit_name"] for show in public["shows"]] == ["H"]


def test_a_match_is_played_from_its_json_too():
    record = read_record(HAND_WRITTEN)
    moves = [{"seat": each.seat, "action": each.action} for each in record.entries]

    assert replay(json.dumps({"ruleset": record.ruleset, "moves": moves})) == replay(HAND_WRITTEN)


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
