"""Axe finds nothing on a phone held sideways and a tablet either, in sheets and dialogs, and on the pages around a match that is over."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import SHAPES
from tests.e2e.test_access import FILL, RESULT, check
from tests.e2e.test_levels_deals import huolong_deal
from tests.e2e.test_replay import WHOLE

SIDEWAYS = (("landscape", "dark"), ("tablet", "light"))
TOUCHED = (("phone", "light"), *SIDEWAYS)
DESKTOP = (("desktop", "dark"),)
ON_EVERY_SHAPE = pytest.mark.parametrize(
    ("shape", "looks"), [("phone", TOUCHED), ("desktop", DESKTOP)], ids=["touched", "desktop"]
)
PAGES = ("", "open/", "open/?game=huolong", "mine/", "watch/", "rules/shengji/", "accounts/login/")
LATER = ("accounts/settings/", "accounts/password/", "records/", "records/fair/")


def look(person, what, looks) -> list[str]:
    """What axe finds on the page as it is, on these shapes of screen, each in a theme."""
    found = []
    for shape, theme in looks:
        person.size = shape
        person.page.set_viewport_size(SHAPES[shape]["viewport"])
        found += check(person, what, theme)
    return found


def test_axe_finds_nothing_sideways_or_on_a_tablet(newcomer, stage, levels):
    person = newcomer("phone")
    found = []
    for path in ("accounts/signup/", "accounts/login/"):
        person.go(path)
        found += look(person, path, SIDEWAYS)
    person.sign_in_by(levels.session("甲"))
    for path in PAGES:
        person.go(path)
        found += look(person, f"player {path}", SIDEWAYS)

    code = levels.table("huolong")
    person.take_seat(levels.session("甲"), code)
    found += look(person, "waiting", SIDEWAYS)
    levels.begin(code, huolong_deal(), "0 show 3S @12", "-1 close @156")
    person.go(f"table/{code}/")
    expect(person.cards).to_have_count(45)
    found += look(person, "levels", SIDEWAYS)
    person.go(f"table/{stage.between(result=RESULT, dues=[['burn', 1, 0]])}/")
    expect(person.result()).to_contain_text("第 1 局结果")
    found += look(person, "result", SIDEWAYS)
    assert not found, "\n".join(found)


@ON_EVERY_SHAPE
def test_axe_finds_nothing_in_sheets_and_dialogs(newcomer, stage, shape, looks):
    person = newcomer(shape)
    page = person.page
    code = stage.position("BBss22AAKKQ" + FILL, "TT" + FILL, *[FILL] * 4, turn=4)
    stage.act(code, "4 play 4", "5 play 5", *(f"{seat} pass" for seat in (0, 1, 2, 3, 4)))
    person.take_seat(stage.session("甲"), code)
    person.take("A")
    found = look(person, "turn of another", looks)
    if page.locator("#chat-open").is_visible():
        page.locator("#chat-open").click()
    page.get_by_role("button", name="打得漂亮！").click()
    expect(page.locator("#talk-lines > li")).to_have_count(1)
    page.evaluate(
        "document.querySelector('#chat-open').checkVisibility() && document.querySelector('#chat-open').click()"
    )
    found += look(person, "chat", looks)
    for dialog in ("settings", "keys"):
        page.evaluate("name => document.getElementById(name).showModal()", dialog)
        found += look(person, dialog, looks)
        page.keyboard.press("Escape")
    page.evaluate("document.getElementById('log-open').click()")
    expect(page.locator("#log-sheet .last-trick .laid b")).to_have_text(["4", "5"])
    found += look(person, "log", looks)
    page.keyboard.press("Escape")
    if ("landscape", "dark") in looks:
        person.size = "landscape"
        page.set_viewport_size(SHAPES["landscape"]["viewport"])
        page.locator("#more-open").click()
        expect(page.locator("#more")).to_be_visible()
        found += check(person, "menu", "dark")
    assert not found, "\n".join(found)


@ON_EVERY_SHAPE
def test_axe_finds_nothing_around_a_match_that_is_over(newcomer, stage, shape, looks):
    person = newcomer(shape)
    code = stage.record(WHOLE)
    person.sign_in_by(stage.session("甲"))
    found = []
    replay = f"records/{stage.number(code)}/?m=40&seat=all"
    pages = {"replay": replay, "fair at": f"records/fair/{code}/", **{path: path for path in LATER}}
    for what, path in pages.items():
        person.go(path)
        found += look(person, what, looks)
    assert not found, "\n".join(found)
