"""Watching in a browser: no form of the table's, until one sits down, and nothing sooner than the table allows."""

from playwright.sync_api import expect

from tests.e2e.test_chat import RECORD

LATE = 600
"""Seconds that watchers are behind."""


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
    other.locator('button[name=seat][value="3"]').click()
    expect(other.locator("form#act")).to_have_count(1)
    expect(watching.locator("form#act")).to_have_count(1)
    expect(watching.locator("#table")).to_have_class("table seats-6 game-gouji from-3 seated")
    expect(host.seat(3)).to_contain_text("guest")


def test_a_watcher_sees_a_deal_and_a_play_when_they_are_old_enough_and_a_player_at_once(
    newcomer, stage, either
):
    watcher, player = newcomer(either), newcomer("desktop")
    done = "".join(f"\n{seat} {word}" for word in ("stay", "done") for seat in range(6))
    code = stage.record(RECORD + done, watch_delay=LATE)
    player.take_seat(stage.session("甲"), code)
    watcher.take_seat(stage.session("看客晚"), code)
    expect(player.cards).to_have_count(36)
    expect(watcher.page.locator(".seat .name")).to_have_count(6)
    expect(watcher.page.locator(".seat .count")).to_have_count(0)

    stage.pass_time(code, LATE + 60)
    expect(watcher.page.locator(".seat .count")).to_have_count(6)
    player.take("KK")
    player.do("play")
    expect(player.seat(0).locator(".laid b")).to_have_count(2)
    for _ in range(2):
        expect(watcher.seat(0).locator(".count")).to_contain_text("36")
        expect(watcher.page.locator(".laid b")).to_have_count(0)
        watcher.page.reload()
        expect(watcher.page.locator("#link-state")).to_have_text("已连接")
    watcher.photograph("watching-late")
    stage.pass_time(code, LATE + 60)
    expect(watcher.seat(0).locator(".laid b")).to_have_count(2)
    assert watcher.page.locator("input[name=c], button[name=do], form#act").count() == 0
