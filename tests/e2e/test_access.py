"""For whoever sees, hears or holds things otherwise: axe finds nothing, and everything is done by keyboard alone."""

import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.e2e.playing import Person
from tests.e2e.stage import SETTLED
from tests.e2e.test_gouji_shown import dealt
from tests.e2e.test_levels_deals import huolong_deal

FILL = "3456789"
STRANGERS = ("", "rules/gouji/", "watch/", "accounts/login/", "accounts/signup/")
PLAYERS = ("", "open/", "open/?game=shengji", "mine/")
THEMES = ("light", "dark")
IN = {"phone": "light", "desktop": "dark"}
"""The theme of a page on these shapes; on the others it is seen in the other one (``test_access_shapes``)."""
RESULT = {**SETTLED, "opened": [True] * 6}
AXE = Axe()
VIOLATIONS = "axe.run({resultTypes: ['violations']}).then(found => found.violations)"
FOCUS = "() => document.activeElement.value || document.activeElement.id"


def check(person: Person, what: str, *themes: str) -> list[str]:
    """What axe finds on the page as it is, in these themes or in both."""
    found = []
    for theme in themes or THEMES:
        person.page.evaluate("theme => prefs.set('theme', theme)", theme)
        if not person.page.evaluate("'axe' in window"):
            person.page.evaluate(AXE.axe_script)
        found += [
            f"{what} {theme}: {violation['id']} {node['html'][:160]} {node['failureSummary'][:300]}"
            for violation in person.page.evaluate(VIOLATIONS)
            for node in violation["nodes"]
        ]
    person.photograph(f"axe-{re.sub(r'[^a-z]+', '-', what).strip('-') or 'lobby'}-{theme}")
    return found


def test_axe_finds_nothing_on_the_pages_before_the_table(newcomer, stage, size):
    person = newcomer(size)
    found = []
    for path in STRANGERS:
        person.go(path)
        found += check(person, path, IN[size])
    person.sign_in_by(stage.session("甲"))
    for path in PLAYERS:
        person.go(path)
        assert "login" not in person.page.url
        found += check(person, f"player {path}", IN[size])
    assert found == []


def test_axe_finds_nothing_at_a_table_that_waits_plays_and_is_done(newcomer, stage, levels, size):
    person = newcomer(size)
    found = []
    person.take_seat(levels.session("甲"), levels.table("shengji"))
    found += check(person, "waiting")

    code = stage.position("BBss22AAKKQ" + FILL, "TT" + FILL, *[FILL] * 4, turn=5)
    stage.act(code, "5 play 4")
    person.take_seat(stage.session("甲"), code)
    person.take("A")
    found += check(person, "play")
    person.page.locator("#settings-open").click()
    found += check(person, "settings")
    person.page.keyboard.press("Escape")

    code = levels.table("huolong")
    levels.begin(code, huolong_deal(), "0 show 3S @12", "-1 close @156")
    person.go(f"table/{code}/")
    expect(person.cards).to_have_count(45)
    found += check(person, "levels")

    person.go(f"table/{stage.record(dealt('gouji:charge') + '0 revolt')}/")
    found += check(person, "charge")
    person.go(f"table/{stage.between(result=RESULT, dues=[['burn', 1, 0], ['place', 3, 2, 1]])}/")
    expect(person.result()).to_contain_text("第 1 局结果")
    found += check(person, "result")
    assert found == []


def test_axe_would_find_a_picture_without_words(newcomer):
    person = newcomer("phone")
    person.go()
    person.page.evaluate("document.querySelector('.brand img').removeAttribute('alt')")
    assert any("image-alt" in each for each in check(person, "spoiled"))


def test_a_trick_is_played_by_keyboard_alone_and_no_update_takes_the_focus(newcomer, stage):
    person = newcomer("desktop")
    press, page = person.page.keyboard.press, person.page
    code = stage.position("9KK" + FILL, "TTT" + FILL, *[FILL] * 4, turn=5)
    person.take_seat(stage.session("甲"), code)

    press("c")
    assert page.evaluate(FOCUS)[0] == "K"
    press("ArrowRight")
    assert page.evaluate(FOCUS)[0] == "9"
    press("a")
    assert {card[0] for card in person.ticked()} == {"9"}
    assert len(person.ticked()) == 2
    press("Escape")
    assert person.ticked() == set()
    press("ArrowUp")
    here = page.evaluate(FOCUS)
    press("Space")
    assert person.ticked() == {here}
    press("End")
    assert page.evaluate(FOCUS)[0] == "3"
    press("Home")
    press("ArrowRight")
    before = page.evaluate(FOCUS)

    stage.act(code, "5 play 4")
    expect(person.controls()).to_contain_text("上牌")
    assert page.evaluate(FOCUS) == before
    press("Escape")
    press("Space")
    press("Enter")
    expect(person.cards).to_have_count(9)
    assert page.evaluate(FOCUS) in person.hand()
    expect(page.locator("#say")).to_contain_text("上牌")

    stage.act(code, "1 play T", *(f"{seat} pass" for seat in (2, 3, 4, 5)))
    expect(person.controls().locator("[value=pass]")).to_be_visible()
    person._pause()
    press("p")
    expect(person.log()).to_contain_text("甲 过牌")


def test_the_keys_are_told_and_can_be_switched_off(newcomer, stage):
    person = newcomer("desktop")
    press, page = person.page.keyboard.press, person.page
    code = stage.position("9KK" + FILL, "TTT" + FILL, *[FILL] * 4, turn=5)
    person.take_seat(stage.session("甲"), code)
    press("?")
    expect(page.locator("#keys")).to_be_visible()
    person.photograph("keys")
    press("Escape")
    press("s")
    expect(page.locator("#settings")).to_be_visible()
    page.locator("#settings [data-pref=keys]").uncheck()
    press("Escape")
    press("?")
    expect(page.locator("#keys")).to_be_hidden()
    expect(page.locator("#settings")).to_be_hidden()
