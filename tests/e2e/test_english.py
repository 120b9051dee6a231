"""The site in English on a phone: the switch, the pages, and that longer words break nothing."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

RECORDED = Path(__file__).parent.parent / "recorded"
STATES = {
    "choices": "ruleset gouji(games=1)\nchance deal AAAAKKKKQQQQQJJJJTTTT99998888777333 3 3 3 3 3 | 0\n",
    "burn": "gouji/burn_succeeded.txt",
    "tribute": "gouji/whole_charge.txt",
    "result": "gouji/places_135.txt",
    "trumps": "shengji/clock_0_1_3.txt",
}
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
CUT = """() => [...document.querySelectorAll('button, .button, .status .words')]
    .filter(each => each.offsetParent && each.scrollWidth > each.clientWidth + 1
        && getComputedStyle(each).textOverflow !== 'ellipsis' && getComputedStyle(each).overflowX !== 'visible')
    .map(each => each.textContent.trim())"""


@pytest.fixture
def reader(newcomer):
    """Somebody with an English phone, 360 pixels wide."""
    return newcomer("phone", locale="en-GB")


def stands(person, name):
    """Nothing sticks out of the page and no button's words are cut; a picture is kept."""
    person.photograph(f"english-{name}", whole=True)
    assert person.page.evaluate(OVERFLOW) <= 0, name
    assert person.page.evaluate(CUT) == [], name


def test_the_pages_of_a_newcomer_fit_a_phone_and_the_switch_changes_them(reader):
    page = reader.page
    for path in (
        "",
        "accounts/login/",
        "accounts/signup/",
        "watch/",
        "rules/gouji/",
        "records/fair/",
    ):
        reader.go(path)
        expect(page.locator("html")).to_have_attribute("lang", "en")
        stands(reader, path.strip("/").replace("/", "-") or "lobby")
    page.get_by_role("button", name="中文").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    page.get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    reader.go()
    reader.button("Play now as a guest").click()
    page.wait_for_url("**/table/**")
    expect(page.locator("#link-state")).to_have_text("Connected")
    expect(reader.cards).to_have_count(36)
    stands(reader, "quick")
    for path in ("open/", "accounts/settings/", "accounts/keep/", "mine/"):
        reader.go(path)
        stands(reader, path.strip("/").replace("/", "-"))


@pytest.mark.parametrize("state", STATES)
def test_a_table_fits_a_phone_and_hears_its_news_in_english(reader, stage, state):
    written = STATES[state]
    record = (RECORDED / written).read_text() if written.endswith(".txt") else written
    code = stage.record(record)
    reader.sign_in_by(stage.session("甲"))
    reader.go(f"table/{code}/")
    expect(reader.page.locator("#link-state")).to_have_text("Connected")
    stands(reader, f"table-{state}")


def test_news_over_the_socket_comes_in_the_language_of_the_page(reader, newcomer, stage):
    code = stage.record(STATES["choices"])
    other = newcomer("desktop")
    other.take_seat(stage.session("乙"), code)
    reader.sign_in_by(stage.session("甲"))
    reader.go(f"table/{code}/")
    expect(reader.page.locator("#link-state")).to_have_text("Connected")
    expect(reader.status()).to_contain_text("Does anybody revolt?")
    stage.act(code, *(f"{seat} stay" for seat in range(6)))
    expect(reader.status()).to_contain_text("Declare and show")
    expect(other.status()).to_contain_text("宣点和上班")
    assert reader.page.evaluate("document.cookie").find("zone=") >= 0
