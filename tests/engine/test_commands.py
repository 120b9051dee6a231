"""The commands that others use: thin, and without a database."""

import io
import json
import re
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

VECTORS = Path(__file__).parent / "gouji" / "vectors"


def said(*arguments):
    out = io.StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue().strip()


def test_simulate_prints_one_json_object():
    report = json.loads(said("simulate", "gouji", "--deals", "3", "--bots", "random", "--json"))

    assert set(report) == {
        "deals", "moves", "seconds", "deals_per_second", "moves_per_second", "unfinished",
    }  # fmt: skip
    assert (report["deals"], report["unfinished"]) == (3, 0)


def test_simulate_takes_a_ruleset_and_six_bots():
    text = said(
        "simulate", "gouji", "--deals", "1", "--bots", ",".join(["random"] * 6),
        "--ruleset", "gouji(games=1)",
    )  # fmt: skip

    assert text.startswith("deals: 1")


@pytest.mark.parametrize(
    "arguments",
    [["chess"], ["gouji", "--bots", "nobody"], ["gouji", "--ruleset", "gouji(games=9)"]],
)
def test_simulate_says_what_is_wrong(arguments):
    with pytest.raises(CommandError):
        said("simulate", *arguments)


def test_rules_answer_yes_or_no():
    assert said("rules", "beats", "gouji", "BB999", "ss888") == "yes"
    assert said("rules", "beats", "gouji", "sss99", "ss888") == "no"
    assert said("rules", "level", "gouji", "2222T") == "yes"
    assert said("rules", "level", "gouji", "22888") == "no"


@pytest.mark.parametrize("play", ["98", "x", "BBBBB"])
def test_rules_say_when_it_is_no_play(play):
    with pytest.raises(CommandError):
        said("rules", "level", "gouji", play)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("simulate chess", "没有这种游戏：chess"),
        ("simulate gouji --deals 0", "1 或更大"),
        ("simulate gouji --deals many", "1 或更大"),
        ("simulate gouji --bots nobody", "没有叫 nobody 的机器人"),
        ("simulate gouji --bots random,random", "写一个，或 6 个"),
        ("simulate gouji --ruleset gouji(foo=bar)", "没有这个选项"),
        ("simulate gouji --ruleset shengji", "不是 gouji 的规则"),
        ("rules beats gouji BB999 xx", "看不懂的牌：xx"),
        ("rules level gouji 98", "只能有一种点数"),
        ("rules vectors gouji /nowhere", "没有例子的文件"),
        ("rules replay /nowhere", "读不了 /nowhere"),
        ("measure chess", "没有这种游戏"),
        ("measure gouji --deals 0", "1 或更大"),
        ("measure gouji --bot nobody", "没有叫 nobody 的机器人"),
        ("measure gouji --pace -1", "不小于零"),
        ("measure gouji --pace nan", "不小于零"),
        ("bench tables --tables 0", "1 或更大"),
        ("bench tables --seconds 0", "须大于零"),
        ("verify-deal /nowhere", "没有这个文件"),
    ],
)
def test_what_a_command_cannot_do_it_refuses_in_chinese_first(arguments, words):
    with pytest.raises(CommandError, match=re.escape(words)):
        said(*arguments.split())


def test_rules_check_a_folder_of_vectors():
    assert said("rules", "vectors", "gouji", str(VECTORS)).endswith(" passed, 0 failed")


def test_failing_vectors_are_named_and_end_with_1(tmp_path, capsys):
    (tmp_path / "gouji_level.csv").write_text("play,gouji\nA,yes\nAA,yes\n98,no\n")
    out = io.StringIO()

    with pytest.raises(SystemExit) as exit_code:
        call_command("rules", "vectors", "gouji", str(tmp_path), stdout=out)

    assert exit_code.value.code == 1
    assert out.getvalue().splitlines() == [
        "gouji_level.csv:2: A,yes",
        "gouji_level.csv:4: 98,no",
        "1 passed, 2 failed",
    ]


def test_a_folder_without_vectors_is_an_error(tmp_path):
    with pytest.raises(CommandError):
        said("rules", "vectors", "gouji", str(tmp_path))


def test_a_record_is_replayed(tmp_path):
    file = tmp_path / "record.txt"
    file.write_text("ruleset gouji\nchance deal 3 3 3 3 3 3 | 0\n0 stay\n")

    played = json.loads(said("rules", "replay", str(file)))

    assert list(played["to_act"]) == ["1", "2", "3", "4", "5"]


def replayed_in_lines(*paths):
    """A line of JSON for each record, and the exit code."""
    out, code = io.StringIO(), 0
    try:
        call_command("rules", "replay", *map(str, paths), stdout=out)
    except SystemExit as exit_code:
        code = int(exit_code.code or 0)
    return [json.loads(line) for line in out.getvalue().splitlines()], code


def test_several_records_or_a_folder_are_replayed_in_one_process_a_line_of_json_each(tmp_path):
    folder = tmp_path / "more"
    folder.mkdir()
    good, other = tmp_path / "a.txt", folder / "b.txt"
    good.write_text("ruleset gouji\nchance deal 3 3 3 3 3 3 | 0\n0 stay\n")
    other.write_text("ruleset shengji\nchance deal 3S\n")

    lines, code = replayed_in_lines(good, folder)

    assert code == 0
    assert [line["file"] for line in lines] == [str(good), str(other)]
    assert [line["ruleset"] for line in lines] == ["gouji", "shengji"]
    assert replayed_in_lines(tmp_path) == (lines, 0)


def test_one_record_of_several_that_breaks_or_cannot_be_read_leaves_the_others_their_lines(
    tmp_path,
):
    (tmp_path / "1.txt").write_text("ruleset gouji\n0 stay\n")
    (tmp_path / "2.txt").write_bytes(b"\xff\xfe")
    (tmp_path / "3.txt").write_text("ruleset gouji\n")

    lines, code = replayed_in_lines(tmp_path)

    assert code == 1
    assert lines[0]["refused"]["line"] == 2
    assert "读不了" in lines[1]["unreadable"]
    assert lines[2]["to_act"] == {"-1": [{"verb": "deal"}]}


def test_a_folder_without_records_is_an_error(tmp_path):
    with pytest.raises(CommandError, match="没有牌谱"):
        said("rules", "replay", str(tmp_path))


def test_a_record_that_breaks_ends_with_1(tmp_path):
    file = tmp_path / "record.txt"
    file.write_text("ruleset gouji\n0 stay\n")
    out = io.StringIO()

    with pytest.raises(SystemExit):
        call_command("rules", "replay", str(file), stdout=out)

    assert json.loads(out.getvalue())["refused"]["line"] == 2
    with pytest.raises(CommandError):
        said("rules", "replay", str(tmp_path / "nothing"))
