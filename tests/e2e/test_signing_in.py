"""Accounts, as people meet them."""

from playwright.sync_api import expect

PASSWORD = "wind-over-laoshan-7"


def test_one_signs_up_with_name_and_password_and_signs_out_and_in_again(visitor):
    name = f"海风{visitor.size[:3]}"
    page = visitor.page
    visitor.go()
    page.get_by_role("link", name="注册").click()
    visitor.photograph("sign-up")
    page.get_by_label("用户名").fill(name)
    page.get_by_label("密码").fill(PASSWORD)
    visitor.button("注册并登录").click()

    expect(page.locator(".who")).to_contain_text(name)
    page.locator(".who").get_by_role("button", name="退出").click()
    expect(page.locator(".who")).to_contain_text("登录")

    page.get_by_label("账号").get_by_role("link", name="登录").click()
    page.get_by_label("用户名").fill(name)
    page.get_by_label("密码").fill(PASSWORD)
    page.get_by_role("button", name="登录", exact=True).click()

    expect(page.locator(".who")).to_contain_text(name)
    visitor.photograph("lobby")


def test_a_guest_plays_with_one_click_and_keeps_the_account(newcomer, size):
    visitor = newcomer(size, excused=("status of 422",))
    name = f"留客{size[:3]}"
    page = visitor.page
    visitor.quick_start()
    table = page.url
    hand = visitor.hand()

    visitor.go()
    page.locator(".who").get_by_role("link", name="保存账号").click()
    page.get_by_label("名字").fill(name)
    page.get_by_label("密码").fill("12345678")
    visitor.button("保存").click()
    expect(page.locator("form .error, form .errorlist").first).to_be_visible()
    visitor.photograph("keep-refused")
    page.get_by_label("密码").fill(PASSWORD)
    visitor.button("保存").click()

    expect(page.locator(".messages")).to_contain_text("账号已保存")
    expect(page.locator(".who")).to_contain_text(name)
    page.get_by_role("link", name="回到我的牌桌").click()
    assert page.url == table
    expect(page.locator("input[name=c]")).to_have_count(len(hand))
    assert visitor.hand() == hand


def test_a_browser_that_keeps_no_cookies_is_told_that_they_are_needed(newcomer, size):
    visitor = newcomer(size, excused=("status of 403",))
    visitor.go("accounts/login/")
    visitor.page.context.clear_cookies()
    visitor.button("一键游客").click()
    expect(visitor.page.get_by_role("heading")).to_have_text("需要 Cookie")
    expect(visitor.page.locator("main")).to_contain_text("允许本站使用 Cookie")
    visitor.photograph("without-cookies")


def test_a_refused_name_is_told_its_rule_and_can_be_changed(newcomer, size):
    visitor = newcomer(size)
    page = visitor.page
    visitor.go("accounts/signup/")
    page.get_by_label("用户名").fill("阿·里")
    page.get_by_label("密码").fill(PASSWORD)
    visitor.button("注册并登录").click()
    expect(page.locator(".error")).to_have_text("名字里不能有“·”：只能用文字、数字和 @ . + - _。")
    visitor.photograph("name-refused")
    page.get_by_label("用户名").fill(f"阿里{size[:3]}")
    page.get_by_label("密码").fill(PASSWORD)
    visitor.button("注册并登录").click()
    expect(page.locator(".who")).to_contain_text(f"阿里{size[:3]}")
