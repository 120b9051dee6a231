"""What a person does at the site, through the page alone."""

import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, Literal

from playwright.sync_api import Locator, Page, TimeoutError, expect  # noqa: A004 -- its own

from tests.conftest import THOROUGH

DOUBLE_CLICK_MS: Final = 480
"""Two posts that come closer together are one click to the page."""
PRESSES: Final = 7
PRESS_MS: Final = 3_000
STATE = """() => ({
    seen: document.querySelector('input[name=seen]').value,
    asks: document.querySelector('#r-controls').matches('.asks'),
    does: [...document.querySelectorAll('#r-controls button[name=do]')].map(b => b.value),
    refusal: document.querySelector('#r-refusal').textContent,
    over: !document.querySelector('#r-result').hidden,
})"""
CHANGED = f"""before => {{
    const state = ({STATE})();
    return state.seen !== before.seen || state.does.join() !== before.does.join()
        || state.over || state.refusal !== before.refusal ? state : false;
}}"""
HINTED = """() => document.querySelector('input[name=c]:checked')
    ? 'play' : document.querySelector('.hinted')?.value
        ?? (document.querySelector('#r-controls button[value=hint]') ? '' : 'nothing')"""

PRESS = "value => document.querySelector(`button[name=do][value='${value}']`)?.click()"


class Person:
    """Somebody with a browser window."""

    def __init__(self, page: Page, site: str, artifacts: Path, size: str) -> None:
        self.page = page
        self.site = site
        self.artifacts = artifacts
        self.size = size
        self._sent = 0.0

    # -- pages ---------------------------------------------------------------------------------------

    def go(self, path: str = "") -> None:
        """Open a page of the site."""
        self.page.goto(self.site + path.removeprefix("/"))

    def photograph(self, name: str, *, whole: bool = False) -> None:
        """A screenshot for people to judge."""
        path = self.artifacts / f"{name}-{self.size}.png"
        scale: Literal["css", "device"] = "css"
        if THOROUGH > 1 and self.size != "tablet":
            scale = "device"  # four times the pixels: twice the work, on a tablet a second
        self.page.screenshot(path=path, full_page=whole, animations="disabled", scale=scale)

    def sign_in_by(self, session: str) -> None:
        """Carry a session made elsewhere."""
        cookie = {"name": "sessionid", "value": session, "url": self.site}
        self.page.context.add_cookies([cookie])  # type: ignore[list-item]

    def button(self, words: str) -> Locator:
        """A button by a part of its words."""
        return self.page.get_by_role("button", name=words)

    def action(self, value: str) -> Locator:
        """The button of an action; a phrase of the chat may have the same words."""
        return self.page.locator(f'button[name=do][value="{value}"]')

    def quick_start(self) -> None:
        """One click from the lobby to a table with cards, for somebody unknown to the site."""
        self.go()
        self.button("一键游客，快速开始").click()
        self.page.wait_for_url("**/table/**")
        expect(self.cards).to_have_count(36)

    def take_seat(self, session: str, code: str) -> None:
        """At a prepared table, as somebody who sits there."""
        self.sign_in_by(session)
        self.go(f"table/{code}/")
        expect(self.page.locator("#link-state")).to_have_text("已连接")

    # -- the table -----------------------------------------------------------------------------------

    @property
    def cards(self) -> Locator:
        """The cards in hand."""
        return self.page.locator("input[name=c]")

    def hand(self) -> list[str]:
        """The cards in hand, in notation."""
        return [str(card) for card in self.cards.evaluate_all("cs => cs.map(c => c.value)")]

    def ticked(self) -> set[str]:
        """The cards that are ticked."""
        boxes = self.page.locator("input[name=c]:checked")
        return {str(card) for card in boxes.evaluate_all("cs => cs.map(c => c.value)")}

    def tick(self, cards: Iterable[str]) -> None:
        """Tap cards at the corner that shows."""
        for card in cards:
            label = self.page.locator(f'label:has(input[value="{card}"])')
            label.click(position={"x": 9, "y": 9})

    def take(self, ranks: str) -> list[str]:
        """Tap cards of these ranks: ``"99K"``."""
        hand = self.hand()
        taken: list[str] = []
        for rank in ranks:
            taken.append(next(card for card in hand if card[0] == rank and card not in taken))
        self.tick(taken)
        return taken

    def status(self) -> Locator:
        """The line above the table."""
        return self.page.locator("#r-status")

    def seat(self, number: int) -> Locator:
        """A seat's plate, and what lies before it."""
        return self.page.locator(f"#r-seat-{number}")

    def controls(self) -> Locator:
        """The person's own buttons and the hint above them."""
        return self.page.locator("#r-controls")

    def log(self) -> Locator:
        """The log in words."""
        return self.page.locator("#r-log")

    def refusal(self) -> Locator:
        """Why not."""
        return self.page.locator("#r-refusal")

    def result(self) -> Locator:
        """The result of the deal."""
        return self.page.locator("#r-result")

    def do(self, value: str) -> None:
        """Press the button of this action, not within a double click of the last one."""
        self._pause()
        self.action(value).click()
        if value != "hint":
            self._sent = time.monotonic()

    def do_if_offered(self, value: str) -> None:
        """Press the button of this action, unless it has gone in the meantime."""
        self._pause()
        self.page.evaluate(PRESS, value)
        self._sent = time.monotonic()

    def _do_unless_gone(self, value: str) -> None:
        for _ in range(PRESSES):
            try:
                self._pause()
                self.action(value).click(timeout=PRESS_MS)
            except TimeoutError:
                if not self.action(value).count():
                    return
            else:
                self._sent = self._sent if value == "hint" else time.monotonic()
                return
        raise AssertionError(f"{value} could not be pressed")

    def _pause(self) -> None:
        left = DOUBLE_CLICK_MS - (time.monotonic() - self._sent) * 1000
        if left > 0:
            self.page.wait_for_timeout(left)

    def state(self) -> dict[str, Any]:
        """What the page asks now."""
        return dict(self.page.evaluate(STATE))

    def step(self, before: dict[str, Any], value: str) -> dict[str, Any]:
        """Press a button that the page had ``before`` and wait until the page has changed; where the match has gone on
        meanwhile, and the button with it, it has.
        """
        self._do_unless_gone(value)
        return dict(self.page.wait_for_function(CHANGED, arg=before).json_value())

    def hint(self) -> str:
        """Press the hint; the action that it shows, its cards ticked. Nothing where the match has gone on meanwhile."""
        self.page.evaluate(
            "document.querySelectorAll('.hinted').forEach(b => b.className = 'button')"
        )
        self._do_unless_gone("hint")
        return str(self.page.wait_for_function(HINTED).json_value())
