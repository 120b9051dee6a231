"""The lobby, as people walk in, sit down, ask somebody to leave, and find their table again."""

import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect


def arrive(person, stage, name):
    """In the lobby, signed in."""
    person.sign_in_by(stage.session(name))
    person.go()


def open_table(person, *, private=False, preset="经典"):
    """A table with the usual rules, from the form."""
    page = person.page
    page.get_by_role("link", name="开一桌").click()
    page.locator(".choice", has_text=preset).click()
    if private:
        page.get_by_label("私人桌").check()
    person.button("开桌入座").click()
    page.wait_for_url("**/table/**")
    expect(page.locator("#link-state")).to_have_text("已连接")
    return page.url.rstrip("/").rsplit("/", 1)[1]


def comes_anew(person):
    """The time goes by after which the list is asked for again; the browser's clock was installed before."""
    person.page.clock.run_for(4_000)


def board(person, code):
    """The picture of a table in the lobby."""
    return person.page.locator(".board", has=person.page.locator(f"#go-{code}"))


def test_one_opens_a_table_and_another_takes_a_seat_in_the_lobby_which_hears_of_it(
    newcomer, stage, size
):
    host, guest, third = newcomer("desktop"), newcomer(size), newcomer("desktop")
    arrive(host, stage, f"店主{size[:2]}")
    host.page.get_by_role("link", name="开一桌").click()
    host.photograph("lobby-form", whole=True)
    host.go()
    code = open_table(host)
    third.page.clock.install()
    arrive(third, stage, f"路人{size[:2]}")
    arrive(guest, stage, f"来客{size[:2]}")
    expect(board(guest, code)).to_contain_text("还差 5 位")
    guest.photograph("lobby-waiting", whole=True)
    board(guest, code).get_by_role("button", name="坐下").first.click()
    guest.page.wait_for_url(f"**/table/{code}/")
    expect(host.page.locator(".seat .name", has_text="来客")).to_be_visible()
    comes_anew(third)
    expect(board(third, code)).to_contain_text("来客")
    expect(board(third, code)).to_contain_text("还差 4 位")
    guest.photograph("lobby-seated")


def test_a_list_that_comes_anew_leaves_the_focus_where_it_was(newcomer, stage):
    host, guest, third = newcomer(), newcomer(), newcomer("phone")
    arrive(host, stage, "店主焦")
    code = open_table(host)
    guest.page.clock.install()
    arrive(guest, stage, "来客焦")
    listed_seat = guest.page.locator(f"#sit-{code}-4")
    listed_seat.focus()
    arrive(third, stage, "路人焦")
    board(third, code).get_by_role("button", name="坐下").last.click()
    third.page.wait_for_url(f"**/table/{code}/")
    comes_anew(guest)
    expect(board(guest, code)).to_contain_text("路人焦")
    expect(listed_seat).to_be_focused()
    guest.page.keyboard.press("Enter")
    guest.page.wait_for_url(f"**/table/{code}/")
    expect(guest.seat(4)).to_contain_text("来客焦")


def test_a_private_table_is_in_no_list_and_its_link_is_copied(newcomer, stage, either):
    host, guest = newcomer(either), newcomer("desktop")
    host.page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=host.site)
    arrive(host, stage, f"私人{either[:2]}")
    code = open_table(host, private=True)
    expect(host.page.locator(".invite")).to_contain_text("私人桌")
    host.button("复制链接").click()
    expect(host.button("已复制")).to_be_visible()
    link = host.page.evaluate("navigator.clipboard.readText()")
    assert link == f"{host.site}table/{code}/"
    arrive(guest, stage, f"朋友{either[:2]}")
    expect(guest.page.locator("#tables")).to_be_visible()
    expect(board(guest, code)).to_have_count(0)
    guest.page.goto(link)
    guest.page.locator('button[name=seat][value="3"]').click()
    expect(host.seat(3)).to_contain_text("朋友")
    host.photograph("lobby-private")


def test_the_host_asks_somebody_to_leave_who_reads_it_at_once(newcomer, stage, either):
    host, guest = newcomer("desktop"), newcomer(either)
    arrive(host, stage, f"桌主{either[:2]}")
    code = open_table(host)
    name = f"闹客{either[:2]}"
    arrive(guest, stage, name)
    board(guest, code).get_by_role("button", name="坐下").first.click()
    expect(guest.page.locator("#link-state")).to_have_text("已连接")
    expect(guest.button("请离")).to_have_count(0)
    expect(guest.page.locator("#act")).to_contain_text("离开")
    host.button(f"请离 {name[:6]}").click()
    expect(guest.refusal()).to_contain_text("桌主刚请你离开")
    guest.photograph("lobby-kicked")
    guest.page.locator('button[name=seat][value="3"]').click()
    expect(guest.refusal()).to_contain_text("十分钟")
    expect(host.page.locator("button.sit")).to_have_count(5)
    host.photograph("lobby-host")


def test_the_last_who_is_not_ready_sees_that_all_wait_for_them_and_how_long(
    newcomer, stage, either
):
    host, guest = newcomer("desktop"), newcomer(either)
    arrive(host, stage, f"主人{either[:2]}")
    code = open_table(host)
    arrive(guest, stage, f"慢客{either[:2]}")
    board(guest, code).get_by_role("button", name="坐下").first.click()
    expect(guest.page.locator("#link-state")).to_have_text("已连接")
    host.do("bots")
    expect(guest.controls()).to_contain_text("坐齐了，请准备")
    host.do("ready")
    expect(guest.controls()).to_contain_text("只等你")
    expect(guest.status().locator(".clock")).to_have_text(re.compile(r"^[1-5]?[0-9]$|^60$"))
    guest.photograph("lobby-ready-check")
    guest.do("ready")
    expect(guest.cards).to_have_count(36)
    expect(host.cards).to_have_count(36)


def test_two_who_want_the_same_rules_are_matched_and_fill_up_with_bots(newcomer, stage, either):
    first, second = newcomer(either), newcomer("desktop")
    ruleset = {"phone": "shengji", "desktop": "huolong"}[either]
    for person, name in ((first, f"等甲{either[:2]}"), (second, f"等乙{either[:2]}")):
        arrive(person, stage, name)
        person.page.get_by_label("规则").select_option(ruleset)
        person.button("快速匹配").click()
        person.page.wait_for_url("**/table/**")
        expect(person.page.locator("#link-state")).to_have_text("已连接")
    assert first.page.url == second.page.url
    first.photograph("lobby-matched")
    expect(first.controls()).to_contain_text("补机器人马上开打")
    first.do("bots")
    expect(first.page.locator(".seat .count")).to_have_count(4)
    expect(second.page.locator(".seat .count")).to_have_count(4)


def test_ones_own_tables_and_those_to_watch_are_a_tap_away(newcomer, stage, either):
    player, watcher = newcomer(either), newcomer(either)
    arrive(player, stage, f"牌友{either[:2]}")
    player.button("快速开始").click()
    player.page.wait_for_url("**/table/**")
    table = player.page.url
    player.go()
    player.photograph("lobby-own", whole=True)
    player.page.get_by_role("link", name="回到我的牌桌").first.click()
    assert player.page.url == table
    player.go("mine/")
    player.photograph("lobby-mine", whole=True)
    player.page.get_by_role("link", name="回到我的牌桌").first.click()
    assert player.page.url == table

    watcher.go("watch/")
    watcher.photograph("lobby-watch", whole=True)
    watcher.page.locator(".games a", has_text=f"牌友{either[:2]}").click()
    expect(watcher.page).to_have_url(re.compile(r"/table/"))
    expect(watcher.page.locator(".seat .count")).to_have_count(6)
    assert watcher.hand() == []


def test_filters_are_links_and_stay_while_the_list_is_kept_fresh(newcomer, either):
    visitor = newcomer(either)
    page = visitor.page
    page.clock.install()
    visitor.go()
    page.get_by_role("link", name="快打").click()
    page.locator(".chips").get_by_role("link", name="够级").click()
    assert "game=gouji" in page.url
    assert "time_control=quick" in page.url
    with page.expect_request(re.compile(r"time_control=quick")) as asked:
        comes_anew(visitor)
    assert "game=gouji" in asked.value.url
    expect(page.locator('.chips [aria-current="true"]')).to_have_text(["够级", "快打"])


def test_axe_finds_nothing_in_the_lobby_of_somebody_signed_in_and_in_the_form(
    newcomer, stage, size
):
    player, other = newcomer(size), newcomer()
    arrive(player, stage, f"听客{size[:2]}")
    player.button("快速开始").click()
    player.page.wait_for_url("**/table/**")
    arrive(other, stage, f"旁人{size[:2]}")
    code = open_table(other)
    found = []
    for path in (
        "",
        "?time_control=tournament&game=huolong",
        "open/",
        "open/?game=shengji",
        "mine/",
    ):
        player.go(path)
        for past in player.page.locator("details").all():
            past.evaluate("fold => fold.open = true")
        answer = Axe().run(player.page, options={"resultTypes": ["violations"]}).response
        found += [
            f"{path}: {violation['id']} {node['html'][:160]} {node['failureSummary'][:300]}"
            for violation in answer["violations"]
            for node in violation["nodes"]
        ]
    assert found == []
    player.button("English").click()
    player.go()
    expect(board(player, code)).to_be_visible()
    player.photograph("lobby-english", whole=True)
    player.go("open/")
    player.photograph("lobby-form-english", whole=True)
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert player.page.evaluate(wide) == 0
    boxes = [row.bounding_box() for row in player.page.locator(".row3, .row3 label").all()]
    assert max(box["x"] + box["width"] for box in boxes) <= boxes[0]["x"] + boxes[0]["width"] + 1
