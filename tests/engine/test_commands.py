"""The commands that others use: thin, and without a database."""

import io
import json
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


def test_a_record_that_breaks_ends_with_1(tmp_path):
    file = tmp_path / "record.txt"
    file.write_text("ruleset gouji\n0 stay\n")
    out = io.StringIO()

    with pytest.raises(SystemExit):
        call_command("rules", "replay", str(file), stdout=out)

    assert json.loads(out.getvalue())["refused"]["line"] == 2
    with pytest.raises(CommandError):
        said("rules", "replay", str(tmp_path / "nothing"))
