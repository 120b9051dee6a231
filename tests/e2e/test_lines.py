"""Lines that are slow or dead, and pages that nobody looks at: at the table, in the lobby, in a replay."""

import re
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from tests.e2e.proxy import Proxy
from tests.e2e.test_connection import BACK_MS, CUT, FILL
from tests.e2e.test_reconnect import MINUTES, link
from tests.e2e.test_replay import expect_moved, to_replay
from tests.e2e.test_walk_site import WHOLE

SLOW_3G = {
    "offline": False,
    "latency": 400,
    "downloadThroughput": 50_000,
    "uploadThroughput": 50_000,
}
"""Milliseconds, and bytes a second."""
LOOKED_AT = """hidden => {
    Object.defineProperty(document, 'hidden', {configurable: true, get: () => hidden});
    Object.defineProperty(document, 'visibilityState', {configurable: true, get: () => hidden ? 'hidden' : 'visible'});
    document.dispatchEvent(new Event('visibilitychange'));
}"""
FLOATED = """() => {
    window.floated = 0;
    new MutationObserver(() => (window.floated += 1)).observe(document.getElementById('calls'), {childList: true});
}"""
ONLINE = "dispatchEvent(new Event('online'))"


@pytest.fixture
def proxy(stack):
    """The line between browser and site."""
    with Proxy(stack.url) as line:
        yield line


def test_over_slow_3g_a_table_comes_up_and_a_play_is_made_once(newcomer, stage):
    person = newcomer("phone")
    code = stage.position("99KK" + FILL, "TT" + FILL, *[FILL] * 4)
    wire = person.page.context.new_cdp_session(person.page)
    wire.send("Network.enable")
    wire.send("Network.emulateNetworkConditions", SLOW_3G)
    person.take_seat(stage.session("甲"), code)
    person.take("99")
    person.do("play")
    expect(person.cards).to_have_count(2 + len(FILL))
    stage.act(code, "1 play TT")
    expect(person.seat(1).locator(".laid b")).to_have_count(2)
    assert len(stage.moves(code)) == 2


def test_a_tab_hidden_for_minutes_is_right_when_it_is_looked_at_and_repeats_no_call(
    newcomer, stage, proxy, either
):
    person = newcomer(either, excused=CUT)
    page = person.page
    person.site = proxy.url
    page.clock.install()
    code = stage.position("99KK" + FILL, "TT" + FILL, *[FILL] * 4, turn=4)
    person.take_seat(stage.session("甲"), code)
    ticked = set(person.take("9K"))
    page.evaluate(FLOATED)
    page.evaluate(LOOKED_AT, True)
    asleep = page.evaluate("Date.now()") + 2_000
    page.clock.pause_at(asleep / 1000)

    proxy.hush()
    stage.act(code, "4 play 4", "5 play 5")
    proxy.mend()
    page.clock.set_system_time((asleep + MINUTES) / 1000)
    page.evaluate(LOOKED_AT, False)
    page.clock.resume()

    expect(person.seat(5).locator(".laid b")).to_have_text("5", timeout=BACK_MS)
    expect(link(person)).to_have_text("已连接", timeout=BACK_MS)
    assert person.ticked() == ticked
    assert page.evaluate("window.floated") == 0


@contextmanager
def never_answered(page, asked):
    """What is asked for meanwhile goes into a line that is gone, of which the browser does not hear."""
    gone = True
    page.route(asked, lambda route: None if gone else route.fallback())
    with page.expect_request(asked):
        yield
    gone = False


def look_again(page):
    page.evaluate(LOOKED_AT, True)
    page.evaluate(LOOKED_AT, False)


def test_the_lobby_is_right_at_once_when_the_network_is_back_or_one_looks_again(
    newcomer, stage, either
):
    person = newcomer(either, excused=(*CUT, "htmx:sendAbort"))
    page = person.page
    person.sign_in_by(stage.session("来客线"))
    page.clock.install()
    person.go()
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
    for name, back in (
        ("店主线一", lambda: page.evaluate(ONLINE)),
        ("店主线二", lambda: look_again(page)),
    ):
        with never_answered(page, "**/?game=**"):
            page.clock.run_for(4_000)
        code = stage.open(name)
        back()
        expect(page.locator(f"#go-{code}")).to_be_visible()


def test_a_step_of_a_replay_that_a_dead_line_swallowed_is_taken_when_the_network_is_back(
    newcomer, stage, either
):
    person = newcomer(either, excused=(*CUT, "htmx:sendAbort"))
    page = person.page
    to_replay(person, stage, stage.record(WHOLE))
    with never_answered(page, re.compile(r"/records/\d+/\?m=")):
        page.locator("#on").click()
    page.evaluate(ONLINE)
    second = expect_moved(person, 1)
    page.locator("#on").click()
    assert expect_moved(person, second) > second
