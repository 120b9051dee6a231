"""The last trick and the whole log, over the table or as a page."""

from playwright.sync_api import expect

FILL = "3456789"

AT_THE_END = """() => {
    const log = document.getElementById('r-log');
    return log.scrollHeight - log.clientHeight - log.scrollTop <= 2 && log.scrollHeight > log.clientHeight;
}"""
"""Whether the log is longer than its place, and the newest line in sight."""


def test_the_last_trick_opens_over_the_table_and_closes_again(newcomer, stage, size):
    code = stage.position("99KK" + FILL, "TT" + FILL, *[FILL] * 4, turn=4)
    stage.act(code, "4 play 4", "5 play 5", "0 pass", "1 pass", "2 pass", "3 pass", "4 pass")
    person = newcomer(size)
    person.take_seat(stage.session("甲"), code)
    sheet = person.page.locator("#log-sheet")

    person.page.locator("#log-open").click()
    expect(sheet).to_be_visible()
    expect(sheet.locator(".last-trick .laid b")).to_have_text(["4", "5"])
    expect(sheet.locator(".last-trick")).to_contain_text("没出")
    person.photograph("last-trick")
    sheet.get_by_role("button", name="好了").click()
    expect(sheet).to_be_hidden()
    expect(person.cards).to_have_count(4 + len(FILL))


def test_the_log_opens_over_the_table_with_all_that_was_told_since_the_deal(visitor):
    visitor.quick_start()
    visitor.page.locator("#log-open").click()
    expect(visitor.page.locator("#log-sheet .whole-log")).to_contain_text("第 1 局发牌")
    visitor.photograph("log-sheet")


def test_without_script_the_log_is_a_page(newcomer, stage):
    code = stage.position("99KK" + FILL, "TT" + FILL, *[FILL] * 4)
    person = newcomer("phone", java_script_enabled=False)
    person.sign_in_by(stage.session("甲"))
    person.go(f"table/{code}/")
    person.page.locator("#log-open").click()
    expect(person.page.get_by_role("heading", name="牌局记录")).to_be_visible()
    expect(person.page.get_by_role("link", name="回牌桌")).to_be_visible()


def test_beside_the_table_the_newest_line_stays_in_sight_unless_one_reads_older_ones(
    newcomer, stage
):
    person = newcomer("desktop")
    code = stage.position("QQ3456789", "TT3456789", *["JJ3456789"] * 4, turn=1)
    person.take_seat(stage.session("甲"), code)
    stage.act(code, "1 play 3", "2 play 4", "3 play 5", "4 play 6", "5 play 7")
    expect(person.controls()).to_contain_text("上牌")
    expect(person.log().locator("li")).to_have_count(5)
    assert person.page.evaluate(AT_THE_END)
    person.photograph("log-beside")

    person.log().hover()
    person.page.mouse.wheel(0, -900)
    person.page.wait_for_function("() => document.getElementById('r-log').scrollTop === 0")
    person.take("8")
    person.do("play")
    expect(person.log()).to_contain_text("甲 上牌 8")
    assert not person.page.evaluate(AT_THE_END)

    person.log().hover()
    person.page.mouse.wheel(0, 900)
    person.page.wait_for_function(AT_THE_END)
    stage.act(code, "1 pass")
    expect(person.log()).to_contain_text("乙 过牌")
    assert person.page.evaluate(AT_THE_END)
