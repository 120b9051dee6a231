"""A deal of Gouji against five bots."""

from playwright.sync_api import expect


def test_quick_start_seats_me_bots_fill_the_table_and_cards_are_dealt(visitor):
    visitor.quick_start()

    expect(visitor.page.locator(".seat .count")).to_have_count(6)
    expect(visitor.page.locator(".seat .bot")).to_have_count(5)
    expect(visitor.page.locator("#link-state")).to_have_text("已连接")
    visitor.photograph("dealt")
