"""What the ASGI application answers over HTTP, each request in one thread."""

import asyncio
import threading

import httpx
import pytest

pytestmark = [pytest.mark.live, pytest.mark.django_db(transaction=True)]


@pytest.fixture
async def browser():
    from gouji_site.asgi import application

    transport = httpx.ASGITransport(application)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        yield client


async def test_a_page_is_answered_whole_with_its_headers_and_cookies(browser):
    answer = await browser.get("/")
    assert answer.status_code == 200
    assert "</html>" in answer.text
    assert "content-security-policy" in answer.headers
    assert "csrftoken" in answer.cookies


async def test_a_guest_signs_in_and_is_known_on_the_next_request(browser):
    token = (await browser.get("/")).cookies["csrftoken"]
    form = {"csrfmiddlewaretoken": token, "next": "/"}
    answer = await browser.post("/accounts/guest/", data=form)
    assert answer.status_code == 302
    assert {"sessionid", "csrftoken"} <= set(answer.cookies)
    assert 'id="quick"' in (await browser.get("/")).text


async def test_a_post_without_its_token_is_refused(browser):
    assert (await browser.post("/accounts/guest/", data={})).status_code == 403


async def test_an_address_that_does_not_exist_is_answered_with_404(browser):
    assert (await browser.get("/nowhere/")).status_code == 404


@pytest.mark.parametrize("address", ["/accounts/guest/", "/nowhere/"])
async def test_a_form_in_another_encoding_is_refused(browser, address):
    kind = {"Content-Type": "application/x-www-form-urlencoded; charset=utf-16"}
    assert (await browser.post(address, content=b"next=/", headers=kind)).status_code == 415


async def test_a_form_that_says_it_is_in_utf_8_is_read(browser):
    token = (await browser.get("/")).cookies["csrftoken"]
    kind = {
        "Content-Type": 'application/x-www-form-urlencoded; charset="UTF-8"',
        "X-CSRFToken": token,
    }
    answer = await browser.post("/accounts/guest/", content=b"next=/open/", headers=kind)
    assert (answer.status_code, answer.headers["location"]) == (302, "/open/")


async def test_a_request_for_another_host_is_refused(browser):
    answer = await browser.get("/", headers={"Host": "evil.example"})
    assert answer.status_code == 400


async def test_many_requests_at_once_are_answered_by_a_few_threads(browser):
    answers = await asyncio.gather(*(browser.get("/healthz") for _ in range(40)))
    assert {answer.status_code for answer in answers} == {200}
    names = [thread.name for thread in threading.enumerate()]
    assert 0 < sum(name.startswith("request") for name in names) <= 12


async def test_a_view_that_fails_is_answered_with_500_and_the_next_one_with_200(
    browser, monkeypatch
):
    def broken(**_):
        raise ValueError("broken on purpose")

    with monkeypatch.context() as patch:
        patch.setattr("games.lobby.views.live_count", broken)
        assert (await browser.get("/")).status_code == 500
    assert (await browser.get("/")).status_code == 200
