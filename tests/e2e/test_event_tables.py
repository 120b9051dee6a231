"""Tables of an event: seats that are kept for somebody, and a match that nobody else may see yet."""

from playwright.sync_api import expect


def come(person, stage, name, path):
    person.sign_in_by(stage.session(name))
    person.page.goto(f"{person.site}{path}")


def test_whose_seat_it_is_stands_on_it_and_nobody_else_gets_it(newcomer, stage, size):
    mine, other = f"选手{size[:2]}", f"旁人{size[:2]}"
    code = stage.reserve(mine, f"乙方{size[:2]}")
    stranger, player = newcomer("desktop", excused=("409",)), newcomer(size)
    come(stranger, stage, other, f"table/{code}/")
    stranger.page.get_by_role("button", name=f"{mine} 的座位").click()
    expect(stranger.refusal()).to_contain_text("留给别人的")
    come(player, stage, mine, f"table/{code}/")
    player.photograph("event-reserved")
    player.page.get_by_role("button", name=f"{mine} 的座位").click()
    expect(player.seat(0)).to_contain_text(mine)
    player.photograph("event-seated")


def test_an_embargo_takes_the_table_from_watchers_at_once_and_says_why(newcomer, stage, size):
    code = stage.position("9 9", "8", "7", "6", "5", "4")
    watcher = newcomer(size, excused=("403",))
    come(watcher, stage, f"观众{size[:2]}", f"table/{code}/")
    expect(watcher.page.locator("#r-status")).to_be_visible()
    stage.embargo(code, 1)
    expect(watcher.page.locator("body")).to_contain_text("这一场还没有公开")
    expect(watcher.page.locator("#r-status")).to_have_count(0)
    watcher.photograph("event-embargo")
    stage.embargo(code, -1)
    watcher.page.reload()
    expect(watcher.page.locator("#r-status")).to_be_visible()
