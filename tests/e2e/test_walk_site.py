"""From the lobby to a seat, beside a table, and through a finished match: on every shape of screen, by a finger or by the
keyboard alone."""

import re
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from tests.e2e.test_look import WIDER

FILL = "3456789"
ZONE = "Asia/Kathmandu"
"""Like no other: five hours and three quarters."""
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
    means.press(person, page.get_by_role("link", name="规则：经典", include_hidden=True))
    expect(page.get_by_role("heading", name="够级规则")).to_be_visible()
    fits(person)
    page.go_back()
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


@pytest.mark.parametrize(
    "walker",
    [("phone", "keys"), ("landscape", "touch"), ("tablet", "touch"), ("desktop", "keys")],
    ids="-".join,
    indirect=True,
)
def test_a_player_is_matched_by_rules_and_keeps_a_language_and_a_time_zone(walker, stage, finished):
    person, means, by = walker
    page = person.page
    person.sign_in_by(stage.session(f"设{person.size[:5]}{by[:1]}"))
    person.go()
    means.pick(person, "规则", "攉龙 · 大同")
    means.press(person, person.button("快速匹配"))
    page.wait_for_url("**/table/**")
    expect(page.locator(".seat .name", has_text="设")).not_to_have_count(0)
    expect(person.controls()).to_contain_text("补机器人马上开打")
    means.press(person, person.action("leave"))
    expect(person.action("leave")).to_have_count(0)

    person.go()
    means.press(person, page.locator(".who .me"))
    means.pick(person, "时区", ZONE)
    means.pick(person, "语言", "English")
    fits(person)
    person.photograph(f"walk-settings-{by}")
    means.press(person, person.button("保存"))
    for _ in range(2):
        expect(page.locator("html")).to_have_attribute("lang", "en")
        page.reload()
    expect(page.get_by_label("Time zone").locator("option:checked")).to_have_text(ZONE)
    expect(page.get_by_label("Language").locator("option:checked")).to_have_text("English")
    person.go(f"records/{finished}/")
    here = page.locator(".about time")
    at = datetime.fromisoformat(here.get_attribute("datetime") or "")
    assert at.utcoffset() == ZoneInfo(ZONE).utcoffset(at.replace(tzinfo=None))
    expect(here).to_have_text(f"{at:%Y-%m-%d %H:%M}")


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
    for kind, part in (("文本", "\nruleset gouji:tournament\n"), ("JSON", '"ruleset": "gouji:')):
        with page.expect_download() as downloaded:
            means.press(person, page.get_by_role("link", name=f"下载牌谱（{kind}）"))
        assert part in downloaded.value.path().read_text()
    means.press(person, page.get_by_role("link", name="办法写在这里"))
    expect(page.get_by_role("heading", name="说白了")).to_be_visible()
    fits(person)
