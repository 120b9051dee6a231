"""A turn at the table, from the first look to the cards laid: on every shape of screen, by a finger and by the keyboard alone."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import SHAPES
from tests.e2e.input_methods import MEANS
from tests.e2e.test_connection import BACK_MS, CUT
from tests.e2e.test_look import WIDER, first_cards

FILL = "3456789"
FLOATED = """() => {
    window.floated = [];
    new MutationObserver(changes => changes.forEach(change => change.addedNodes.forEach(
        node => window.floated.push(`${node.className} ${node.textContent}`)))
    ).observe(document.getElementById('calls'), {childList: true});
}"""


@pytest.fixture(params=SHAPES)
def shape(request) -> str:
    """The shape of the screen."""
    return str(request.param)


@pytest.fixture(params=MEANS)
def by(request) -> str:
    """A finger, then the keyboard."""
    return str(request.param)


@pytest.fixture
def seated(newcomer, stage, shape, by):
    """甲, whose turn comes after that of 己; the table's code; and how they press."""
    code = stage.position(
        *("Bs299KK" + FILL, "TT" + FILL, *[FILL] * 3, "44" + FILL), turn=5, seconds=300, bank=60
    )
    person = newcomer(shape, excused=CUT, **MEANS[by].options)
    person.take_seat(stage.session("甲"), code)
    yield person, code, MEANS[by]
    assert person.page.evaluate(WIDER) <= 0


def test_cards_are_sorted_taken_before_the_turn_kept_and_played(seated, stage, by):
    person, code, means = seated
    page = person.page
    page.evaluate(FLOATED)
    means.press(person, page.locator("#settings-open"))
    means.choose(person, "小到大")
    means.press(person, page.locator("#settings [data-close]"))
    expect(page.locator("#settings")).to_be_hidden()
    assert first_cards(person) == "3456789K2sB"

    means.take_one(person, "K")
    assert [card[0] for card in person.ticked()] == ["K"]
    means.press(person, page.locator("#clear"))
    means.take_all(person, "9")
    assert [card[0] for card in person.ticked()] == ["9", "9", "9"]
    stage.act(code, "5 play 4")
    expect(person.controls()).to_contain_text("上牌")
    assert [card[0] for card in person.ticked()] == ["9", "9", "9"]
    person.photograph(f"walk-turn-{by}")
    means.press(person, page.locator("#clear"))
    means.take_one(person, "K")
    means.press(person, person.action("play"))
    expect(person.cards).to_have_count(13)
    expect(person.seat(0).locator(".laid b")).to_have_text("K")
    assert page.evaluate("window.floated") == []  # The cards themselves say a plain play.


def test_who_is_to_act_what_is_left_and_what_was_laid_are_at_hand_and_a_bot_may_take_over(
    seated, stage, by
):
    person, code, means = seated
    page = person.page
    expect(page.locator(".acting")).to_have_attribute("id", "r-seat-5")
    expect(person.status().locator(".clock")).to_have_text(re.compile(r"^[1-3]\d\d$"))
    expect(page.locator("#r-memory")).to_contain_text("外面还剩")

    means.press(person, person.action("auto"))
    expect(person.seat(0)).to_contain_text("托管")
    person.photograph(f"walk-auto-{by}")
    means.press(person, person.action("unauto"))
    expect(person.seat(0)).not_to_contain_text("托管")

    stage.act(code, "5 play 4", *(f"{seat} pass" for seat in range(5)))
    expect(page.locator(".acting")).to_have_attribute("id", "r-seat-5")
    means.press(person, page.locator("#log-open"))
    expect(page.locator("#log-sheet .last-trick .laid b")).to_have_text(["4"])
    means.press(person, page.locator("#log-sheet [data-close]"))
    expect(page.locator("#log-sheet")).to_be_hidden()


def test_one_talks_and_what_is_pressed_without_a_network_is_told_and_kept(seated, stage, by):
    person, code, means = seated
    page = person.page
    if page.locator("#chat-open").is_visible():
        means.press(person, page.locator("#chat-open"))
    means.press(person, page.get_by_role("button", name="打得漂亮！"))
    expect(page.locator(".felt .bubble.seat-0")).to_have_text("打得漂亮！")
    person.photograph(f"walk-talk-{by}")

    stage.act(code, "5 play 444")
    expect(person.action("play")).to_be_visible()
    means.take_all(person, "9")
    page.context.set_offline(True)
    means.press(person, person.action("play"))
    expect(person.refusal()).to_contain_text("没有送出")
    expect(page.locator("#link-state")).to_have_text("没有网络")
    person.photograph(f"walk-offline-{by}")
    page.context.set_offline(False)
    expect(page.locator("#link-state")).to_have_text("已连接", timeout=BACK_MS)
    assert [card[0] for card in person.ticked()] == ["9", "9", "9"]
    means.press(person, person.action("play"))
    expect(person.cards).to_have_count(11)
    assert len(stage.moves(code)) == 2
