"""What `manage.py test` makes of its command line, and how it finds a browser."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

import pytest

from gouji_site import checks
from gouji_site.embedded import browser
from gouji_site.embedded.locks import FolderLock
from gouji_site.embedded.user_errors import UserError
from tests.test_workers import environment, longest_first

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

    with pytest.raises(UserError, match="BROWSER_PATH"):
        browser.known_browser()


@pytest.fixture
def programs(monkeypatch, tmp_path):
    """Programs that are on the PATH, by name; a run of the package manager brings those in ``wares``."""
    there = {"chromium", "apt-get"}
    wares: set[str] = set()
    runs: list[str] = []

    def run(label, argv):
        runs.append(argv[-1])
        there.update(wares & {argv[-1]})
        return argv[-1] in wares

    monkeypatch.delenv("BROWSER_PATH", raising=False)
    monkeypatch.setattr("shutil.which", lambda name: f"/bin/{name}" if name in there else None)
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr(browser, "has_chinese_font", lambda: True)
    monkeypatch.setattr(browser, "NO_SHELL", tmp_path / "none")
    monkeypatch.setattr(browser, "_run", run)
    return SimpleNamespace(there=there, wares=wares, runs=runs)


def test_the_browser_without_windows_is_taken_before_a_whole_one(programs):
    programs.there.add("chromium-headless-shell")
    assert browser.find_browser() == "/bin/chromium-headless-shell"
    assert programs.runs == []


def test_beside_a_whole_browser_the_one_without_windows_is_installed(programs):
    programs.wares.add("chromium-headless-shell")
    assert browser.find_browser() == "/bin/chromium-headless-shell"


def test_where_it_cannot_be_installed_the_whole_one_serves_and_it_is_tried_once(programs):
    assert browser.find_browser() == "/bin/chromium"
    assert browser.find_browser() == "/bin/chromium"
    assert programs.runs == ["chromium-headless-shell"]


def test_who_is_not_root_installs_nothing(programs, monkeypatch):
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert browser.find_browser() == "/bin/chromium"
    assert programs.runs == []


def test_without_any_browser_the_run_fails_with_the_reason(monkeypatch):
    for name in ("known_browser", "_from_playwright", "_from_system"):
        monkeypatch.setattr(browser, name, lambda: "")

    with pytest.raises(UserError, match="No browser"):
        browser.find_browser()


@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        ([], ["-n", "2", "--dist", "loadfile", "--no-loadscope-reorder"]),
        (["-q", "-k", "burn"], ["-n", "2", "--dist", "loadfile", "--no-loadscope-reorder"]),
        (["tests/play"], []),
        (["tests/play/test_moves.py::test_nobody_deals_but_the_house", "-q"], []),
        (["-n", "0"], []),
        (["-n4"], []),
        (["--pdb"], []),
    ],
)
def test_files_run_side_by_side_unless_the_caller_chose_some_or_knows_better(rest, expected):
    assert checks.parallel_arguments(rest, "2") == expected


def test_of_checks_that_run_beside_others_all_are_told_and_what_a_failed_one_said(capfd):
    shell = ["/bin/sh", "-c"]
    commands = {
        "good": ["/bin/true"],
        "bad": [*shell, "echo why >&2; exit 3"],
        "ugly": [*shell, "exit 1"],
    }

    with checks.beside(commands) as running:
        failed = [check.name for check in running if not check.passed()]

    assert failed == ["bad", "ugly"]
    assert "why" in capfd.readouterr().err


def test_a_check_that_nobody_waits_for_is_ended():
    with checks.beside({"slow": ["/bin/sleep", "600"]}) as [check]:
        assert check.process.poll() is None

    assert check.process.returncode < 0


def test_the_static_checks_are_those_of_the_whole_tree():
    assert set(checks.linters()) == {"ruff", "ruff format", "mypy", "import contracts", "djade"}


class Item(NamedTuple):
    """A collected test, as far as its place in the order goes."""

    path: Path
    name: str
    marks: tuple[str, ...] = ()

    def get_closest_marker(self, name):
        return name if name in self.marks else None


def test_files_that_take_long_are_given_to_workers_first_and_each_stays_whole():
    quick, live, page = (Path(f"tests/{name}.py") for name in ("quick", "live", "page"))
    items = [
        Item(quick, "a"),
        Item(live, "b", ("live",)),
        Item(quick, "c"),
        Item(page, "d", ("e2e",)),
        Item(live, "e", ("live",)),
        Item(page, "f", ("e2e",)),
    ]

    assert "".join(item.name for item in longest_first(cast("Any", items))) == "dfbeac"


def test_each_worker_has_its_own_part_of_redis_and_its_own_folder_but_the_same_static_files():
    known = {
        "REDIS_URL": "unix:///run/redis.sock?db=0",
        "CELERY_BROKER_URL": "redis+socket:///run/redis.sock?virtual_host=0",
        "DATA_DIR": "/srv/data",
    }
    told = [environment(worker, known) for worker in ("gw0", "gw1")]
    assert told[1] == {
        "REDIS_URL": "unix:///run/redis.sock?db=2",
        "CELERY_BROKER_URL": "redis+socket:///run/redis.sock?virtual_host=2",
        "REDIS_PREFIX": "gouji-gw1",
        "DATA_DIR": "/srv/data/gw1",
        "STATIC_ROOT": "/srv/data/static",
    }
    shared = {"STATIC_ROOT"}
    assert all(told[0][key] != told[1][key] for key in told[0].keys() - shared)
    assert environment("gw0", {"REDIS_URL": "redis://host:6379/0"})["REDIS_URL"].endswith(":6379/1")
