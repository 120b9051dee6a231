"""Two people and a watcher at one table, each with a browser."""

import re

from playwright.sync_api import expect

CARD = re.compile(r"""[>"'= ]([3-9TJQKA2sB][CDHS]?[a-d])(?=["'< >])""")
"""A physical card in a page's HTML: cards that were laid are shown without their copy."""


def test_two_people_meet_at_a_table_and_each_sees_only_their_own_36_cards(newcomer, size):
    first, second, watcher = newcomer(size), newcomer("phone"), newcomer("desktop")
    first.go()
    first.button("一键游客，快速开始").click()
    first.page.wait_for_url("**/table/**")
    first.page.once("dialog", lambda dialog: dialog.accept())
    first.do("leave")
    first.page.get_by_role("link", name="开一桌").click()
    first.button("开桌入座").click()
    first.page.wait_for_url("**/table/**")
    expect(first.page.locator("#link-state")).to_have_text("已连接")
    link = first.page.url

    second.page.goto(link)
    expect(second.page.locator("#link-state")).to_have_text("已连接")
    second.photograph("stranger")
    second.button("一键游客").click()
    assert second.page.url == link
    second.page.locator('button[name=seat][value="4"]').click()
    expect(first.seat(4)).to_contain_text("游客")
    first.photograph("waiting")
    first.do("bots")
    expect(second.page.locator(".seat .bot")).to_have_count(4)
    watcher.page.goto(link)
    expect(watcher.page.locator("#link-state")).to_have_text("已连接")
    first.do("ready")
    expect(second.seat(0)).to_contain_text("已准备")
    second.do("ready")

    for person in (first, second):
        expect(person.cards).to_have_count(36)
    expect(watcher.page.locator(".seat .count")).to_have_count(6)
    first.page.reload()
    hands = [set(first.hand()), set(second.hand())]
    assert hands[0].isdisjoint(hands[1])
    assert set(CARD.findall(first.page.content())) == hands[0]
    assert set(CARD.findall(second.page.content())) == hands[1]
    assert watcher.hand() == []
    assert CARD.findall(watcher.page.content()) == []
    watcher.photograph("watcher")
    second.photograph("two-people")
