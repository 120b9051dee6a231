"""Watching in a browser: no form of the table's, until one sits down."""

from playwright.sync_api import expect


def test_a_watching_tab_becomes_a_players_when_its_person_sits_down_in_another(newcomer, stage):
    host, guest = newcomer("desktop"), newcomer("phone")
    host.sign_in_by(stage.session("host"))
    host.go("open/")
    host.button("开桌入座").click()
    host.page.wait_for_url("**/table/**")
    code = host.page.url.rstrip("/").rsplit("/", 1)[1]

    guest.sign_in_by(stage.session("guest"))
    guest.go(f"table/{code}/")
    watching = guest.page
    expect(watching.locator("#link-state")).to_have_text("已连接")
    expect(watching.locator("form#act")).to_have_count(0)
    expect(watching.locator("#act")).to_have_count(1)
    expect(guest.controls()).to_contain_text("点一个空位入座")

    other = watching.context.new_page()
    other.goto(watching.url)
    other.locator('button[value="sit 3"]').click()
    expect(other.locator("form#act")).to_have_count(1)
    expect(watching.locator("form#act")).to_have_count(1)
    expect(watching.locator("#table")).to_have_class("table seats-6 game-gouji from-3 seated")
    expect(host.seat(3)).to_contain_text("guest")
