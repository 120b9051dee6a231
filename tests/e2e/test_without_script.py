"""The table without JavaScript: plain forms."""

from playwright.sync_api import expect

FILL = "3456789"


def test_plain_forms_play_moves_and_show_refusals(newcomer, stage, size):
    person = newcomer(size, java_script_enabled=False)
    page = person.page
    code = stage.position("99KK" + FILL, "TT" + FILL, *[FILL] * 4)
    person.sign_in_by(stage.session("甲"))
    person.go(f"table/{code}/")

    person.take("9K")
    page.locator("button[value=play]").click()
    expect(person.refusal()).to_be_visible()
    expect(person.refusal()).not_to_be_empty()
    person.photograph("no-script-refused")
    expect(person.cards).to_have_count(4 + len(FILL))

    for card in person.ticked():
        page.locator(f'label:has(input[value="{card}"])').click(position={"x": 9, "y": 9})
    person.take("99")
    page.locator("button[value=play]").click()
    expect(person.cards).to_have_count(2 + len(FILL))
    expect(person.seat(0)).to_contain_text("2 张")
    assert person.refusal().inner_text() == ""

    stage.act(code, "1 play TT", *(f"{seat} pass" for seat in (2, 3, 4, 5)))
    page.get_by_role("link", name="刷新牌桌").click()
    page.locator("button[value=pass]").click()
    expect(person.status()).to_contain_text("轮到 乙")
    person.photograph("no-script")


def test_a_newcomer_without_script_comes_from_the_lobby_to_a_move(newcomer):
    person = newcomer("phone", java_script_enabled=False)
    person.go()
    person.button("一键游客").click()
    person.button("快速开始").click()
    expect(person.cards).to_have_count(36)
    person.button("不革命").click()
    expect(person.cards).to_have_count(36)
    assert person.refusal().inner_text() == ""
