"""Times as somebody abroad reads them, from the first page on."""

from datetime import datetime
from zoneinfo import ZoneInfo

import httpx
import pytest
from playwright.sync_api import expect

from gouji_site.embedded.stack import wait_until
from tests.e2e.test_replay import WHOLE

ABROAD = "America/New_York"
NEITHER = "Asia/Tokyo"


@pytest.fixture(scope="module")
def recorded(stack, stage):
    """The session of somebody who has played a match to its end, whose record is there."""
    stage.record(WHOLE)
    session = stage.session("甲")
    cookies = {"sessionid": session}
    pages = [f"{stack.url}{address}" for address in ("records/", "mine/")]
    wait_until(
        lambda: all("<time" in httpx.get(page, cookies=cookies).text for page in pages),
        60,
        "write the record",
    )
    return session


def read_times(page, zone):
    """The times that a page shows, and what they are by a clock of that zone."""
    shown = page.locator("time").all()
    assert shown
    for each in shown:
        at = datetime.fromisoformat(each.get_attribute("datetime")).astimezone(ZoneInfo(zone))
        form = "%Y-%m-%d %H:%M" if "-" in each.text_content() else "%H:%M"
        expect(each).to_have_text(at.strftime(form))


@pytest.mark.parametrize("address", ["records/", "mine/"])
def test_the_first_page_shows_times_by_the_browsers_clock_and_so_does_every_other(
    newcomer, recorded, either, address
):
    person = newcomer(either, timezone_id=ABROAD)
    person.sign_in_by(recorded)
    person.go(address)
    read_times(person.page, ABROAD)
    person.page.reload()
    assert person.page.locator("body").get_attribute("data-zone") == ABROAD
    read_times(person.page, ABROAD)


def test_a_browser_that_does_not_say_where_it_is_reads_times_by_its_clock(
    newcomer, recorded, either
):
    person = newcomer(either, timezone_id="UTC")
    person.sign_in_by(recorded)
    for _ in range(2):
        person.go("records/")
        read_times(person.page, "UTC")


def test_what_comes_to_the_first_page_later_shows_the_same_clock(newcomer, recorded, either):
    person = newcomer(either, timezone_id=ABROAD)
    person.sign_in_by(recorded)
    person.go("records/")
    read_times(person.page, ABROAD)
    person.page.evaluate(
        "() => document.querySelector('main').insertAdjacentHTML('beforeend',"
        " '<p><time datetime=\"2026-03-01T20:30:00+08:00\">20:30</time></p>')"
    )
    expect(person.page.locator("time").last).to_have_text("07:30")


def test_a_zone_that_was_chosen_counts_before_the_browsers_from_the_first_page_on(
    newcomer, recorded, either
):
    person = newcomer(either, timezone_id=ABROAD)
    person.sign_in_by(recorded)
    choose(person, NEITHER)
    person.page.context.clear_cookies(name="zone")
    person.go("records/")
    person.page.wait_for_function("() => document.cookie.includes('zone=')")
    read_times(person.page, NEITHER)
    choose(person, "")  # Others use this account.


def choose(person, zone):
    """Choose a time zone in the settings, none for the browser's."""
    person.go("accounts/settings/")
    person.page.locator("[name=time_zone]").select_option(zone)
    person.page.locator("main form").get_by_role("button").first.click()
    expect(person.page.locator(".messages")).to_be_visible()
