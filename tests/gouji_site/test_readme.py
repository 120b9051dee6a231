"""The READMEs can be read: short lines, links and paths that lead somewhere, one for each room, and the two commands."""

import re
from pathlib import Path

import pytest

from tests.gouji_site.reading import size_of_png

pytestmark = pytest.mark.unit

ROOT = Path(__file__).resolve().parents[2]
FRONT = ROOT / "README.md"
OPERATIONS = ROOT / "gouji_site" / "OPERATIONS.md"
GLOSSARY = ROOT / "games" / "engine" / "GLOSSARY.md"
TOP = ("accounts", "games", "gouji_site", "tests", "templates", "static")
PAGES = [
    FRONT,
    OPERATIONS,
    GLOSSARY,
    *sorted(page for folder in TOP for page in (ROOT / folder).rglob("README.md")),
]
MOST_LINES = 150
"""Of the README at the top, which three readers are to read through."""
MOST_CHARACTERS = 110
MADE_BY_RUNNING = (".data", ".venv")
MOST_BYTES = 150_000
"""Of a picture."""

each_page = pytest.mark.parametrize(
    "page", PAGES, ids=[page.relative_to(ROOT).as_posix() for page in PAGES]
)


def text_of(page):
    return page.read_text(encoding="utf-8")


def links_of(page):
    """What its links and pictures lead to on this site of the web: files, and sections of them."""
    targets = re.findall(r"\]\(([^)\s]+)\)", text_of(page))
    return [target for target in targets if not re.match(r"[a-z]+:", target)]


def paths_of(page):
    """The paths that it names in code: what has a slash and ends as a file or a folder does."""
    words = re.findall(r"`([\w./*-]+)`", text_of(page))
    paths = [word for word in words if "/" in word and re.search(r"/$|\.\w+$|\*$", word)]
    return [path for path in paths if not path.startswith(("/", *MADE_BY_RUNNING))]


def sections_of(page):
    """The names that links may give its headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", text_of(page), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}


def folders():
    """Folders with an app of Django, and those whose README the map at the top links."""
    apps = {path.parent for folder in TOP for path in (ROOT / folder).rglob("apps.py")}
    linked = re.findall(r"^\| \[([\w/]+)\]\(\1/README\.md\)", text_of(FRONT), re.MULTILINE)
    return sorted(apps | {ROOT / room for room in linked})


def test_the_readme_at_the_top_is_short():
    assert len(text_of(FRONT).splitlines()) < MOST_LINES


@each_page
def test_no_line_is_long(page):
    lines = enumerate(text_of(page).splitlines(), 1)
    assert [(number, line) for number, line in lines if len(line) >= MOST_CHARACTERS] == []


@each_page
def test_every_link_leads_to_a_file_and_a_heading_that_are_there(page):
    for link in links_of(page):
        name, _, section = link.partition("#")
        target = page.parent / name if name else page
        assert target.is_file(), link
        assert not section or section in sections_of(target), link


@each_page
def test_every_path_that_is_named_is_there(page):
    """From the top, or from where the page lies."""
    missing = [
        path
        for path in paths_of(page)
        if not any(any(base.glob(path.rstrip("/"))) for base in (ROOT, page.parent))
    ]
    assert missing == []


def test_pages_do_link_and_do_name_paths():
    assert len(links_of(FRONT)) > 10
    assert sum(len(paths_of(page)) for page in PAGES) > 50


@pytest.mark.parametrize("room", folders(), ids=lambda room: room.relative_to(ROOT).as_posix())
def test_every_room_has_a_readme_that_the_map_links(room):
    assert (room / "README.md").is_file()
    assert f"]({room.relative_to(ROOT).as_posix()}/README.md)" in text_of(FRONT)


def test_the_two_commands_stand_in_the_readme():
    lines = text_of(FRONT).splitlines()
    for command in ("python3 manage.py play", "python3 manage.py test"):
        assert any(line.startswith(command) for line in lines)


def test_the_first_start_is_told_in_figures():
    """How long it takes, and what it needs of memory and of disk."""
    for row in (
        r"time \| \d+ seconds",
        r"download \| \d+ MB",
        r"disk \| \d+ MB",
        r"memory \| \d+ MB",
    ):
        assert re.search(rf"^\| {row}", text_of(FRONT), re.MULTILINE), row


@pytest.mark.parametrize(
    ("name", "size"),
    [("table", (1280, 800)), ("table-phone", (360, 780))],
    ids=["desktop", "phone"],
)
def test_the_readme_shows_a_small_picture_of_a_table(name, size):
    path = ROOT / "static" / "img" / f"{name}.png"

    assert f"static/img/{name}.png" in text_of(FRONT)
    assert size_of_png(path) == size
    assert path.stat().st_size < MOST_BYTES
