"""Words that only this house knew are gone from files, classes, functions, variables and templates.

Names are read by AST and from template tags, never from prose. A word counts wherever it stands in a name: ``tape_of`` has it.
"""

import ast
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

OLD = {
    "telling": "log_text",
    "region": "page part",
    "regions": "page parts",
    "piece": "page part",
    "pieces": "page parts",
    "plate": "seat panel",
    "plates": "seat panels",
    "rooms": "table hubs",
    "earshot": "chat feed",
    "ear": "chat audience",
    "keeper": "presence tracker",
    "fold": "past state",
    "logbook": "match log",
    "sitting": "locked match",
    "vacate": "free_seat",
    "tidying": "cleanup",
    "broom": "cleanup",
    "trustee": "autoplay",
    "opener": "host",
    "misses": "missed turns",
    "quiet": "auto decline",
    "talk": "chat",
    "tape": "replay",
    "tapes": "replay cache",
    "chair": "listed seat",
    "chairs": "listed seats",
    "paces": "time controls",
    "shelf": "registry",
    "proofs": "verify",
    "primer": "how to play",
    "laying": "lay down",
    "heir": "next leader",
    "behead": "make headless",
    "burying": "kitty exchange",
    "starring": "star exchange",
    "tally": "deal score",
    "bunch": "candidate play",
    "bunches": "candidate plays",
    "brief": "log filters",
    "patience": "seconds",
    "trouble": "user error",
    "stagehand": "browser table",
    "rites": "opening choices",
    "lanes": "test workers",
}
"""A word of names, and what stands for it now."""

WHOLE = {
    "sight": "seat_view",
    "memory_of": "unseen_ranks",
    "sit_down": "open_locked",
    "get_up": "leave_waiting_seats",
    "Look": "VisibleState",
    "Loaded": "TableState",
    "Laid": "TrickEntry, TrickPlay, TrickRow",
    "Shown": "CardsShown, TrumpShown, TrumpShow, DrawnExample",
    "State": "GoujiState, LevelsState, InstanceState",
    "Places": "ConnectionLimits, DataPaths",
    "Turns": "FairQueue",
    "Doors": "BoundedWaits",
    "House": "TableSettings",
    "Memory": "CardCounter",
    "Face": "CardFace",
    "Lying": "LastAct",
    "Panel": "ChatPanel",
    "Room": "TableHub",
    "fall": "eliminate",
}
"""Names that are gone as a whole: their words alone are common ones."""

IN_PLAY = {
    "faces": "card_faces",
    "asked": "prompt_versions",
    "asked_at": "last_prompt_version",
    "question": "prompt_key",
    "questions": "prompt_keys",
    "counts": "card_count_visibility, but of a view's public part",
    "memory": "card_counter",
    "look": "visible_state_for",
    "watched": "delayed_state",
    "tell": "table_changed",
    "present": "display types",
    "loading": "table_state",
}
"""The same for the live table alone: elsewhere they may mean something else."""

EXCEPTIONS = (
    ("", {"forget_old_talk"}, "tasks queued under that name are answered for one release"),
    ("^accounts/languages", {"REGIONS"}, "regions of the world, of time zones"),
    ("^gouji_site/embedded/signs|^tests/gouji_site", {"MISSES"}, "signs of life missed, not turns"),
    ("^tests/(live|gouji_site)", {"quiet", "QUIET"}, "a socket, or a command, that says nothing"),
    (
        "^games/play/display|^templates/play",
        {"counts", "memory"},
        "of Public, and the id of a page part",
    ),
)
"""Where a name may stand all the same, and why."""


def words_of(name):
    """The words of a name: of ``SeatPanel`` and ``seat_panels`` seat, panel and panels."""
    return {word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)}


def old_words(name, file=""):
    """The words of a name, or the whole name, that are no longer used. Names of tests are sentences, so prose."""
    bare = name.strip("_")
    if bare.startswith("test_"):
        return set()
    gone = WHOLE | (IN_PLAY if file.startswith("games/play/") else {})
    return {word for word in words_of(bare) if word in OLD} | {bare} & gone.keys()


def identifiers(source):
    """Every name that a Python source defines or uses, with its line."""
    for node in ast.walk(ast.parse(source)):
        line = getattr(node, "lineno", 0)
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                yield line, name
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield line, node.name
            case ast.alias():
                yield from ((line, part) for part in (node.asname or node.name).split("."))
            case ast.keyword(arg=str(name)):
                yield line, name
            case _:
                pass


TAG = re.compile(r"{%.*?%}|{{.*?}}", re.DOTALL)
QUOTED = re.compile(r'"[^"]*"|\'[^\']*\'')


def template_names(source):
    """Every name in the tags of a template, but what stands there in quotes and is no template or address."""
    for tag in TAG.finditer(source):
        line = source.count("\n", 0, tag.start()) + 1
        bare = QUOTED.sub(lambda text: text.group() if "/" in text.group() else " ", tag.group())
        yield from ((line, name) for name in re.findall(r"[A-Za-z_]\w*", bare))


def tracked(*patterns):
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", *patterns],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return [name for name in listed.stdout.splitlines() if (ROOT / name).exists()]


def allowed(file, name):
    return any(re.search(where, file) and name in names for where, names, _ in EXCEPTIONS)


def found_in(files, names_of):
    return [
        f"{file}:{line} {name}: {old}"
        for file in files
        for line, name in names_of((ROOT / file).read_text(encoding="utf-8"))
        for old in old_words(name, file)
        if not allowed(file, name)
    ]


@pytest.mark.unit
def test_no_python_name_has_a_word_that_only_this_house_knew():
    files = [file for file in tracked("*.py") if "/migrations/" not in file]
    assert len(files) > 400
    assert found_in(files, identifiers) == []


@pytest.mark.unit
def test_no_name_in_a_template_has_one():
    files = tracked("templates/*.html", "templates/**/*.html")
    assert len(files) > 60
    assert found_in(files, template_names) == []


@pytest.mark.unit
def test_no_file_is_called_by_one():
    listed = tracked("games", "accounts", "gouji_site", "templates", "tests", "static")
    files = [file for file in listed if "/migrations/" not in file]
    assert len(files) > 800
    assert [file for file in files if old_words(Path(file).stem.removeprefix("test_"))] == []


@pytest.mark.unit
def test_a_name_that_is_common_elsewhere_is_found_at_the_live_table():
    assert old_words("asked", "games/play/state/info.py") == {"asked"}
    assert old_words("asked", "gouji_site/web.py") == set()


@pytest.mark.unit
@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("def tape_of(): pass", ["tape"]),
        ("class Earshot: quiet = 1", ["earshot", "quiet"]),
        ("import games.play.talking as chat", []),
        ("def shown_laid(Laid): pass", ["Laid"]),
        ("def test_a_tape_is_kept(): pass", []),
        ('"""The tape of a talk."""', []),
    ],
)
def test_the_words_are_found_in_names_and_not_in_prose(source, found):
    assert sorted(old for _, name in identifiers(source) for old in old_words(name)) == found
