"""By what a page is used: a finger that taps, or a keyboard alone. A walk that takes either proves both."""

from typing import Any, Final, TypeAlias

from playwright.sync_api import Locator, Page, expect

from tests.e2e.playing import Person

MOST_TABS: Final = 150
REACH_PX: Final = 43
NARROW_PX: Final = 34
HIT: Final = """element => {
    const box = element.getBoundingClientRect();
    const middle = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const reach = (at, dx, dy) => {
        const found = document.elementFromPoint(at[0] + dx, at[1] + dy);
        return found && (element.contains(found) || found.contains(element) && found.matches('label'));
    };
    const far = (dx, dy) => { let n = 0; while (n < 40 && reach(middle, n * dx, n * dy)) n += .5; return n; };
    return [far(-1, 0) + far(1, 0), far(0, -1) + far(0, 1)];
}"""
"""How wide and high a finger may hit: a target's own box, and what is laid round it for that."""
WAY: Final = """element => {
    const here = document.activeElement;
    if (element === here || !element.isConnected) return element === here ? '' : 'gone';
    const before = here.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING;
    return here !== document.body && before ? 'Shift+Tab' : 'Tab';
}"""
"""The key that leads to this; nothing where the focus is there."""
SEEN: Final = """element => {
    const box = (element.closest('label') ?? element).getBoundingClientRect();
    const style = getComputedStyle(element);
    return element.matches(':focus-visible') && box.bottom > 0 && box.top < innerHeight
        && (element.matches('label input') || style.outlineStyle !== 'none' || style.boxShadow !== 'none');
}"""
"""Whether one sees that this has the focus. A box in a label shows it in its label."""
PICKED: Final = "select => select.selectedOptions[0]?.label"


class Finger:
    """Taps, as a phone sends them. ``options`` are for the browser window."""

    options: Final[dict[str, Any]] = {"has_touch": True}

    def press(self, person: Person, target: Locator) -> None:
        """Press a button, or follow a link; but for a desktop each is large enough for a finger, unless it stands in a sentence."""
        if _is_in_closed_menu(target):
            self.press(person, person.page.locator("#more-open"))
        _check_reach(person, target)
        target.tap()

    def choose(self, person: Person, label: str) -> None:
        """Choose one of several by its label, or tick a box."""
        person.page.locator("label:visible", has_text=label).first.tap()

    def pick(self, person: Person, label: str, option: str) -> None:
        """Pick an option of a list by its words; the list that a phone opens is no part of the page."""
        select = person.page.get_by_label(label)
        _check_reach(person, select)
        select.select_option(label=option)

    def take_one(self, person: Person, rank: str) -> None:
        """Take one card of a rank."""
        _cards(person, rank).first.locator("xpath=..").tap(position={"x": 9, "y": 9})

    def take_all(self, person: Person, rank: str) -> None:
        """Take all cards of a rank."""
        self.press(person, _cards(person, rank).first.locator("xpath=../..").locator("button"))


class Keys:
    """The same: Tab to what is meant, where the focus is to be seen, and a key."""

    options: Final[dict[str, Any]] = {}

    def press(self, person: Person, target: Locator) -> None:
        if _is_in_closed_menu(target):
            self.press(person, person.page.locator("#more-open"))
        _reach(person.page, target)
        person.page.keyboard.press("Enter")

    def choose(self, person: Person, label: str) -> None:
        wanted = person.page.locator("label:visible", has_text=label).first.locator("input")
        if wanted.get_attribute("type") == "checkbox":
            _reach(person.page, wanted)
            person.page.keyboard.press("Space")
            return
        name = wanted.get_attribute("name")
        group = person.page.locator(f"input[type=radio][name={name}]")
        _reach(person.page, person.page.locator(f"input[type=radio][name={name}]:checked"))
        for _ in range(group.count()):
            if wanted.is_checked():
                return
            person.page.keyboard.press("ArrowDown")
        raise AssertionError(f"no arrow came to {label}")

    def pick(self, person: Person, label: str, option: str) -> None:
        select = person.page.get_by_label(label)
        _reach(person.page, select)
        if option.isascii():
            person.page.keyboard.type(option)
        if select.evaluate(PICKED) == option:
            return
        person.page.keyboard.press("Home")
        for _ in range(select.locator("option").count()):
            if select.evaluate(PICKED) == option:
                return
            person.page.keyboard.press("ArrowDown")
        raise AssertionError(f"no arrow came to {option}")

    def take_one(self, person: Person, rank: str) -> None:
        self._to(person, rank)
        person.page.keyboard.press("Space")

    def take_all(self, person: Person, rank: str) -> None:
        self._to(person, rank)
        person.page.keyboard.press("a")

    def _to(self, person: Person, rank: str) -> None:
        """The hand is one stop; arrows go from rank to rank."""
        here = "() => document.activeElement.value?.[0]"
        _reach(person.page, person.page.locator("#r-hand input[tabindex='0']"))
        person.page.keyboard.press("Home")
        for _ in range(person.cards.count()):
            if person.page.evaluate(here) == rank:
                return
            person.page.keyboard.press("ArrowRight")
        raise AssertionError(f"no arrow came to {rank}")


Means: TypeAlias = Finger | Keys
MEANS: Final[dict[str, Means]] = {"touch": Finger(), "keys": Keys()}


def _cards(person: Person, rank: str) -> Locator:
    return person.page.locator(f"#r-hand input[value^='{rank}']")


def _is_in_closed_menu(target: Locator) -> bool:
    """Whether this is in the menu of a phone held sideways, which has to be opened first."""
    target.wait_for(state="attached")
    return bool(target.evaluate("each => !!each.closest('#more') && !each.checkVisibility()"))


def _check_reach(person: Person, target: Locator) -> None:
    if person.size == "desktop" or target.evaluate("element => !!element.closest('p')"):
        return
    target.scroll_into_view_if_needed()
    wide, high = target.evaluate(HIT)
    assert high >= REACH_PX, (person.size, wide, high, str(target))
    assert wide >= NARROW_PX, (person.size, wide, high, str(target))


def _reach(page: Page, target: Locator) -> None:
    """Press Tab until the focus is there."""
    expect(target).to_be_visible()
    element = target.element_handle()
    for _ in range(MOST_TABS):
        way = element.evaluate(WAY)
        if not way:
            assert target.evaluate(SEEN), target.evaluate("element => element.outerHTML")
            return
        if way == "gone":
            element = target.element_handle()
        else:
            page.keyboard.press(way)
    raise AssertionError(f"{MOST_TABS} tabs do not come to {target}")
