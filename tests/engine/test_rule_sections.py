"""Every § that code, tests and pages cite is a heading of the game's ``RULES.md``."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from games.engine.registry import GAMES

pytestmark = pytest.mark.unit

ROOT = Path(__file__).parents[2]
FOLDERS = ("games", "tests", "accounts", "gouji_site", "templates")
SUFFIXES = {".py", ".html", ".txt", ".md"}

_GAME = rf"(?:{'|'.join(GAMES)})"
_NUMBER = r"\d+(?:\.\d+)*"
_NUMBERS = rf"§+ ?{_NUMBER}(?:(?:, | and |/|[-–])§*{_NUMBER})*"
_CITATION = re.compile(
    rf"(?:\b(?P<game>{_GAME})(?:\.md|'s)?[`*]*\s+)?(?P<numbers>{_NUMBERS})", re.IGNORECASE
)
_HEADING = re.compile(rf"^#+ ({_NUMBER})\. ", re.MULTILINE)
_GAME_ON_LINE = re.compile(rf"\b{_GAME}(?!_site)(?![a-z])", re.IGNORECASE)
_GAME_IN_FILE_NAME = re.compile(rf"^(?:test_)?({_GAME})_")
_SIGN_IN_A_PATTERN = re.compile(r"""§(?=\\d|\[|")""")
_OTHER_NAME = re.compile(rf"\brules/{_GAME}\.md|\b{_GAME}\.md")


class Citation(NamedTuple):
    """One § of one game's rules, and where it is cited; ``game`` is empty where nothing tells it."""

    place: str
    game: str
    section: str


def sections_of(game: str) -> set[str]:
    rules = ROOT / "games" / "engine" / game / "RULES.md"
    return set(_HEADING.findall(rules.read_text(encoding="utf-8")))


SECTIONS = {game: sections_of(game) for game in GAMES}


def texts() -> Iterator[tuple[str, str]]:
    """The path below the root, and the text, of each file that may cite the rules."""
    files = [each for folder in FOLDERS for each in (ROOT / folder).rglob("*")]
    for file in sorted([ROOT / "README.md", *files]):
        if file.suffix in SUFFIXES and file.is_file() and file != Path(__file__):
            yield file.relative_to(ROOT).as_posix(), file.read_text(encoding="utf-8")


def game_of_path(path: str) -> str:
    """The game whose folder a file is in, or whose name it begins with."""
    *folders, name = path.split("/")
    named = _GAME_IN_FILE_NAME.match(name)
    return next((each for each in folders if each in GAMES), named[1] if named else "")


def game_of_line(line: str) -> str:
    """The one game that a line names, or nothing where it names none or several."""
    named = {each.lower() for each in _GAME_ON_LINE.findall(line)}
    return named.pop() if len(named) == 1 else ""


def numbers_in(numbers: str) -> Iterator[str]:
    """Each section of a list as ``§§1, 3`` or a range as ``§5-§8``."""
    for first, last in re.findall(rf"({_NUMBER})(?:[-–]§*({_NUMBER}))?", numbers):
        yield first
        if last:
            yield from map(str, range(int(first) + 1, int(last) + 1))


def citations_in(path: str, text: str) -> Iterator[Citation]:
    lines = text.split("\n")
    for found in _CITATION.finditer(text):
        line = text.count("\n", 0, found.start("numbers"))
        game = found["game"] or game_of_path(path) or game_of_line(lines[line])
        for section in numbers_in(found["numbers"]):
            yield Citation(f"{path}:{line + 1}", game.lower(), section)


def unresolved(citations: list[Citation]) -> list[Citation]:
    return [each for each in citations if each.section not in SECTIONS.get(each.game, set())]


def cited(path: str, text: str) -> list[tuple[str, str]]:
    return [(each.game, each.section) for each in citations_in(path, text)]


def test_every_section_cited_is_a_heading_of_its_games_rules():
    citations = [each for path, text in texts() for each in citations_in(path, text)]
    assert unresolved(citations) == []
    assert len(citations) > 500
    assert {each.game for each in citations} == set(GAMES)


def test_every_section_sign_is_part_of_a_citation():
    """So that no way of citing escapes the test above; patterns of tests are no citations."""
    for path, text in texts():
        rest = _SIGN_IN_A_PATTERN.sub("", _CITATION.sub("", text))
        assert "§" not in rest, path


def test_the_rules_are_cited_by_the_name_that_they_have_here():
    """The rules themselves name each other as their authors did."""
    pages = [(path, text) for path, text in texts() if not path.endswith("/RULES.md")]
    assert [path for path, text in pages if _OTHER_NAME.search(text)] == []


@pytest.mark.parametrize("game", GAMES)
def test_the_sections_of_a_games_rules_are_numbered_from_one(game):
    assert SECTIONS[game] == {str(number + 1) for number in range(len(SECTIONS[game]))}
    assert len(SECTIONS[game]) >= 5


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("games/engine/gouji/x.py", '"""A play (§11)."""'),
        ("games/engine/levels/x.py", '"""A play (huolong §6)."""'),
        ("games/engine/gouji/x.py", '"""A play (shengji §9)."""'),
        ("games/engine/gouji/x.py", '"""A play (§1-§12)."""'),
        ("games/engine/gouji/x.py", '"""A play (§3.2)."""'),
        ("games/engine/levels/x.py", '"""A play (§4)."""'),
        ("tests/engine/x.py", '"""A play of shengji as in huolong: §4."""'),
        ("gouji_site/x.py", '"""A play (§4)."""'),
    ],
)
def test_a_section_that_is_not_there_or_of_no_game_is_found(path, text):
    assert unresolved(list(citations_in(path, text)))


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("games/engine/gouji/x.py", "# §5", [("gouji", "5")]),
        ("tests/recorded/gouji_facts.py", '"§9 sweep"', [("gouji", "9")]),
        ("games/engine/levels/x.py", "(Huolong's §2)", [("huolong", "2")]),
        ("tests/engine/x.py", "`shengji.md` §3", [("shengji", "3")]),
        ("games/play/x.py", "(gouji\n    §9)", [("gouji", "9")]),
        ("tests/x.py", "in Shengji, as §4 has it", [("shengji", "4")]),
        ("x.py", "gouji §1, §6", [("gouji", "1"), ("gouji", "6")]),
        ("x.py", "gouji §§5, 7", [("gouji", "5"), ("gouji", "7")]),
        ("x.py", "gouji §5/§7 and §8", [("gouji", "5"), ("gouji", "7"), ("gouji", "8")]),
        ("x.py", "gouji §5-§7", [("gouji", "5"), ("gouji", "6"), ("gouji", "7")]),
        ("x.py", "shengji §3, huolong §2", [("shengji", "3"), ("huolong", "2")]),
    ],
)
def test_citations_are_read_as_they_are_written(path, text, expected):
    assert sorted(cited(path, text)) == sorted(expected)
