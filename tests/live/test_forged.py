"""Requests and handshakes that no browser sends: refused or answered as any other, and no failure."""

import httpx
import pytest
from asgiref.testing import ApplicationCommunicator
from django.urls import reverse

from games.play.services import seats

pytestmark = [pytest.mark.live, pytest.mark.django_db(transaction=True)]

NUL_IN_COOKIE = r'sessionid="abcdefgh\000"'


@pytest.fixture
async def browser():
    from gouji_site.asgi import application

    transport = httpx.ASGITransport(application, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        yield client


@pytest.fixture
def shake(transactional_db, make_user):
    """A coroutine that opens a socket on a table with these headers beside its own; the kind of the answer."""
    from gouji_site.asgi import application

    table = seats.open_table(user=make_user("安"), ruleset="gouji")

    async def answered(*headers):
        scope = {
            "type": "websocket",
            "path": f"/ws/table/{table.code}/",
            "query_string": b"",
            "headers": [(b"host", b"localhost"), *headers],
            "subprotocols": [],
        }
        socket = ApplicationCommunicator(application, scope)
        await socket.send_input({"type": "websocket.connect"})
        answers = [await socket.receive_output(5)]
        if answers[0]["type"] == "websocket.accept":
            answers.append(await socket.receive_output(5))
        await socket.send_input({"type": "websocket.disconnect", "code": 1001})
        await socket.wait(5)
        return [answer["type"].removeprefix("websocket.") for answer in answers]

    return answered


@pytest.mark.parametrize(
    "kind",
    [
        "text/plain; charset=zip",
        "text/plain; charset=rot13",
        "text/plain; charset=undefined",
        "multipart/form-data; boundary=x; charset=unicode_escape",
        "application/json; charset*=utf-8''idna",
        "application/x-www-form-urlencoded; charset=none-such",
    ],
)
async def test_a_request_that_is_said_to_be_in_a_strange_encoding_is_refused(browser, kind):
    for address in ("/?game=%E4%B8%AD", "/nowhere/?game=%E4%B8%AD"):
        answer = await browser.get(address, headers={"Content-Type": kind})
        assert answer.status_code == 415


async def test_a_session_that_none_can_be_called_is_nobodys(browser, shake):
    assert (await browser.get("/", headers={"Cookie": NUL_IN_COOKIE})).status_code == 200
    here = (b"origin", b"http://localhost")
    assert await shake(here, (b"cookie", NUL_IN_COOKIE.encode())) == ["accept", "send"]


@pytest.mark.parametrize("origin", [b"http://[", b"http://[::1", b"null", b"\xff", b"http://x:y"])
async def test_a_socket_from_an_origin_that_nobody_can_read_is_refused(shake, origin):
    assert await shake((b"origin", origin)) == ["close"]
    assert await shake((b"origin", b"http://localhost"), (b"origin", origin)) == ["close"]


@pytest.mark.parametrize("after", ["http://[", "//[", "https://evil.example/"])
async def test_signing_up_leads_to_no_address_of_others_or_that_nobody_can_read(browser, after):
    for page in ("account_login", "account_signup"):
        answer = await browser.get(reverse(page), params={"next": after})
        assert answer.status_code == 200
    form = {"username": "庚", "password1": "yan-tai-44", "next": after}
    form["csrfmiddlewaretoken"] = answer.cookies["csrftoken"]
    answer = await browser.post(reverse("account_signup"), data=form)
    assert (answer.status_code, answer.headers["location"]) == (302, reverse("lobby"))
