"""The table stands still: nothing that is pressed, shown or asked moves the page, and what may be pressed is in sight."""

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.e2e.input_methods import MEANS
from tests.e2e.levels_stage import deal_of
from tests.e2e.test_connection import CUT
from tests.e2e.test_levels_deals import SHENGJI_HANDS, SHENGJI_KITTY

SMALL = {"viewport": {"width": 320, "height": 640}}
PHONE = {"viewport": {"width": 360, "height": 780}}
SIDEWAYS = {"viewport": {"width": 844, "height": 390}}
RANKS = "BBss2222AAAKKKQQJJTTTT998877665543"
FILL = "3456789"
NO_WILD = "AAAAKKKKQQQQQJJJJTTTT99998888777" + "3333"
OPENING = """
ruleset gouji(games=1)
chance deal 44443333AKQJT98765432B 3 3 3 3 3 | 0
"""
OUT_OF_SIGHT = """() => ({
    scrolled: Math.round(scrollY),
    low: [...document.querySelectorAll('#r-controls button')].filter(each => {
        const box = each.getBoundingClientRect();
        const on = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return each.offsetParent && (box.top < 0 || box.bottom > innerHeight || !each.contains(on));
    }).map(each => each.value),
})"""
IN_SIGHT = {"scrolled": 0, "low": []}
PLACES = """() => Object.fromEntries(['.felt', '.below', '#r-hand', '#r-controls', '.buttons'].map(each => {
    const box = document.querySelector(each).getBoundingClientRect();
    return [each, [Math.round(box.x), Math.round(box.y)]];
}))"""
LAID = """seat => [...document.querySelectorAll(`#r-seat-${seat} .laid > b`)].map(card => {
    const { x, y, right } = card.getBoundingClientRect();
    return [Math.round(x), Math.round(y), Math.round(right)];
})"""
CUT_OFF = """() => {
    const line = document.getElementById('r-status').getBoundingClientRect();
    const note = document.querySelector('#r-status small').getBoundingClientRect();
    const clip = document.querySelector('#r-status .words').getBoundingClientRect();
    return note.bottom > Math.min(line.bottom, clip.bottom) + 1 || note.right > clip.right + 1;
}"""
COVERED = """() => [...document.querySelectorAll('.top button, .felt .sit')].filter(each => {
    const { x, y, width, height } = each.getBoundingClientRect();
    const corners = [[3, height / 2], [width - 3, height / 2], [width / 2, 3], [width / 2, height - 3]];
    return each.offsetParent && corners.some(([dx, dy]) => !each.contains(document.elementFromPoint(x + dx, y + dy)));
}).map(each => each.id || each.value)"""
NEWEST = """() => {
    const log = document.getElementById('r-log').getBoundingClientRect();
    const last = document.querySelector('#r-log li:last-child').getBoundingClientRect();
    return last.bottom <= log.bottom + 1 && last.top >= log.top - 1;
}"""


@pytest.mark.parametrize("shape", [PHONE, SIDEWAYS], ids=["phone", "sideways"])
def test_what_an_opening_asks_lies_in_sight_and_no_tap_scrolls_the_page(newcomer, stage, shape):
    person = newcomer("phone", **shape)
    code = stage.record(OPENING)
    person.take_seat(stage.session("甲"), code)
    assert person.page.evaluate(OUT_OF_SIGHT) == IN_SIGHT
    for value, asked in (("stay", "done"), ("done", "play")):
        person.action(value).tap()
        expect(person.action(value)).to_be_hidden()
        assert person.page.evaluate(OUT_OF_SIGHT) == IN_SIGHT, value
        stage.act(code, *(f"{seat} {value}" for seat in range(1, 6)))
        expect(person.action(asked)).to_be_visible()
        assert person.page.evaluate(OUT_OF_SIGHT) == IN_SIGHT, asked
    person.action("hint").tap()
    expect(person.page.locator("input[name=c]:checked").first).to_be_attached()
    assert person.page.evaluate(OUT_OF_SIGHT) == IN_SIGHT
    person.photograph(f"opening-{shape['viewport']['width']}")


@pytest.mark.parametrize("shape", [SMALL, PHONE, SIDEWAYS], ids=["small", "phone", "sideways"])
def test_who_may_charge_sees_their_hand_and_their_offers_and_the_sets_lie_in_one_row(
    newcomer, stage, shape
):
    person = newcomer("phone", **shape)
    text = f"ruleset gouji:charge\nchance deal {NO_WILD} 3 3 BBBB2222AAA3 3 3 | 1\n0 revolt\n"
    code = stage.record(text)
    stage.act(code, *(f"{seat} stay" for seat in range(1, 6)))
    person.take_seat(stage.session("甲"), code)
    expect(person.controls()).to_contain_text("冲点")
    assert person.page.evaluate(OUT_OF_SIGHT) == IN_SIGHT
    hand, controls = person.page.locator("#r-hand").bounding_box(), person.controls().bounding_box()
    assert hand
    assert controls
    assert hand["y"] + hand["height"] <= controls["y"] + 1
    person.photograph(f"charge-offers-{shape['viewport']['width']}")
    stage.act(code, "0 charge QQQQQ KKKK AAAA")
    cards = person.page.locator("#r-seat-0 .laid > b")
    expect(cards).to_have_count(13)
    person.photograph(f"charge-of-13-{shape['viewport']['width']}")
    places = person.page.evaluate(LAID, 0)
    assert len({y for _, y, _ in places}) == 1
    assert 0 <= places[0][0] < places[-1][2] <= shape["viewport"]["width"]
    if shape is PHONE:
        steps = [after[0] - card[0] for card, after in pairwise(places)]
        assert min(steps) >= 13, "a rank is as wide"


@pytest.mark.parametrize("size", ["phone", "tablet", "desktop"])
def test_neither_my_turn_nor_a_ticked_card_moves_felt_hand_or_buttons(newcomer, stage, size):
    person = newcomer(size)
    code = stage.position(RANKS, "AA" + FILL, *[FILL] * 4, turn=1, ruleset="gouji(hold_threes=off)")
    person.take_seat(stage.session("甲"), code)
    still = person.page.evaluate(PLACES)
    if size == "tablet":
        assert still[".buttons"][1] > 900, "the table takes the room there is"
    still.pop(".buttons")
    stage.act(code, "1 play AA")
    expect(person.action("burn")).to_be_visible()
    expect(person.status()).to_have_attribute("data-turn", "轮到你了")
    asked = person.page.evaluate(PLACES)
    if size != "desktop":
        assert {name: asked[name] for name in still} == still
    for rank in "2A":
        person.page.locator(f"input[name=c][value^='{rank}']").first.check(force=True)
        expect(person.page.locator("#clear")).to_be_visible()
        assert person.page.evaluate(PLACES) == asked
    person.photograph("burn-ticked")


@pytest.fixture
def bidden(newcomer, levels):
    """A function: somebody with a browser who has buried the kitty and leads."""

    def sit(size, **shape):
        person = newcomer(size, **shape)
        code = levels.table("shengji(draw_pace=0.2,show_grace=3)")
        person.take_seat(levels.session("甲"), code)
        deal = deal_of(SHENGJI_HANDS, SHENGJI_KITTY)
        levels.begin(code, deal, "0 show 3S @9", "-1 close @48", "0 bury KHKDTD5D4D2D")
        expect(person.action("play")).to_be_visible()
        return person, code

    return sit


def test_cards_laid_at_four_seats_move_neither_felt_nor_hand_and_the_points_are_whole(
    bidden, levels
):
    person, code = bidden("phone")
    before = person.page.evaluate(PLACES)
    levels.act(code, "0 play QC")
    expect(person.seat(0).locator(".laid > b")).to_have_count(1)
    after = person.page.evaluate(PLACES)
    assert (before[".felt"], before["#r-hand"]) == (after[".felt"], after["#r-hand"])
    long = "words => document.querySelector('#r-status .words > span').textContent = words"
    person.page.evaluate(long, "轮到 一个很长的名字 跟牌")
    assert not person.page.evaluate(CUT_OFF)
    person.photograph("points")


def test_the_newest_line_beside_the_table_stays_in_sight_when_the_room_changes(bidden):
    person, _ = bidden("desktop")
    for height in (1200, 800, 1080, 700):
        person.page.set_viewport_size({"width": 1280, "height": height})
        person.page.wait_for_function(NEWEST)


def test_chat_beside_the_table_is_high_enough_for_a_finger_where_the_screen_is_touched(
    newcomer, stage
):
    person = newcomer("tablet", viewport={"width": 1180, "height": 820})
    person.take_seat(stage.session("甲"), stage.position(RANKS, "TT" + FILL, *[FILL] * 4, turn=1))
    person.photograph("talk-touched")
    buttons = person.page.locator("#chat .tab, #chat .phrases button, #chat .send")
    heights = buttons.evaluate_all("bs => bs.map(b => b.offsetHeight).filter(Boolean)")
    assert heights
    assert min(heights) >= 44


@pytest.mark.parametrize(
    ("shape", "many"),
    [(SMALL, 8), (PHONE, 8), (SIDEWAYS, 8), (SMALL, 12), (PHONE, 12)],
    ids=["small", "phone", "sideways", "small-12", "phone-12"],
)
def test_a_round_of_many_cards_does_not_stretch_the_felt_over_the_hand(
    newcomer, stage, shape, many
):
    person = newcomer("phone", **shape)
    hands = ("4" * many, "5" * many, "6" * many, FILL, "B2" + "7" * (many - 2))
    code = stage.position(RANKS, *(f"{hand}9A" for hand in hands), turn=1)
    person.take_seat(stage.session("甲"), code)
    still = person.page.evaluate(PLACES)
    stage.act(code, *(f"{seat} play {hands[seat - 1]}" for seat in (1, 2, 3)), "4 pass")
    stage.act(code, f"5 play {hands[4]}")
    expect(person.seat(5).locator(".laid > b")).to_have_count(many)
    person.photograph(f"cards-laid-{many}-{shape['viewport']['width']}")
    assert person.page.evaluate(PLACES)["#r-hand"] == still["#r-hand"]
    assert person.page.evaluate(OUT_OF_SIGHT) == IN_SIGHT


@pytest.mark.parametrize("shape", [SMALL, PHONE], ids=["small", "phone"])
def test_neither_a_lost_line_nor_a_refusal_lies_over_what_may_be_pressed(newcomer, stage, shape):
    person = newcomer("phone", excused=CUT, **shape)
    person.take_seat(stage.session("甲"), stage.open("乙"))
    assert person.page.evaluate(COVERED) == []
    words = "桌主刚请你离开了这张桌子，十分钟以后才能再坐，可以先旁观或换一桌。"
    person.refusal().evaluate("(line, words) => line.textContent = words", words)
    person.page.context.set_offline(True)
    expect(person.page.locator("body.offline")).to_be_attached()
    line = "line => { line.textContent = line.dataset.restart; line.classList.add('wait'); }"
    person.page.locator("#link-state").evaluate(line)
    assert person.page.evaluate(COVERED) == []
    person.photograph(f"refused-waiting-{shape['viewport']['width']}")


@pytest.mark.parametrize("shape", [PHONE, SIDEWAYS], ids=["phone", "sideways"])
def test_a_seldom_pressed_button_leaves_the_table_in_sight(newcomer, stage, shape):
    person = newcomer("phone", **shape)
    person.take_seat(stage.session("甲"), stage.position(RANKS, "TT" + FILL, *[FILL] * 4))
    MEANS["touch"].press(person, person.action("auto"))
    expect(person.action("unauto")).to_be_visible()
    expect(person.action("leave")).to_be_visible(visible=shape is PHONE)
    assert person.page.evaluate(OUT_OF_SIGHT) == IN_SIGHT
