"""From the lobby to a seat, beside a table, and through a finished match: on every shape of screen, by a finger or by the
keyboard alone."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.test_look import WIDER

FILL = "3456789"
WHOLE = (Path(__file__).parents[1] / "recorded" / "gouji" / "whole_tournament.txt").read_text()


def fits(person) -> None:
    """Nothing is wider than the screen."""
    assert person.page.evaluate(WIDER) <= 0, person.page.url


def test_a_table_is_looked_for_opened_kept_free_of_a_stranger_and_filled_in_either_language(
    walker, stage
):
    person, means, by = walker
    page = person.page
    person.go()
    for words, code in (("English", "en"), ("中文", "zh-Hans")):
        means.press(person, page.get_by_role("button", name=words))
        expect(page.locator("html")).to_have_attribute("lang", code)
        fits(person)
    for chip in ("够级", "比赛"):
        means.press(person, page.locator(".chips").get_by_role("link", name=chip))
    expect(page.locator('.chips [aria-current="true"]')).to_have_text(["够级", "比赛"])
    person.photograph(f"walk-lobby-{by}")

    means.press(person, page.get_by_role("link", name="开一桌"))
    means.choose(person, "经典")
    means.choose(person, "私人桌")
    fits(person)
    person.photograph(f"walk-form-{by}")
    means.press(person, person.button("开桌入座"))
    page.wait_for_url("**/table/**")
    expect(page.locator("#link-state")).to_have_text("已连接")
    means.press(person, page.locator(".sealed summary"))
    expect(page.locator(".sealed code")).to_have_text(re.compile("^[0-9a-f]{64}$"))
    stage.sit(page.url.rstrip("/").rsplit("/", 1)[1], "己", 4)
    means.press(person, person.button("请离"))
    expect(person.seat(4)).not_to_contain_text("己")
    means.press(person, person.action("bots"))
    expect(page.locator(".seat .bot")).to_have_count(5)
    fits(person)
    person.photograph(f"walk-waiting-{by}")
    means.press(person, person.action("ready"))
    expect(person.cards).to_have_count(36)

    person.go("mine/")
    fits(person)
    means.press(person, page.get_by_role("link", name="回到我的牌桌").first)
    expect(person.cards).to_have_count(36)


@pytest.fixture(scope="module")
def finished(stage) -> int:
    """The number of a match of Gouji that was played to its end."""
    return int(stage.number(stage.record(WHOLE)))


def test_one_watches_without_a_way_to_act_walks_through_what_is_over_and_has_its_deals_checked(
    walker, stage, finished
):
    person, means, by = walker
    page = person.page
    code = stage.position("99" + FILL, "TT" + FILL, *[FILL] * 4)
    person.go("watch/")
    fits(person)
    means.press(person, page.locator(f"#watch-{code}"))
    expect(page.locator("#link-state")).to_have_text("已连接")
    expect(person.seat(0).locator(".count")).to_contain_text("9")
    assert page.locator("input[name=c], button[name=do], form#act").count() == 0
    fits(person)
    person.photograph(f"walk-watching-{by}")

    person.go(f"records/{finished}/")
    expect(page.locator("#play")).to_be_visible()
    bar = page.locator("#r-bar")
    first = bar.get_attribute("data-link") or ""
    means.press(person, page.locator("#on"))
    expect(bar).not_to_have_attribute("data-link", first)
    means.press(person, page.get_by_role("link", name="全部手牌"))
    expect(page.locator(".held")).to_have_count(6)
    means.press(person, page.locator(".contents details[open] a", has_text="够级").first)
    expect(page.locator(".seat.on-top .laid em")).to_contain_text("够级")
    fits(person)
    person.photograph(f"walk-replay-{by}")
    expect(page.locator(".verdict")).to_be_visible()
    means.press(person, page.get_by_role("link", name="办法写在这里"))
    expect(page.get_by_role("heading", name="说白了")).to_be_visible()
    fits(person)
