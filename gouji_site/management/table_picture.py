"""A guest's browser at a table of Gouji: it plays some tricks of a deal with bots, then takes pictures.

A process of its own, because it needs Playwright and Pillow, which production does not have.
"""

import sys
from io import BytesIO
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, sync_playwright

ARGUMENTS: Final = ("--no-sandbox", "--disable-background-networking", "--no-first-run")
PLAIN_ANSWERS: Final = ("stay", "headless", "done", "decline")
"""A no to every offer of the deal."""
TURNS: Final = 4
"""After so many turns of the guest there have been some tricks."""
SEATS_WITH_CARDS: Final = 2
MOST_DEALS: Final = 8
MOST_SECONDS: Final = 300
COLOURS: Final = 256
"""With a palette a picture has a third of the bytes."""
CONNECTED: Final = "() => document.querySelector('#link-state')?.textContent === '已连接'"
CALLS: Final = (
    "() => [...document.querySelectorAll('#r-controls button[name=do]')].map(b => b.value)"
)
RESULT: Final = "#r-result:not([hidden])"
ASKED: Final = f"() => document.querySelector('#r-controls.asks, {RESULT}')"
HINTED: Final = "() => document.querySelector('input[name=c]:checked, .hinted')"
SHOWN: Final = "() => document.querySelector('input[name=seen]').value"
MOVED_ON: Final = "seen => document.querySelector('input[name=seen]').value !== seen"
PRESS: Final = "value => document.querySelector(`button[name=do][value='${value}']`)?.click()"
CARDS_BEFORE_SEATS: Final = "() => document.querySelectorAll('.seat:has(.laid b + b)').length"


class Shape(NamedTuple):
    """A screen, and the name of its picture."""

    name: str
    width: int
    height: int
    touch: bool


SHAPES: Final = (Shape("table", 1280, 800, False), Shape("table-phone", 360, 780, True))


def main(argv: list[str]) -> None:
    """Take the pictures of a site: its address, the browser's program, and the folder for them."""
    url, program, folder = argv[1:]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(ARGUMENTS))
        first = _window(browser, SHAPES[0])
        page = first.new_page()
        _take_seat(page, url)
        _play_some_tricks(page)
        for shape in SHAPES:
            window = _window(browser, shape, first)
            _photograph(window.new_page(), page.url, Path(folder) / f"{shape.name}.png")
        browser.close()


def _window(
    browser: Browser, shape: Shape, signed_in: BrowserContext | None = None
) -> BrowserContext:
    window = browser.new_context(
        locale="zh-CN",
        timezone_id="Asia/Shanghai",
        viewport=ViewportSize(width=shape.width, height=shape.height),
        is_mobile=shape.touch,
        has_touch=shape.touch,
        storage_state=signed_in.storage_state() if signed_in else None,
    )
    window.set_default_timeout(MOST_SECONDS * 1000)
    return window


def _take_seat(page: Page, url: str) -> None:
    """Press the one large button of the lobby."""
    page.goto(url)
    page.locator("#guest-quick button").click()
    page.wait_for_url("**/table/**")
    page.wait_for_function(CONNECTED)


def _play_some_tricks(page: Page) -> None:
    """Play until the guest is to answer a trick in which several have laid more than one card; where no such trick comes, another deal."""
    for _ in range(MOST_DEALS):
        if _finds_a_trick(page):
            return
        shown = page.evaluate(SHOWN)
        page.evaluate(PRESS, "ready")
        page.wait_for_function(MOVED_ON, arg=shown)
    raise RuntimeError(f"no trick was worth a picture in {MOST_DEALS} deals")


def _finds_a_trick(page: Page) -> bool:
    """Play a deal as the hints say; False at its end."""
    turns = 0
    while True:
        page.wait_for_function(ASKED)
        calls = page.evaluate(CALLS)
        if page.locator(RESULT).count():
            return False
        if turns >= TURNS and _is_worth_a_picture(page, calls):
            return True
        turns += "play" in calls
        shown = page.evaluate(SHOWN)
        page.evaluate(PRESS, _choice(page, calls))
        page.wait_for_function(MOVED_ON, arg=shown)


def _is_worth_a_picture(page: Page, calls: list[str]) -> bool:
    """Whether several have laid more than one card, and the hint has cards to answer with."""
    if not {"play", "pass"} <= {*calls} or page.evaluate(CARDS_BEFORE_SEATS) < SEATS_WITH_CARDS:
        return False
    return _takes_hint(page)


def _choice(page: Page, calls: list[str]) -> str:
    plain = next((answer for answer in PLAIN_ANSWERS if answer in calls), "")
    if plain or "hint" not in calls:
        return plain or calls[0]
    return "play" if _takes_hint(page) and "play" in calls else "pass"


def _takes_hint(page: Page) -> bool:
    """Press the hint; whether it ticks cards."""
    page.evaluate(PRESS, "hint")
    page.wait_for_function(HINTED)
    return page.locator("input[name=c]:checked").count() > 0


def _photograph(page: Page, url: str, path: Path) -> None:
    """The table, with the play that the hint proposes ticked."""
    page.goto(url)
    page.wait_for_function(CONNECTED)
    _takes_hint(page)
    picture = Image.open(BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
    picture.quantize(COLOURS, kmeans=2).save(path, optimize=True)


if __name__ == "__main__":
    main(sys.argv)
