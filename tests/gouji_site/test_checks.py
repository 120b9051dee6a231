"""What `manage.py test` makes of its command line, and how it finds a browser."""

import pytest

from gouji_site import checks
from gouji_site.embedded import browser
from gouji_site.embedded.locks import FolderLock
from gouji_site.embedded.trouble import Trouble

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("marks", "needed"),
    [
        ("", True),
        ("e2e", True),
        ("not unit", True),
        ("live or e2e", True),
        ("not e2e", False),
        ("not (e2e or live)", False),
        ("unit", False),
        ("unit or live", False),
        ("live and not slow", False),
        ("not live and not slow", True),
        ("e2e and (", True),
    ],
)
def test_a_browser_is_wanted_unless_the_marks_leave_it_out(marks, needed):
    assert checks.Asked(marks, thorough=False, pytest=[]).needs_browser() is needed


def test_what_is_not_ours_goes_to_pytest():
    asked = checks.parse(["-m", "not e2e", "--thorough", "-x", "tests/engine", "-k", "beats"])

    assert asked == checks.Asked(
        "not e2e", thorough=True, pytest=["-x", "tests/engine", "-k", "beats"]
    )


def test_a_run_beside_another_takes_another_folder(tmp_path):
    assert checks.free_folder(tmp_path) == tmp_path / "test"

    (tmp_path / "test").mkdir()
    lock = FolderLock(tmp_path / "test")
    lock.acquire()

    assert checks.free_folder(tmp_path) == tmp_path / "test1"
    lock.release()


def test_a_browser_named_by_the_environment_is_taken(monkeypatch):
    monkeypatch.setenv("BROWSER_PATH", "/bin/true")

    assert browser.known_browser() == "/bin/true"


def test_a_named_browser_that_is_none_is_refused(monkeypatch):
    monkeypatch.setenv("BROWSER_PATH", "/nowhere/chromium")

    with pytest.raises(Trouble, match="BROWSER_PATH"):
        browser.known_browser()


def test_without_any_browser_the_run_fails_with_the_reason(monkeypatch):
    for name in ("known_browser", "_from_playwright", "_from_system"):
        monkeypatch.setattr(browser, name, lambda: "")

    with pytest.raises(Trouble, match="No browser"):
        browser.find_browser()
