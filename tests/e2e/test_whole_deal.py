"""A deal of Gouji against five bots."""

import re

from playwright.sync_api import expect

PLAIN_ANSWERS = ("stay", "headless", "done", "decline")
MOST_STEPS = 400
LONG_MS = 240_000
"""A deal between bots on a busy machine."""
I_LEAD = """
ruleset gouji(games=1)
chance deal 4444444444444444A2 3 3 3 3 3 | 0
"""
"""Nobody else has 4s to show for the lead 上班, so 甲 leads the first trick: 甲 plays, whatever the bots do."""


def answer(person, state, number):
    """What a quick player does: no to every offer, every other time a pass, else what the hint says."""
    for value in PLAIN_ANSWERS:
        if value in state["does"]:
            return value
    if "pass" in state["does"] and ("play" not in state["does"] or number % 2):
        return "pass"
    verb = person.hint()
    return verb if verb in state["does"] else "play"


def play_on(person, until):
    """Play through the page until a condition of its state holds; the buttons that were pressed."""
    page, state = person.page, person.state()
    pressed: list[str] = []
    for number in range(MOST_STEPS):
        if until(state, number):
            return pressed
        if state["asks"]:
            pressed.append(answer(person, state, number))
            state = person.step(state, pressed[-1])
        else:
            page.wait_for_function(
                "() => document.querySelector('#r-controls.asks, #r-result:not([hidden])')"
            )
            state = person.state()
        assert state["refusal"] == ""
    raise AssertionError(f"still not at the end after {MOST_STEPS} steps")


def test_quick_start_seats_me_bots_fill_the_table_and_cards_are_dealt(visitor):
    visitor.quick_start()

    expect(visitor.page.locator(".seat .count")).to_have_count(6)
    expect(visitor.page.locator(".seat .bot")).to_have_count(5)
    expect(visitor.page.locator("#link-state")).to_have_text("已连接")
    visitor.photograph("dealt")


def test_a_whole_deal_to_its_result_with_a_reload_in_the_middle_and_another_one(visitor, stage):
    page = visitor.page
    code = stage.record(I_LEAD)
    visitor.take_seat(stage.session("甲"), code)
    stage.bots(code)
    if visitor.size == "desktop":
        visitor.do("quiet")
        expect(visitor.button("烧牌要问我")).to_be_visible()

    pressed = play_on(visitor, lambda state, number: state["over"] or number >= 12)
    visitor.photograph("middle")
    hand = visitor.hand()
    page.reload()
    assert visitor.hand() == hand
    expect(page.locator("#link-state")).to_have_text("已连接")
    if visitor.size == "desktop":
        visitor.do("auto")  # what a phone does from here to the end, a desktop would do alike
    else:
        pressed += play_on(visitor, lambda state, _: state["over"])
    assert {"stay", "done", "pass", "play"} <= set(pressed)

    expect(visitor.result().locator("ol li")).to_have_count(6, timeout=LONG_MS)
    places = visitor.result().locator("ol b").all_inner_texts()
    assert places == ["头科", "二科", "三科", "四科", "二落", "大落"]
    expect(visitor.result()).to_contain_text(re.compile(r"蓝方胜|红方胜|两边打平"))
    expect(visitor.result().locator(".scores").first).to_contain_text("本局")
    visitor.photograph("result")

    expect(visitor.action("ready")).to_have_text("再来一局")
    visitor.do("ready")
    expect(visitor.result()).to_be_hidden()
    expect(visitor.cards).to_have_count(36)
