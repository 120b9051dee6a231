"""Networks that fail at the worst moment: what a page shows after it, what is sent, and what others see of it."""

import signal

import pytest
from playwright.sync_api import expect

from tests.e2e.playing import Person
from tests.e2e.proxy import Proxy
from tests.e2e.test_connection import BACK_MS, CUT, FILL, wait_for_moves

WATCH_SEAT = """() => {
    window.shown = [];
    new MutationObserver(() => window.shown.push(document.querySelector('#r-seat-0').textContent))
        .observe(document.querySelector('.felt'), {childList: true, subtree: true});
}"""
BACK = "重连中"
MINUTES = 5 * 60 * 1000


@pytest.fixture
def proxy(stack):
    """The line between browser and site."""
    with Proxy(stack.url) as line:
        yield line


@pytest.fixture
def at_table(newcomer, stage):
    """A function that opens a table as somebody, over some line."""

    def come(code, size="phone", *, seat="甲", line=None, asleep=False):
        person = newcomer(size, excused=CUT)
        person.site = line.url if line else person.site
        if asleep:
            person.page.clock.install()
        person.take_seat(stage.session(seat), code)
        return person

    return come


def link(person):
    return person.page.locator("#link-state")


def test_what_is_pressed_offline_is_refused_at_once_and_never_sent(at_table, stage, size):
    code = stage.position("99KK" + FILL, "TT" + FILL, *[FILL] * 4)
    person = at_table(code, size)
    ticked = set(person.take("99"))

    person.page.context.set_offline(True)
    for _ in range(2):
        person.do("play")
        expect(person.refusal()).to_contain_text("没有送出")
    expect(link(person)).to_have_text("没有网络")
    person.photograph("offline")
    if size == "desktop":
        person.page.locator("[name=say]").fill("你好")
        person.page.keyboard.press("Enter")
        expect(person.page.locator("#talk-refusal")).to_contain_text("没有送出")
    person.page.context.set_offline(False)

    expect(link(person)).to_have_text("已连接", timeout=BACK_MS)
    assert person.ticked() == ticked
    assert stage.moves(code) == []
    person.do("play")
    expect(person.cards).to_have_count(2 + len(FILL))
    expect(person.refusal()).to_be_empty()
    assert len(stage.moves(code)) == 1


def test_after_a_lost_answer_the_table_tells_in_every_tab_what_became_of_it(at_table, stage, proxy):
    code = stage.position("9999" + FILL, "TT" + FILL, *[FILL] * 4)
    person = at_table(code, "desktop", line=proxy)
    other = Person(person.page.context.new_page(), proxy.url, person.artifacts, person.size)
    other.go(f"table/{code}/")
    expect(link(other)).to_have_text("已连接")
    kept = set(other.take("9999")[2:])
    other.tick(sorted(other.ticked() - kept))
    person.tick(sorted(set(person.hand()[:4]) - kept))

    proxy.swallow_answers()
    person.do("play")
    wait_for_moves(stage, code, 1)
    proxy.cut()
    expect(person.refusal()).to_contain_text("没有收到回音")
    proxy.mend()

    for tab in (person, other):
        expect(link(tab)).to_have_text("已连接", timeout=BACK_MS)
        expect(tab.cards).to_have_count(2 + len(FILL), timeout=BACK_MS)
    expect(person.refusal()).to_be_empty()
    assert other.ticked() == kept
    assert len(stage.moves(code)) == 1


def test_a_phone_that_slept_for_minutes_shows_the_table_at_once(at_table, stage, proxy, size):
    code = stage.position("99KK" + FILL, "TT" + FILL, *[FILL] * 4, turn=4)
    person = at_table(code, size, line=proxy, asleep=True)
    ticked = set(person.take("9K"))

    proxy.hush()
    stage.act(code, "4 play 4", "5 play 5")
    proxy.mend()
    expect(person.seat(5).locator(".laid b")).to_have_count(0)
    person.page.clock.fast_forward(MINUTES)

    expect(person.seat(5).locator(".laid b")).to_have_text("5", timeout=BACK_MS)
    expect(link(person)).to_have_text("已连接", timeout=BACK_MS)
    assert person.ticked() == ticked


def test_a_silent_line_takes_no_click_and_is_given_up(at_table, stage, proxy):
    code = stage.position("99KK" + FILL, "TT" + FILL, *[FILL] * 4)
    person = at_table(code, line=proxy, asleep=True)
    ticked = set(person.take("99"))

    proxy.hush()
    person.page.clock.run_for(14_000)
    person.do("play")
    expect(person.refusal()).to_contain_text("没有送出")
    person.page.clock.run_for(12_000)
    expect(link(person)).to_have_text("重新连接中…")
    proxy.mend()
    person.page.clock.run_for(9_000)

    expect(link(person)).to_have_text("已连接")
    assert person.ticked() == ticked
    assert stage.moves(code) == []


def test_a_slow_line_sends_each_press_once_and_swallows_no_other_button(at_table, stage, proxy):
    code = stage.position("99KK" + FILL, "TT" + FILL, *[FILL] * 4)
    person = at_table(code, line=proxy)
    person.take("99")

    proxy.slow(3)
    person.do("play")
    person.do("play")
    person.page.locator("button[name=do][value=auto]").click()
    expect(person.refusal()).to_contain_text("还没有回音")

    expect(person.cards).to_have_count(2 + len(FILL))
    assert [move.split()[:2] for move in stage.moves(code)] == [["0", "play"]]


def test_two_buttons_pressed_within_a_double_click_are_both_sent(at_table, stage):
    code = stage.position("99KK" + FILL, "TT" + FILL, *[FILL] * 4)
    person = at_table(code, "desktop", asleep=True)
    person.take("99")
    person.page.clock.pause_at(person.page.evaluate("Date.now() / 1000 + 4"))

    person.page.locator("button[name=do][value=play]").click()
    expect(person.cards).to_have_count(2 + len(FILL))
    person.page.locator("button[name=do][value=auto]").click()

    expect(person.page.locator("button[name=do][value=unauto]")).to_be_visible()


def test_where_no_socket_can_be_had_the_page_is_asked_for_now_and_then(newcomer, stage, proxy):
    proxy.mend(sockets=False)
    code = stage.position("99KK" + FILL, "TT" + FILL, *[FILL] * 4, turn=4)
    person = newcomer("phone", excused=CUT)
    person.site = proxy.url
    person.sign_in_by(stage.session("甲"))
    person.go(f"table/{code}/")
    ticked = set(person.take("9"))
    expect(link(person)).to_have_text("没有实时更新")

    stage.act(code, "4 play 4", "5 play 5")
    expect(person.seat(5).locator(".laid b")).to_have_text("5")
    assert person.ticked() == ticked
    person.do("play")

    expect(person.cards).to_have_count(3 + len(FILL))
    assert stage.moves(code)[2].startswith("0 play 9")
    proxy.mend()
    expect(link(person)).to_have_text("已连接")


def test_a_restart_of_the_server_is_told_and_keeps_ticks_and_seats(at_table, stage, stack):
    code = stage.position("99KK" + FILL, "TT" + FILL, *[FILL] * 4)
    person = at_table(code)
    other = at_table(code, "desktop", seat="乙")
    ticked = set(person.take("9K"))
    expect(other.seat(0).locator(".away")).to_have_count(0)
    other.page.evaluate(WATCH_SEAT)

    old = stack.kill("web", signal.SIGTERM)
    expect(link(person)).to_contain_text("服务器重启")
    person.photograph("restart")
    stack.wait_restarted("web", old)

    for each in (person, other):
        expect(link(each)).to_have_text("已连接")
    assert person.ticked() == ticked
    person.do("play")
    expect(person.refusal()).to_contain_text("一种点数")
    assert not [text for text in other.page.evaluate("window.shown") if BACK in text]


def test_others_see_who_has_gone_and_nothing_of_a_page_that_loads_again(at_table, stage):
    code = stage.position("99KK" + FILL, "TT" + FILL, *[FILL] * 4)
    other = at_table(code, "desktop", seat="乙")
    person = at_table(code)
    badge = other.seat(0).locator(".away")
    expect(badge).to_have_count(0)
    other.page.evaluate(WATCH_SEAT)

    second = person.page.context.new_page()
    second.goto(person.page.url)
    expect(second.locator("#link-state")).to_have_text("已连接")
    person.page.reload()
    second.close()
    stage.act(code, "0 play 99")
    expect(other.seat(0)).to_contain_text("2 张")
    other.page.wait_for_timeout(4_500)
    assert not [text for text in other.page.evaluate("window.shown") if BACK in text]

    address = person.page.url
    person.page.goto("about:blank")
    expect(badge).to_have_text(BACK)
    other.photograph("gone")
    person.page.goto(address)
    expect(badge).to_have_count(0)
