"""The table as its player likes it: order, rows, type and colours; the hand under a finger; the clock on the seat."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import SHAPES
from tests.e2e.test_levels_deals import huolong_deal

RANKS = "BBss2222AAAKKKQQJJTTTTT998877665543"
MORE = "BBBsss2222AAAAKKKQQQJJJTTTTT9998887766554433"
"""Every rank, as after a tribute."""
FILL = "3456789"
TASTES: tuple[dict[str, object], ...] = (
    {},
    {"theme": "dark", "felt": "blue", "four": True},
    {"big": True, "felt": "wine"},
    {"big": True, "rows": "two"},
    {"rows": "one", "sort": "low", "theme": "dark"},
    {"rows": "two", "back": "red"},
    {"big": True, "rows": "one"},
)
CLIPPED = """() => [...document.querySelectorAll('#r-hand label')]
    .filter(card => card.scrollWidth > card.clientWidth).map(card => card.textContent)"""
WIDER = "() => document.documentElement.scrollWidth - innerWidth"
OFF = """() => {
    const hand = document.getElementById('r-hand');
    const shown = [...hand.querySelectorAll('label, :scope > div > button')].filter(each => each.offsetParent);
    const small = shown.filter(each => {
        const box = each.getBoundingClientRect();
        if (each.matches('label')) return box.width < 24 || box.height < 24;
        return innerWidth < 1000 && Math.max(box.width, box.height) < 44 || Math.min(box.width, box.height) < 24;
    });
    const below = hand.closest('.below').getBoundingClientRect().bottom + scrollY;
    return {
        small: small.map(each => each.textContent),
        sideways: Math.max(0, hand.scrollWidth - hand.clientWidth),
        under: Math.max(0, Math.round(below - document.documentElement.clientHeight - 1)),
    };
}"""
"""What of a hand is too small for a finger, and by how many pixels it does not fit beside its buttons."""
WHOLE = {"small": [], "sideways": 0, "under": 0}


def likes(person, taste) -> None:
    """A browser that keeps this taste from before."""
    person.page.evaluate("taste => localStorage.setItem('prefs', taste)", json.dumps(taste))
    person.page.reload()
    expect(person.page.locator("#link-state")).to_have_text("已连接")


@pytest.mark.parametrize("shape", SHAPES)
def test_no_card_is_clipped_and_nothing_is_wider_than_the_screen_in_any_taste(
    newcomer, stage, shape
):
    person = newcomer(shape)
    code = stage.position(RANKS, "TT" + FILL, *[FILL] * 4)
    person.take_seat(stage.session("甲"), code)
    for taste in TASTES:
        likes(person, taste)
        expect(person.cards).to_have_count(len(RANKS))
        person.photograph(f"taste-{'-'.join(map(str, taste.values())) or 'plain'}")
        assert person.page.evaluate(CLIPPED) == [], taste
        assert person.page.evaluate(WIDER) <= 0, taste
        assert person.page.evaluate(OFF) == WHOLE, taste


@pytest.mark.parametrize("shape", SHAPES)
def test_a_hand_of_forty_four_fits_and_grows_again_as_it_is_played(newcomer, stage, shape):
    person = newcomer(shape)
    code = stage.position(MORE, "TT" + FILL, *[FILL] * 4)
    person.take_seat(stage.session("甲"), code)
    for taste in ({}, {"big": True}):
        likes(person, taste)
        expect(person.cards).to_have_count(len(MORE))
        person.photograph(f"hand-of-44{'-big' if taste else ''}")
        assert person.page.evaluate(CLIPPED) == [], taste
        assert person.page.evaluate(OFF) == WHOLE, taste
    size = "() => parseInt(document.querySelector('.below').style.getPropertyValue('--size'))"
    tight = person.page.evaluate(size)
    person.page.get_by_role("button", name="10 5张").click()
    person.do("play")
    expect(person.cards).to_have_count(len(MORE) - 5)
    assert person.page.evaluate(OFF) == WHOLE
    assert person.page.evaluate(size) >= tight


def test_thirteen_ranks_of_forty_cards_have_counts_as_wide_as_a_finger(newcomer, stage):
    person = newcomer("phone")
    hand = "22AAAAKKKKQQJJJTTTTTT9888777665554443333"
    person.take_seat(stage.session("甲"), stage.position(hand, "TT" + FILL, *[FILL] * 4))
    widths = person.page.locator("#r-hand > div > button").evaluate_all(
        "counts => counts.map(count => count.offsetWidth)"
    )
    assert min(widths) >= 44
    assert person.page.evaluate(OFF) == WHOLE


def first_cards(person) -> str:
    """The rank of each group of the hand, in the order shown."""
    groups = person.page.locator("#r-hand > div")
    return "".join(groups.evaluate_all("gs => gs.map(g => g.querySelector('input').value[0])"))


def test_the_hand_is_sorted_as_chosen_in_the_settings_and_still_so_after_a_reload(newcomer, stage):
    person = newcomer("phone")
    code = stage.position("BK2" + FILL, "TT" + FILL, *[FILL] * 4, turn=5)
    person.take_seat(stage.session("甲"), code)
    assert first_cards(person) == "B2K9876543"
    ticked = set(person.take("9"))
    person.page.locator("#settings-open").click()
    person.page.get_by_label("小到大").check()
    person.page.get_by_label("四色花").check()
    person.page.get_by_label("深色").check()
    person.page.locator("#settings [data-close]").click()
    assert first_cards(person) == "3456789K2B"
    assert person.ticked() == ticked

    stage.act(code, "5 play 4")
    expect(person.controls()).to_contain_text("上牌")
    assert first_cards(person) == "3456789K2B"
    assert person.ticked() == ticked
    person.page.reload()
    assert first_cards(person) == "3456789K2B"
    for name in ("dark", "four", "sort-low"):
        assert name in person.page.evaluate("document.documentElement.className").split()


def test_a_tap_on_the_count_takes_the_rank_and_jokers_and_twos_are_offered_beside(
    newcomer, stage, size
):
    person = newcomer(size)
    page = person.page
    code = stage.position("Bs299KK" + FILL, "TT" + FILL, *[FILL] * 4)
    person.take_seat(stage.session("甲"), code)
    flower, money = page.get_by_role("button", name="+花"), page.get_by_role("button", name="+钱")
    expect(flower).to_be_hidden()
    page.get_by_role("button", name="9 3张").click()
    assert sorted(card[0] for card in person.ticked()) == ["9", "9", "9"]
    flower.click()
    assert sorted(card[0] for card in person.ticked()) == ["9", "9", "9", "s"]
    flower.click()
    expect(flower).to_be_hidden()
    money.click()
    expect(money).to_be_hidden()
    assert sorted(card[0] for card in person.ticked()) == ["2", "9", "9", "9", "B", "s"]
    expect(page.locator("button[value=play]")).to_have_text("出牌 6 张")
    person.photograph("offered")
    person.do("play")
    expect(person.cards).to_have_count(2 + 6)


def test_the_ring_runs_round_the_limit_and_then_round_the_bank(newcomer, stage, size):
    person = newcomer(size)
    page = person.page
    page.clock.install()
    code = stage.position("99" + FILL, "TT" + FILL, *[FILL] * 4, turn=1, seconds=300, bank=60)
    person.take_seat(stage.session("甲"), code)
    clock = page.locator("#r-status .clock")
    expect(page.locator(".acting")).to_have_attribute("id", "r-seat-1")
    part = "() => Number(getComputedStyle(document.querySelector('.acting .plate')).getPropertyValue('--left'))"
    page.clock.fast_forward(150_000)
    expect(clock).to_have_text(re.compile(r"^1[345]\d$"))
    assert 0.4 < page.evaluate(part) < 0.55
    assert not person.page.locator(".table.banking").count()

    page.clock.fast_forward(165_000)
    expect(clock).to_have_text(re.compile(r"^\+[34]\d$"))
    expect(page.locator(".table.banking .acting")).to_be_visible()
    assert 0.4 < page.evaluate(part) < 0.9
    person.photograph("bank")


def test_who_is_played_for_sees_one_big_button_that_takes_the_seat_back(newcomer, stage, size):
    person = newcomer(size)
    code = stage.position("99" + FILL, "TT" + FILL, *[FILL] * 4, turn=1)
    person.take_seat(stage.session("甲"), code)
    person.do("auto")
    back = person.button("我来打")
    expect(back).to_be_visible()
    expect(person.seat(0)).to_contain_text("托管")
    box = back.bounding_box()
    assert box
    assert box["height"] >= 60
    person.photograph("auto")
    person.do("unauto")
    expect(back).to_be_hidden()


HUOLONG_TASTES: tuple[dict[str, object], ...] = (
    {},
    {"by": "ranks", "theme": "dark"},
    {"big": True, "sort": "low", "felt": "blue"},
)


@pytest.mark.parametrize("shape", SHAPES)
def test_a_huolong_hand_of_forty_five_is_whole_in_any_taste(newcomer, levels, shape):
    person = newcomer(shape)
    code = levels.table("huolong")
    person.take_seat(levels.session("甲"), code)
    levels.begin(code, huolong_deal(), "0 show 3S @12", "-1 close @156")
    expect(person.cards).to_have_count(45)
    for taste in HUOLONG_TASTES:
        likes(person, taste)
        expect(person.cards).to_have_count(45)
        person.photograph(f"huolong-{'-'.join(map(str, taste.values())) or 'plain'}")
        assert person.page.evaluate(CLIPPED) == [], taste
        assert person.page.evaluate(WIDER) <= 0, taste
        assert person.page.evaluate(OFF) == WHOLE, taste
    shown = "gs => gs.map(g => g.querySelector('button').textContent)"
    groups = person.page.locator("#r-hand > div").evaluate_all(shown)
    assert groups[0].startswith("主")
