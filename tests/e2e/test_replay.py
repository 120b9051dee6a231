"""A finished match in the browser: stepping, playing by itself, looking into hands, checking the deals."""

import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from games.engine.core.records import write_record
from games.engine.registry import game_of
from tests.e2e.test_connection import CUT
from tests.engine.walks import walk

RECORDED = Path(__file__).parents[1] / "recorded"
WHOLE = (RECORDED / "gouji" / "whole_tournament.txt").read_text()
LONG_MS = 240_000
"""A deal between bots on a busy machine."""


@pytest.fixture(scope="module")
def finished(stage):
    """The code of a table where three deals of Gouji have been played to the end."""
    return stage.record(WHOLE)


def drawn_match():
    """A match of Shengji in which nobody ever shows, so that no clock matters; as a record's text."""
    game = game_of("shengji(no_show=kitty)")
    *_, moment = walk(game, random.Random(3), 99)
    return write_record(str(game.ruleset), moment.entries)


def to_replay(person, stage, code):
    """From the table where it ended to the replay, as the one who sat in seat 0."""
    person.sign_in_by(stage.session("甲"))
    person.go(f"table/{code}/")
    if person.page.locator("#more-open").is_visible():
        person.page.locator("#more-open").click()
    person.page.get_by_role("link", name="看回放").click()
    expect(person.page.locator("#play")).to_be_visible()
    person.page.wait_for_load_state()  # a key that is pressed before the page's script is there is lost


def move(person):
    """The move that the page shows."""
    link = person.page.locator("#r-bar").get_attribute("data-link")
    return int(re.search(r"m=(\d+)", link or "")[1])  # type: ignore[index]


def expect_moved(person, before):
    """Wait until the page shows another move; the one it shows."""
    person.page.wait_for_function(
        "before => !document.querySelector('#r-bar').dataset.link.includes(`m=${before}&`)"
        " && location.search === document.querySelector('#r-bar').dataset.link",
        arg=before,
    )
    return move(person)


def test_one_steps_on_and_back_without_the_page_being_loaded_anew(visitor, stage, finished):
    page = visitor.page
    to_replay(visitor, stage, finished)
    page.evaluate("window.kept = true")
    expect(page.locator(".held")).to_have_count(1)
    expect(page.locator(".held b")).to_have_count(36)
    assert move(visitor) == 1
    visitor.photograph("replay-own")

    seen = [1]
    for _ in range(3):
        page.locator("#on").click()
        seen.append(expect_moved(visitor, seen[-1]))
    assert seen == sorted(set(seen))
    page.locator("#back").click()
    assert expect_moved(visitor, seen[-1]) == seen[-2]
    assert page.evaluate("window.kept")

    page.reload()
    assert move(visitor) == seen[-2]

    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=visitor.site)
    page.locator("#copy").click()
    expect(visitor.button("已复制")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.url


def test_the_keyboard_steps_plays_and_keeps_its_place(newcomer, stage, finished):
    person = newcomer("desktop")
    page = person.page
    to_replay(person, stage, finished)
    page.keyboard.press("ArrowRight")
    second = expect_moved(person, 1)
    page.keyboard.press("ArrowLeft")
    assert expect_moved(person, second) == 1
    page.keyboard.press("PageDown")
    dealt = expect_moved(person, 1)
    expect(page.locator("#r-bar label")).to_contain_text("第 2 局")

    page.locator("#on").focus()
    page.keyboard.press("Enter")
    expect_moved(person, dealt)
    expect(page.locator("#on")).to_be_focused()

    page.locator("#speed").select_option(label="快速")
    page.locator("body").click(position={"x": 2, "y": 2})
    page.keyboard.press(" ")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "true")
    at = move(person)
    expect_moved(person, expect_moved(person, at))
    page.keyboard.press(" ")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")


def test_a_step_without_a_line_says_that_it_was_lost_until_one_arrives(newcomer, stage, finished):
    person = newcomer("phone", excused=CUT)
    page = person.page
    to_replay(person, stage, finished)
    page.context.set_offline(True)
    page.locator("#on").click()
    expect(page.locator("#lost")).to_contain_text("没有网络，这一步没有翻过去")
    assert move(person) == 1
    person.photograph("replay-lost")
    page.context.set_offline(False)
    page.locator("#on").click()
    expect_moved(person, 1)
    expect(page.locator("#lost")).to_be_hidden()


def test_it_plays_by_itself_to_the_end_and_stops_there(newcomer, stage, finished):
    person = newcomer("phone")
    page = person.page
    to_replay(person, stage, finished)
    last = int(page.locator("#r-bar [name=m]").get_attribute("max") or 0)
    person.go(f"{page.url.split('?')[0].removeprefix(person.site)}?m={last - 3}&seat=all")
    page.locator("#speed").select_option(label="快速")
    page.locator("#play").click()
    expect(page.locator("#on[aria-disabled]")).to_be_visible()
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#r-result")).to_be_visible()
    assert move(person) == last
    person.photograph("replay-end")


def test_all_hands_are_looked_into_and_events_are_jumped_to(visitor, stage, finished):
    page = visitor.page
    to_replay(visitor, stage, finished)
    page.get_by_role("link", name="全部手牌").click()
    expect(page.locator(".held")).to_have_count(6)
    expect(page.locator(".held b")).to_have_count(216)
    visitor.photograph("replay-all", whole=True)

    page.evaluate("window.kept = true")
    event = page.locator(".contents details[open] a", has_text="够级").first
    there = int(re.search(r"m=(\d+)", event.get_attribute("href") or "")[1])  # type: ignore[index]
    event.click()
    assert expect_moved(visitor, 1) == there
    assert page.evaluate("window.kept")
    expect(page.locator(".seat.on-top .laid em")).to_contain_text("够级")
    visitor.photograph("replay-event")

    page.locator("#r-bar [name=m]").focus()
    page.keyboard.press("ArrowRight")
    expect_moved(visitor, there)
    page.get_by_role("link", name="不看手牌").click()
    expect(page.locator(".held")).to_have_count(0)


@pytest.mark.parametrize("shape", ["phone", "landscape", "tablet"])
def test_it_fits_the_screen_and_the_finger(newcomer, stage, finished, shape):
    person = newcomer(shape)
    page = person.page
    to_replay(person, stage, finished)
    page.get_by_role("link", name="全部手牌").click()
    page.locator(".contents details[open] a", has_text="够级").nth(3).click()
    expect_moved(person, 1)
    person.photograph("replay")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    small = """() => [...document.querySelectorAll('main :is(a, button, select, summary, input:not([type=hidden]))')]
        .filter(each => each.checkVisibility({visibilityProperty: true}))
        .filter(each => !each.closest('p:not(.ways)') && each.getBoundingClientRect().height < 44)
        .map(each => each.outerHTML.slice(0, 90))"""
    assert page.evaluate(small) == []


def test_without_script_every_step_is_a_link(newcomer, stage, finished):
    person = newcomer("phone", java_script_enabled=False)
    page = person.page
    person.sign_in_by(stage.session("甲"))
    person.go(f"table/{finished}/")
    page.get_by_role("link", name="看回放").click()
    page.locator("#on").click()
    second = move(person)
    assert second > 1
    page.locator("#back").click()
    assert move(person) == 1
    page.get_by_role("link", name="全部手牌").click()
    expect(page.locator(".held")).to_have_count(6)
    expect(page.locator("#auto")).to_be_hidden()


def test_a_match_played_here_can_be_checked_by_who_played_it(newcomer):
    visitor = newcomer("phone")
    page = visitor.page
    visitor.quick_start()
    page.locator(".sealed summary").click()
    committed = page.locator(".sealed code").inner_text()
    assert re.fullmatch("[0-9a-f]{64}", committed)
    page.get_by_role("link", name="这是什么").click()
    expect(page.locator(".proof code").first).to_have_text(committed)
    visitor.photograph("fair-table")
    page.get_by_role("link", name="回牌桌").click()
    visitor.do("auto")
    expect(visitor.result()).to_be_visible(timeout=LONG_MS)

    page.get_by_role("link", name="看回放").click()
    expect(page.locator(".verdict.holds")).to_contain_text("验牌通过")
    proof = page.locator("#check")
    expect(proof.locator("code").nth(0)).to_have_text(committed)
    expect(proof.locator("li code")).to_have_text(re.compile("[0-9a-f]{32}"))
    proof.scroll_into_view_if_needed()
    visitor.photograph("replay-check")

    page.get_by_role("link", name="办法写在这里").click()
    expect(page.get_by_role("heading", name="说白了")).to_be_visible()
    visitor.photograph("fair", whole=True)
    visitor.go("records/")
    page.get_by_role("link", name="看回放").click()
    expect(page.locator("#play")).to_be_visible()
    page.go_back()
    visitor.photograph("records")


def test_a_player_writes_their_own_salt_or_the_browser_draws_one(newcomer, stage):
    person = newcomer("phone")
    page = person.page
    person.take_seat(stage.session("甲"), stage.record(WHOLE))
    field = page.get_by_label("洗牌口令")
    with page.expect_request("**/act/") as first:
        person.do("ready")
    assert re.search("salt=[0-9a-f]{32}", first.value.post_data or "")
    expect(field).to_have_count(0)

    person.do("unready")
    field.fill("好牌来")
    with page.expect_request("**/act/") as second:
        person.do("ready")
    assert second.value.post_data_json["salt"] == "好牌来"
    expect(field).to_have_count(0)
    person.do("unready")


def test_the_other_games_are_replayed_too(visitor, stage):
    code = stage.record(drawn_match())
    to_replay(visitor, stage, code)
    page = visitor.page
    page.get_by_role("link", name="全部手牌").click()
    page.locator(".contents details[open] a", has_text="扣底").first.click()
    expect_moved(visitor, 1)
    expect(page.locator(".held b")).to_have_count(48)
    expect(visitor.status()).to_contain_text("轮到")
    visitor.photograph("replay-shengji")
