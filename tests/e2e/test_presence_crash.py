"""Who is here, when the web process that knew it is killed."""

import os
import signal
from contextlib import contextmanager

from playwright.sync_api import expect

from tests.e2e.test_connection import BACK_MS, CUT, FILL

STALE, AWAY = 46, 61
"""Seconds after which nobody takes a seat's holder for here, and then for one who is coming back."""


@contextmanager
def web_process_dead(stack):
    """Kill -9 the web process; it stays dead while this lasts, and is back afterwards."""
    supervisor = stack.state.supervisor
    os.kill(supervisor, signal.SIGSTOP)
    try:
        old = stack.kill("web")
        yield
    finally:
        os.kill(supervisor, signal.SIGCONT)
    stack.wait_restarted("web", old)


def test_after_the_web_process_was_killed_those_who_are_here_are_told_from_those_who_have_gone(
    newcomer, stage, stack
):
    code = stage.position("99" + FILL, "TT" + FILL, *[FILL] * 4)
    stays, goes, reads = (newcomer(size, excused=CUT) for size in ("phone", "desktop", "tablet"))
    for person, name in ((stays, "甲"), (goes, "乙"), (reads, "丙")):
        person.take_seat(stage.session(name), code)
    away = [reads.seat(number).locator(".away") for number in range(4)]
    for number in range(3):
        expect(away[number]).to_have_count(0)
    expect(away[3]).to_have_text("离开")

    with web_process_dead(stack):
        expect(stays.page.locator("#link-state")).to_have_text("重新连接中…")
        goes.page.goto("about:blank")
        stage.age(code, STALE)

    for person in (stays, reads):
        expect(person.page.locator("#link-state")).to_have_text("已连接")
        expect(person.seat(1).locator(".away")).to_have_text("重连中")
        for number in (0, 2):
            expect(person.seat(number).locator(".away")).to_have_count(0)
    reads.photograph("presence-after-crash")
    stage.age(code, AWAY, 1)
    expect(away[1]).to_have_text("离开")
    expect(away[0]).to_have_count(0)

    goes.go(f"table/{code}/")
    expect(goes.page.locator("#link-state")).to_have_text("已连接", timeout=BACK_MS)
    expect(away[1]).to_have_count(0)
