"""When the connection is cut, or the site's web process dies."""

import time

import pytest
from playwright.sync_api import expect

from tests.e2e.proxy import Proxy

CUT = (
    "net::ERR_",
    "WebSocket connection to",
    "htmx:sendError",
    "htmx:afterRequest",
    "[object Event]",
)
FILL = "3456789"
BACK_MS = 6_000
"""About two seconds on a quiet machine."""


@pytest.fixture
def proxy(stack):
    """The cable between browser and site."""
    with Proxy(stack.url) as cable:
        yield cable


def at_table(person, stage, code, site, seat="甲"):
    """Somebody looks at a prepared table from this seat, over an address of the test's own."""
    person.site = site
    person.take_seat(stage.session(seat), code)


def test_a_cut_connection_shows_and_the_page_is_right_again_soon_after(
    newcomer, size, stage, proxy
):
    person = newcomer(size, excused=CUT)
    code = stage.position("99" + FILL, "TT" + FILL, *[FILL] * 4, turn=1)
    at_table(person, stage, code, proxy.url)
    link = person.page.locator("#link-state")

    proxy.cut()
    expect(link).to_have_text("重新连接中…")
    person.photograph("cut")
    stage.act(code, "1 play TT")
    proxy.mend()

    expect(link).to_have_text("已连接", timeout=BACK_MS)
    expect(person.seat(1)).to_contain_text("2 张", timeout=BACK_MS)


def test_an_action_pressed_while_cut_is_told_so_and_later_played_once(newcomer, stage, proxy):
    person = newcomer("phone", excused=CUT)
    code = stage.position("99" + FILL, "TT" + FILL, *[FILL] * 4)
    at_table(person, stage, code, proxy.url)
    person.take("99")

    proxy.cut()
    person.do("play")
    expect(person.refusal()).to_contain_text("再点一次")
    person.do("play")
    assert len(person.ticked()) == 2
    proxy.mend()
    expect(person.page.locator("#link-state")).to_have_text("已连接")
    assert stage.moves(code) == []
    person.do("play")

    expect(person.cards).to_have_count(len(FILL))
    assert [move.split()[:2] for move in stage.moves(code)] == [["0", "play"]]


def test_a_play_whose_answer_was_lost_is_seen_to_be_played_without_a_socket_too(
    newcomer, stage, proxy
):
    person = newcomer("desktop", excused=CUT)
    code = stage.position("9999" + FILL, "TT" + FILL, *[FILL] * 4)
    at_table(person, stage, code, proxy.url)
    person.take("99")

    proxy.swallow_answers()
    person.do("play")
    wait_for_moves(stage, code, 1)
    proxy.cut()
    expect(person.refusal()).to_contain_text("再点一次")
    proxy.mend(sockets=False)

    expect(person.cards).to_have_count(2 + len(FILL))
    expect(person.refusal()).to_be_empty()
    assert len(stage.moves(code)) == 1
    proxy.mend()
    expect(person.page.locator("#link-state")).to_have_text("已连接")


def wait_for_moves(stage, code, number):
    deadline = time.monotonic() + 10
    while len(stage.moves(code)) < number:
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_after_the_web_process_was_killed_the_page_comes_back_by_itself(newcomer, stage, stack):
    person = newcomer("desktop", excused=CUT)
    code = stage.position("99" + FILL, "TT" + FILL, *[FILL] * 4, turn=1)
    at_table(person, stage, code, stack.url)
    link = person.page.locator("#link-state")

    old = stack.kill("web")
    expect(link).to_have_text("重新连接中…")
    stage.act(code, "1 play TT")
    stack.wait_restarted("web", old)

    expect(link).to_have_text("已连接")
    expect(person.seat(1)).to_contain_text("2 张")
