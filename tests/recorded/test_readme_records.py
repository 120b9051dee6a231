"""What the engine's README says of records is true."""

import json
import re
from pathlib import Path

import pytest

from games.engine.core.actions import Deal
from games.engine.core.cards import cards_of, deck
from games.engine.gouji import notation as gouji
from games.engine.huolong import notation as huolong
from games.engine.levels import notation as shengji
from games.engine.registry import GAMES, meta_of
from tests.recorded.reading import records_of
from tests.saying import replay, zh

README = (Path(__file__).parents[2] / "games" / "engine" / "README.md").read_text()
SECTION = README.partition("## Records\n")[2].partition("\n## ")[0]
BLOCKS = re.findall(r"```\n(.*?)```", SECTION, re.DOTALL)
PACKS = {"gouji": 4, "shengji": 1, "huolong": 3}


def table_of(key):
    """The actions in a game's table."""
    name = "Gouji" if key == "gouji" else zh(meta_of(key).title)
    rows = SECTION.partition(f"| {name} | |\n")[2].partition("\n\n")[0].splitlines()[1:]
    codes = [code for row in rows for code in re.findall(r"`([^`]+)`", row)]
    return [code.replace("\\|", "|") for code in codes]


def read(key, text):
    pack = cards_of(deck(PACKS[key]))
    if key == "gouji":
        return gouji.read(text, pack)
    room = huolong if key == "huolong" else shengji
    return room.read(text, pack, PACKS[key])


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_every_example_in_the_readme_is_played_and_says_who_acts_next(block):
    played = replay(block)

    assert "refused" not in played
    assert played["to_act"]
    assert played["outcome"] is None


def test_the_first_example_stands_as_the_readme_says():
    played = replay(BLOCKS[0])
    choice = {"verb": "play", "cards": True, "count": 2, "picks": []}

    assert list(played["to_act"]) == ["1"]
    first, *_ = played["to_act"]["1"]
    assert first == choice | {"picks": ()}
    assert json.dumps(choice) in SECTION
    assert [key for key in played if f"`{key}`" not in SECTION] == []
    assert {"audience", "zh"} <= set(played["events"][0])


def test_the_second_example_stands_as_its_comment_says():
    played = replay(BLOCKS[1])

    assert {seat: [each["verb"] for each in may] for seat, may in played["to_act"].items()} == {
        "0": ["bury"]
    }


def test_a_refused_line_is_told_as_the_readme_says():
    refused = replay(BLOCKS[0].replace("0 play 99", "0 play 9T"))

    assert set(refused) >= {"refused", "public", "hands", "to_act"}
    assert "events" not in refused
    assert set(refused["refused"]) == {"line", "code", "params", "zh", "en"}
    for name in ("refused", *refused["refused"]):
        assert f"`{name}`" in SECTION


@pytest.mark.parametrize("key", GAMES)
def test_every_action_of_a_game_is_in_its_table_and_is_read(key):
    verbs = {step.entry.action.split()[0] for each in records_of(key) for step in each.steps}
    examples = table_of(key)

    assert {example.split()[0] for example in examples} == verbs
    for example in examples:
        action = read(key, example)
        if isinstance(action, Deal):
            assert len(action.order) == len(deck(PACKS[key]))


def test_cards_that_a_deal_leaves_out_are_dealt_as_the_readme_says():
    deal = read("gouji", "deal 99 TT 4 5 6 7 | 0")
    order = read("shengji", "deal 3S4H5D | KC").order

    assert [number >> 4 for number in deal.order[:2]] == [6, 6]
    assert all(len(set(deal.order[at : at + 36])) == 36 for at in range(0, 216, 36))
    assert list(order[3:48]) == sorted(order[3:48])


@pytest.mark.parametrize(
    ("text", "line", "code", "zh"),
    [
        ("ruleset gouji\nstay 0", 2, "record", "记录第 2 行看不懂"),
        ("# no ruleset", 0, "record", "记录第 0 行看不懂"),
        ("\nruleset chess", 2, "game", "没有这种游戏：chess"),
        ("ruleset gouji(games=7)", 1, "value", "选项 games 不能是 7"),
        ("ruleset shengji(fast=on)", 1, "option", "没有这个选项：fast"),
    ],
)
def test_what_no_game_is_asked_about_is_told_in_words_too(text, line, code, zh):
    refused = replay(text)["refused"]

    assert (refused["line"], refused["code"], refused["zh"]) == (line, code, zh)
    assert re.search("[a-z]", refused["en"])
