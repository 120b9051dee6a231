"""The deals of a record are checked: from the database, from its text, from its JSON."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.engine import verify
from games.engine.core.errors import Unreadable
from games.engine.core.fair import SCHEME, Proof, commitment_to
from games.engine.core.records import (
    Entry,
    read_any,
    read_record,
    write_proof,
    write_record,
)
from games.engine.registry import game_of
from games.records import display
from tests.records.matches import SALTS, SECRET, played, recorded, swapped
from tests.saying import replay

RULESETS = ("gouji(games=3)", "shengji", "huolong")
OTHER = "0f" * 32


def proof_of(ruleset, secret=SECRET, scheme=SCHEME):
    seats = game_of(ruleset).meta.seats
    return Proof(commitment_to(secret), secret, SALTS[:seats], scheme)


def text_of(ruleset, entries=None, proof=None, scheme=SCHEME):
    match = played(ruleset, scheme=scheme)
    proof = proof or proof_of(ruleset, scheme=scheme)
    return write_proof(proof) + write_record(ruleset, entries or match.entries)


def checked(*arguments):
    """What the command says, and its exit code."""
    out = io.StringIO()
    try:
        call_command("verify-deal", *arguments, stdout=out)
    except CommandError as error:
        return out.getvalue() + str(error), error.returncode
    return out.getvalue(), 0


# -- the check ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_deal_of_a_match_checks_at_the_move_that_made_it(ruleset):
    match = played(ruleset)
    verdict = verify.check(read_any(text_of(ruleset)))

    dealt = [n for n, entry in enumerate(match.entries, 1) if entry.action.startswith("deal ")]
    assert verdict.holds
    assert [each.move for each in verdict.deals] == dealt
    assert [each.deal for each in verdict.deals] == list(range(1, len(dealt) + 1))
    assert len(dealt) > 1


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("which", [0, 1])
def test_a_deal_with_two_cards_exchanged_does_not_check(ruleset, which):
    entries = list(played(ruleset).entries)
    dealt = [n for n, entry in enumerate(entries) if entry.action.startswith("deal ")]
    at = dealt[which]
    entries[at] = Entry(-1, swapped(ruleset, entries[at].action))

    verdict = verify.check(read_any(text_of(ruleset, entries)))

    assert (verdict.why, verdict.move) == (verify.OTHER_DEAL, at + 1)
    assert [each.holds for each in verdict.deals] == [True] * which + [False]


def test_another_secret_salt_or_number_does_not_check():
    ruleset = "gouji(games=3)"
    seats = game_of(ruleset).meta.seats
    for proof in (
        proof_of(ruleset, OTHER),
        Proof(commitment_to(SECRET), SECRET, ("", *SALTS[1:seats]), SCHEME),
        Proof(commitment_to(SECRET), SECRET, (SALTS[1], SALTS[0], *SALTS[2:seats]), SCHEME),
    ):
        verdict = verify.check(read_any(text_of(ruleset, proof=proof)))
        assert (verdict.why, verdict.move) == (verify.OTHER_DEAL, 1)


def test_a_secret_that_was_not_committed_to_is_told_before_any_deal():
    proof = Proof(commitment_to(OTHER), SECRET, SALTS)

    verdict = verify.check(read_any(text_of("gouji(games=3)", proof=proof)))

    assert (verdict.why, verdict.deals) == (verify.NOT_OPENED, ())


def test_moves_that_the_rules_refuse_are_not_passed_over():
    entries = list(played("gouji(games=3)").entries)
    entries[3] = Entry(entries[3].seat, "play 3456")

    verdict = verify.check(read_any(text_of("gouji(games=3)", entries)))

    assert (verdict.why, verdict.move, len(verdict.deals)) == (verify.BROKEN, 4, 1)


# -- how it is written -------------------------------------------------------------------------------


def test_what_opens_a_match_is_read_back_and_changes_nothing_for_who_does_not_check():
    plain = write_record("gouji(games=3)", played("gouji(games=3)").entries)
    proven = text_of("gouji(games=3)")

    assert read_record(proven).proof == proof_of("gouji(games=3)")
    assert read_record(plain).proof is None
    assert read_record(proven).entries == read_record(plain).entries
    assert replay(proven) == replay(plain)


@pytest.mark.parametrize(
    "spoiled",
    [
        ("# secret 5e", "# secret xx"),
        ("# salts [", "# salts {"),
        ("# salts [", "# salts 7 ["),
        ('# salts ["春风"', "# salts [1"),
        ("# commitment ", "# commitments "),
        ("# salts [", "# salts " + "[" * 5000),
        ("# scheme 2", "# scheme two"),
        ("# scheme 2", "# scheme 0"),
        ("# scheme 2", "# scheme " + "9" * 5000),
    ],
)
def test_a_header_that_is_none_is_a_comment(spoiled):
    text = text_of("gouji(games=3)").replace(*spoiled, 1)

    assert read_record(text).proof is None
    assert read_record(text).entries == played("gouji(games=3)").entries


def test_headers_after_the_ruleset_are_comments():
    plain = write_record("gouji(games=3)", played("gouji(games=3)").entries)

    assert read_record(plain + write_proof(proof_of("gouji(games=3)"))).proof is None


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "{}",
        "[" * 100_000,
        "{" * 100_000,
        '{"ruleset": 7, "moves": []}',
        '{"ruleset": "gouji", "moves": [{"seat": 99, "action": "pass"}]}',
        '{"ruleset": "gouji", "moves": [{"seat": 1, "action": "pass", "tick": -1}]}',
        '{"ruleset": "gouji", "moves": [], "proof": {"commitment": "", "secret": "", "salts": []}}',
    ],
)
def test_json_that_is_no_record_is_unreadable(text):
    with pytest.raises(Unreadable):
        read_any(text)


# -- the command -------------------------------------------------------------------------------------


def test_the_command_prints_a_line_for_each_deal_of_a_file(tmp_path):
    file = tmp_path / "match.txt"
    file.write_text(text_of("huolong"), encoding="utf-8")

    said, code = checked(str(file))

    deals = sum(entry.action.startswith("deal ") for entry in played("huolong").entries)
    lines = said.splitlines()
    assert code == 0
    assert [line.partition("（")[0] for line in lines[:-1]] == [
        f"第 {deal} 次发牌" for deal in range(1, deals + 1)
    ]
    assert all(line.endswith("对得上") for line in lines[:-1])
    assert lines[-1].startswith("验牌通过")


def test_the_command_ends_with_1_at_the_first_deal_that_differs_and_names_it(tmp_path):
    entries = list(played("shengji").entries)
    dealt = [n for n, entry in enumerate(entries) if entry.action.startswith("deal ")]
    entries[dealt[1]] = Entry(-1, swapped("shengji", entries[dealt[1]].action))
    file = tmp_path / "match.txt"
    file.write_text(text_of("shengji", entries), encoding="utf-8")

    said, code = checked(str(file))

    assert code == 1
    assert f"第 2 次发牌（第 {dealt[1] + 1} 手）：对不上" in said
    assert "第 2 次发牌不是由秘密和口令洗出来的" in said
    assert "第 3 次发牌" not in said


def test_the_command_ends_with_1_where_the_secret_is_not_the_one_committed_to(tmp_path):
    file = tmp_path / "match.txt"
    proof = Proof(commitment_to(OTHER), SECRET, SALTS)
    file.write_text(text_of("gouji(games=3)", proof=proof), encoding="utf-8")

    said, code = checked(str(file))

    assert code == 1
    assert "不是事先公布的承诺" in said


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (write_record("gouji", [Entry(0, "pass")]), "早于公平发牌"),
        ("this is no record", "读不懂"),
        ("ruleset chess\n0 pass\n", "早于公平发牌"),
        (write_proof(proof_of("gouji")) + "ruleset chess\n0 pass\n", "读不懂"),
        (write_proof(proof_of("gouji")) + "ruleset gouji\n", "没有发牌"),
        (write_proof(proof_of("gouji")) + "ruleset gouji\n\n0 pass\n", "第 7 行不合规则"),
        ("{}", "读不懂"),
    ],
)
def test_the_command_ends_with_2_and_says_why_where_there_is_nothing_to_check(
    tmp_path, content, words
):
    file = tmp_path / "match.txt"
    file.write_text(content, encoding="utf-8")

    said, code = checked(str(file))

    assert code == 2
    assert words in said


def test_the_command_refuses_what_is_no_text(tmp_path):
    file = tmp_path / "match.txt"
    file.write_bytes(b"\xff\xfe\x00")

    assert checked(str(file))[1] == 2
    assert checked("no-such-file.txt")[1] == 2


def test_a_file_is_checked_without_any_server(tmp_path):
    file = tmp_path / "match.txt"
    file.write_text(text_of("gouji(games=3)"), encoding="utf-8")
    named = ("DATABASE_URL", "REDIS_URL", "CELERY_BROKER_URL", "SECRET_KEY")
    env = {key: value for key, value in os.environ.items() if key not in named}
    data = tmp_path / "data"

    done = subprocess.run(
        [sys.executable, "manage.py", "verify-deal", str(file)],
        cwd=Path(__file__).parents[2],
        env={**env, "DATA_DIR": str(data)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert "验牌通过" in done.stdout
    assert not data.exists()


@pytest.mark.django_db
@pytest.mark.integration
def test_the_command_checks_a_record_by_its_number(make_user):
    record = recorded(make_user, played("gouji(games=3)"))

    said, code = checked(str(record.match_id))

    assert (code, "验牌通过" in said) == (0, True)
    said, code = checked(str(record.match_id + 1))
    assert (code, f"没有第 {record.match_id + 1} 号牌谱" in said) == (2, True)
    assert checked("9" * 30)[1] == 2


@pytest.mark.django_db
@pytest.mark.integration
def test_the_json_of_a_record_checks_as_its_text_does(make_user, tmp_path):
    record = recorded(make_user, played("shengji"))
    file = tmp_path / "match.json"
    file.write_text(display.json_of(record).decode(), encoding="utf-8")

    assert read_any(file.read_text()).entries == read_any(record.text_with_proof).entries
    assert checked(str(file))[1] == 0
    plain = json.loads(file.read_text())
    plain["proof"]["salts"][2] = "other"
    file.write_text(json.dumps(plain), encoding="utf-8")
    assert checked(str(file))[1] == 1
