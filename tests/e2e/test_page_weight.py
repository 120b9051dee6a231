"""What the table costs on the wire, and a page that comes up or comes back."""

import re

from playwright.sync_api import expect

from tests.e2e.test_connection import CUT
from tests.e2e.test_reconnect import link
from tests.e2e.test_reconnect import proxy as proxy  # noqa: PLC0414 -- the line of these tests

FIRST_LOAD = 200_000
FILES = 7
"""The page, what it is styled with, before it is drawn and after, and its picture, which browsers may ask for twice."""
FRAME = 8_000
FILL = "3456789"
MARK = "() => document.querySelectorAll('[id^=r-]').forEach(region => (region.marked = true))"
FRESH = "() => [...document.querySelectorAll('[id^=r-]')].filter(each => !each.marked).map(each => each.id)"


def test_the_first_load_of_a_table_is_under_200_kb_and_a_frame_under_8(
    newcomer, stage, size, artifacts
):
    person = newcomer(size)
    page = person.page
    ranks = "BBss2222AAAAKKKKQQQQJJJTTT9988776543"
    code = stage.record(f"ruleset gouji(games=1)\nchance deal {ranks} 3 3 3 3 3 | 0")
    person.sign_in_by(stage.session("甲"))
    frames: list[int] = []
    received: list[float] = []
    asked: list[str] = []
    page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda data: frames.append(len(encoded(data)))),
    )
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    page.on("request", lambda request: asked.append(request.url))
    wire.on("Network.loadingFinished", lambda done: received.append(done["encodedDataLength"]))

    person.go(f"table/{code}/")
    expect(page.locator("#link-state")).to_have_text("已连接")
    expect(person.cards).to_have_count(36)
    page.wait_for_load_state("networkidle")
    assert len(asked) <= FILES, asked
    stage.act(code, *(f"{seat} stay" for seat in range(6)), *(f"{seat} done" for seat in range(6)))
    expect(person.controls()).to_contain_text("轮到你发牌")
    taken = person.take("KK")
    person.do("play")
    expect(person.cards).to_have_count(34)
    assert taken

    words = f"first load {sum(received):.0f} bytes, largest of {len(frames)} frames {max(frames)}\n"
    (artifacts / f"page-weight-{size}.txt").write_text(words)
    assert sum(received) < FIRST_LOAD
    assert max(frames) < FRAME


def test_what_a_page_shows_already_is_not_put_on_it_again(newcomer, stage, proxy):
    person = newcomer("phone", excused=CUT)
    person.site = proxy.url
    code = stage.position("99KK" + FILL, "TT" + FILL, *[FILL] * 4, turn=4)
    person.take_seat(stage.session("甲"), code)
    ticked = set(person.take("9"))
    expect(person.seat(4)).to_have_class(re.compile("acting"))
    person.page.evaluate(MARK)

    proxy.cut()
    stage.act(code, "4 play 4")
    proxy.mend()
    expect(link(person)).to_have_text("已连接")
    expect(person.seat(4).locator(".laid b")).to_have_text("4")

    fresh = set(person.page.evaluate(FRESH))
    assert fresh >= {"r-seat-4", "r-seat-5", "r-version", "r-status"}
    assert not fresh & {"r-seat-1", "r-seat-2", "r-seat-3", "r-hand", "r-tools", "r-result"}
    assert person.ticked() == ticked


def encoded(data):
    return data.encode() if isinstance(data, str) else data
