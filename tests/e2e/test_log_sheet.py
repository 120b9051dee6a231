"""The last trick and the whole log, over the table or as a page."""

from playwright.sync_api import expect

FILL = "3456789"


def test_the_last_trick_opens_over_the_table_and_closes_again(newcomer, stage, size):
    code = stage.position("99KK" + FILL, "TT" + FILL, *[FILL] * 4, turn=4)
    stage.act(code, "4 play 4", "5 play 5", "0 pass", "1 pass", "2 pass", "3 pass", "4 pass")
    person = newcomer(size)
    person.sit_down(stage.session("甲"), code)
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
