"""What beats what and what a deal is worth, by hand from the rules' pages; the files are in ``vectors``."""

import csv
import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.engine import vectors
from games.engine.core.errors import NotAllowed, Unreadable
from games.engine.levels.game import LevelsGame
from games.engine.levels.vector_checks import beats_in, worth_in
from games.engine.registry import GAMES, game_of, meta_of

TESTS = Path(__file__).parents[1]
FILES = [
    TESTS / game / "vectors" / name
    for game in ("shengji", "huolong")
    for name in vectors.FILES[game]
]
OTHER = {"yes": "no", "no": "yes"}

every_file = pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)


def rules_of(ruleset):
    return LevelsGame.of(game_of(ruleset)).rules


def checked(file, text):
    return [holds for _, _, holds in vectors.checked(file.name.partition("_")[0], file.name, text)]


def flipped(row):
    """The same row with the opposite said."""
    if "beats" in row:
        return {**row, "beats": OTHER[row["beats"]]}
    return {**row, "others": str(int(row["others"]) + 1)}


@every_file
def test_every_row_of_the_file_holds(file):
    found = checked(file, file.read_text())

    assert len(found) >= 20
    assert all(found)


@every_file
def test_no_row_holds_with_the_opposite_said(file):
    rows = list(csv.DictReader(file.read_text().splitlines()))
    out = io.StringIO()
    writer = csv.DictWriter(out, rows[0])
    writer.writeheader()
    writer.writerows(map(flipped, rows))

    assert not any(checked(file, out.getvalue()))


def test_every_vector_file_is_of_a_game_and_every_option_that_says_what_beats_or_counts_is_in_one():
    assert set(vectors.FILES) == set(GAMES)
    said = "\n".join(file.read_text() for file in FILES)
    for key, options in {
        "shengji": ("ten", "bottom_takes_deal"),
        "huolong": ("stars", "star_owner"),
    }.items():
        for option in options:
            assert meta_of(key).option(option)
            assert f"{key}({option}=" in said


@pytest.mark.parametrize(
    ("new", "old", "trumps"),
    [
        ("9", "8S", "5H"),
        ("9S", "8S", "5"),
        ("9S", "8S", "2H"),
        ("9S", "8S", "B"),
        ("9S", "8S", "5H5H"),
        ("9S9S", "8S7S", "5H"),
        ("xx", "8S", "5H"),
    ],
)
def test_cards_without_their_suit_and_trumps_that_are_no_level_card_are_unreadable(
    new, old, trumps
):
    with pytest.raises(Unreadable):
        beats_in(rules_of("shengji"), new, old, trumps=trumps)


@pytest.mark.parametrize(
    ("ruleset", "old", "code"), [("shengji", "8S7H", "one_suit"), ("huolong", "8S7S", "identical")]
)
def test_what_cannot_be_led_is_refused_and_may_be_beaten_where_something_else_was_led(
    ruleset, old, code
):
    led = "ASKS" if ruleset == "shengji" else "ASAS"
    with pytest.raises(NotAllowed, match=code):
        beats_in(rules_of(ruleset), old, old, trumps="5H")

    new = "3H4H" if ruleset == "shengji" else "3H3H"
    assert beats_in(rules_of(ruleset), new, old, trumps="5H", led=led)


@pytest.mark.parametrize(
    ("ruleset", "points", "stars"),
    [("shengji", 7, 0), ("shengji", -5, 0), ("shengji", 5, 1), ("huolong", 5, 4)],
)
def test_points_and_stars_that_there_cannot_be_have_no_worth(ruleset, points, stars):
    with pytest.raises(ValueError, match=r"points|stars"):
        worth_in(rules_of(ruleset), points, stars=stars)


# -- the command -----------------------------------------------------------------------------------------


def said(text):
    out = io.StringIO()
    call_command("rules", *text.split(), stdout=out)
    return out.getvalue().strip()


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("beats shengji 3H KS --trumps 5H", "yes"),
        ("beats shengji TS 9S --trumps 5H", "no"),
        ("beats shengji TS 9S --trumps 5H --ruleset shengji(ten=natural)", "yes"),
        ("beats shengji 4S 3H --trumps 5H --led AS", "no"),
        ("beats huolong KSKS QSQS --trumps 5H", "yes"),
        ("beats gouji Bs999 ss888", "no"),
        ("beats gouji BB999 Bs888", "yes"),
        ("beats gouji BB999 Bs888 --ruleset gouji(mixed_jokers=keep)", "no"),
        ("beats gouji BB B --ruleset gouji(big_joker_two_to_one=on)", "yes"),
        ("level gouji 2222T --ruleset gouji:charge", "yes"),
        ("level shengji 0", "stay dealers+3"),
        ("level shengji 55", "change"),
        ("level shengji 35 --bottom --ruleset shengji(bottom_takes_deal=on)", "change"),
        ("level huolong 120 --bottom --stars 1", "change others+3"),
        ("level huolong 115 --bottom --stars 1", "stay others+2"),
        ("level huolong 5", "stay"),
    ],
)
def test_the_command_answers(asked, answer):
    assert said(asked) == answer


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("beats shengji 3H KS", "要写 --trumps"),
        ("beats shengji 3H KS --trumps 5", "看不懂的牌：5"),
        ("beats shengji 3H KS --trumps 5H --ruleset huolong", "不是 shengji 的规则"),
        ("beats gouji 3 4 --trumps 5H", "够级没有主"),
        ("level gouji 22 --bottom", "够级没有底牌"),
        ("level huolong 7", "5 的倍数"),
        ("level huolong many", "5 的倍数"),
        ("level shengji 5 --stars 1", "星只有攉龙有"),
    ],
)
def test_the_command_says_what_is_wrong(asked, words):
    with pytest.raises(CommandError, match=words):
        said(asked)


@pytest.mark.parametrize("game", GAMES)
def test_the_command_checks_the_vectors_of_every_game(game):
    assert said(f"vectors {game} {TESTS / game / 'vectors'}").endswith(" passed, 0 failed")


@every_file
def test_the_readme_names_the_vectors_and_the_columns_of_the_file(file):
    readme = (TESTS.parents[1] / "games" / "engine" / "README.md").read_text()
    section = readme[readme.index("## Tools") : readme.index("## Adding to it")]

    assert f"tests/engine/{file.parts[-3]}/vectors" in section
    assert file.read_text().splitlines()[0] in section
