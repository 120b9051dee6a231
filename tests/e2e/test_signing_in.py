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
