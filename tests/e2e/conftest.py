"""A whole instance of the site, and browsers of two sizes that watch for errors."""

import os
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final
from zlib import crc32

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)

from gouji_site.embedded.stack import Stack
from tests.e2e.input_methods import MEANS, Means
from tests.e2e.levels_stage import LevelsStage
from tests.e2e.playing import Person
from tests.e2e.stage import Stage

ARGUMENTS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
]
SIZES: dict[str, dict[str, Any]] = {
    "phone": {
        "viewport": {"width": 360, "height": 780},
        "is_mobile": True,
        "has_touch": True,
        "device_scale_factor": 2,
    },
    "desktop": {"viewport": {"width": 1280, "height": 800}},
}
SHAPES: dict[str, dict[str, Any]] = {
    **SIZES,
    "landscape": {**SIZES["phone"], "viewport": {"width": 780, "height": 360}},
    "tablet": {**SIZES["phone"], "viewport": {"width": 820, "height": 1180}},
}
"""What a test may ask for by name; ``size`` has a phone and a desktop alone."""
WALKS = (
    ("phone", "touch"),
    ("phone", "keys"),
    ("landscape", "touch"),
    ("landscape", "keys"),
    ("tablet", "touch"),
    ("tablet", "keys"),
    ("desktop", "keys"),
)
TIMEOUT_MS = 60_000
"""What comes comes soon; this is for a machine that has much else to do."""
REFUSED = "the server responded with a status of 409"
"""What Chromium says of every refused play: the one error that pages may log."""

DATA = Path(os.environ.get("DATA_DIR", ".data/test"))
Newcomer = Callable[..., Person]


def pytest_collection_modifyitems(items):
    """Every test here drives a browser."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.e2e)


@pytest.fixture(scope="session")
def stack() -> Iterator[Stack]:
    """The site with all its processes; bots answer at once."""
    with Stack(
        DATA / "e2e",
        durable=False,
        discard=True,
        extra_env={"BOT_PACE": "0", "RATE_LIMITS": "0"},
    ) as running:
        yield running


@pytest.fixture(scope="session")
def artifacts() -> Path:
    """Where screenshots go."""
    folder = DATA / "artifacts"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def stage(stack: Stack) -> Iterator[Stage]:
    """Tables with a prepared deal, and the people at them who have no browser."""
    with Stage(stack) as ready:
        yield ready


@pytest.fixture(scope="session")
def levels(stack: Stack) -> Iterator[LevelsStage]:
    """The same for the Shengji games."""
    with LevelsStage(stack) as ready:
        yield ready


class SharedBrowser:
    """One Chromium for the tests here that come one after another in a process."""

    def __init__(self) -> None:
        self._browser: Browser | None = None
        self._open = ExitStack()

    def get(self) -> Browser:
        """The browser, started where none runs."""
        if self._browser is None:
            path = os.environ.get("GOUJI_BROWSER") or "/usr/bin/chromium"
            if not Path(path).exists():
                pytest.fail(
                    f"There is no browser at {path}: set BROWSER_PATH, or use -m 'not e2e'."
                )
            expect.set_options(timeout=TIMEOUT_MS)
            playwright = self._open.enter_context(sync_playwright())
            self._browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
            self._open.callback(self._browser.close)
        return self._browser

    def close(self) -> None:
        """End it, and Playwright's event loop with it."""
        self._browser = None
        self._open.close()


SHARED: Final = SharedBrowser()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Generator[None, object, object]:
    """Close the browser before a test of another folder: while Playwright's event loop is open in this thread, Django
    refuses to use the database. It ends after the test's own fixtures, which close their windows.
    """
    result = yield
    if nextitem is None or Path(__file__).parent not in nextitem.path.parents:
        SHARED.close()
    return result


@pytest.fixture
def browser() -> Browser:
    """Chromium."""
    return SHARED.get()


@pytest.fixture
def newcomer(browser: Browser, stack: Stack, stage: Stage, artifacts: Path) -> Iterator[Newcomer]:
    """A function that opens a browser window of one size: ``newcomer("phone")``.

    Every error on its pages fails the test: exceptions, failed requests, what the Content-Security-Policy
    forbids. ``excused`` are parts of messages that a test expects.
    """
    contexts: list[BrowserContext] = []
    heard: list[str] = []

    def arrive(size: str = "desktop", *, excused: tuple[str, ...] = (), **options) -> Person:
        context = browser.new_context(**{"locale": "zh-CN", **SHAPES[size], **options})
        context.set_default_timeout(TIMEOUT_MS)
        contexts.append(context)
        page = context.new_page()
        _listen(page, heard, (REFUSED, *excused))
        context.on("page", lambda other: _listen(other, heard, (REFUSED, *excused)))
        return Person(page, stack.url, artifacts, size)

    yield arrive
    for context in contexts:
        context.close()
    stage.clear()
    assert heard == []


def _listen(page: Page, heard: list[str], excused: tuple[str, ...]) -> None:
    def logged(message: ConsoleMessage) -> None:
        if message.type == "error" and not any(words in message.text for words in excused):
            heard.append(f"{message.text} ({message.location})")

    page.on("console", logged)
    page.on("pageerror", lambda error: heard.append(str(error)))


@pytest.fixture(params=SIZES)
def size(request) -> str:
    """The size of a phone, then that of a desktop."""
    return str(request.param)


@pytest.fixture
def either(request) -> str:
    """A phone or a desktop, always the same for a test: what both do alike is tried on one of them."""
    return list(SIZES)[crc32(request.node.name.encode()) % len(SIZES)]


@pytest.fixture
def visitor(newcomer: Newcomer, size: str) -> Person:
    """Somebody on a phone, then somebody at a desktop."""
    return newcomer(size)


@pytest.fixture(params=WALKS, ids="-".join)
def walker(request, newcomer: Newcomer, stage: Stage) -> tuple[Person, Means, str]:
    """Somebody signed in, on a shape of screen; how they press; and that as a name for pictures."""
    shape, by = request.param
    person = newcomer(shape, **MEANS[by].options)
    person.sign_in_by(stage.session(f"走{shape[:5]}{by[:1]}"))
    return person, MEANS[by], by
