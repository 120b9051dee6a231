"""Requests are read whole, and within bounds, before a thread is taken."""

import asyncio

import pytest
from asgiref.typing import HTTPScope

from gouji_site import http
from gouji_site.health import QUESTION

pytestmark = pytest.mark.unit


def receiver(*messages):
    """A ``receive`` that gives these messages and then nothing more."""
    left = list(messages)

    async def receive():
        if not left:
            await asyncio.Event().wait()
        return left.pop(0)

    return receive


def request_with(*headers) -> HTTPScope:
    """The scope of a plain request with these headers."""
    return {**QUESTION, "headers": headers}


def part(body, *, more):
    return {"type": "http.request", "body": body, "more_body": more}


async def test_a_body_in_parts_is_put_together():
    body = await http.read_body(receiver(part(b"a=1", more=True), part(b"&b=2", more=False)))
    assert body == b"a=1&b=2"


@pytest.mark.parametrize("sizes", [[http.MAX_BODY + 1], [http.MAX_BODY, 1], [1000] * 300])
async def test_a_body_over_the_bound_is_refused_while_it_is_read(sizes):
    parts = [part(b"x" * size, more=True) for size in sizes]
    with pytest.raises(http.RefusedBodyError) as refused:
        await http.read_body(receiver(*parts))
    assert refused.value.status == 413


async def test_a_client_that_goes_away_is_not_served():
    with pytest.raises(http.RefusedBodyError):
        await http.read_body(receiver(part(b"a", more=True), {"type": "http.disconnect"}))


async def test_a_body_that_never_ends_is_answered_and_takes_no_thread(monkeypatch):
    monkeypatch.setattr(http, "BODY_SECONDS", 0.05)
    site = http.WholeRequests(threads=1)
    sent = []

    async def send(message):
        sent.append(message)

    await site(request_with(), receiver(part(b"a", more=True)), send)

    assert [message.get("status") for message in sent] == [408, None]


async def test_a_header_with_an_underscore_is_not_taken_for_what_a_proxy_says(monkeypatch):
    heard = {}

    def site(environ, start_response):
        heard.update(environ)
        start_response("200 OK", [])
        return [b""]

    async def send(message):
        pass

    monkeypatch.setattr(http, "get_wsgi_application", lambda: site)
    headers = [(b"x-forwarded-for", b"10.0.0.1"), (b"x_forwarded_for", b"6.6.6.6")]
    await http.WholeRequests(1)(request_with(*headers), receiver(part(b"", more=False)), send)

    assert heard["HTTP_X_FORWARDED_FOR"] == "10.0.0.1"


async def test_a_head_of_very_many_headers_is_refused(monkeypatch):
    monkeypatch.setattr(http, "get_wsgi_application", lambda: None)
    sent = []

    async def send(message):
        sent.append(message)

    headers = [(b"a", b"b")] * (http.MAX_HEADERS + 1)
    await http.WholeRequests(1)(request_with(*headers), receiver(), send)

    assert [message.get("status") for message in sent] == [431, None]


def test_the_site_is_told_of_a_request_as_wsgi_has_it_and_answers_in_one_piece():
    heard, closed = {}, []

    class Parts(list[bytes]):
        def close(self):
            closed.append(True)

    def site(environ, start_response):
        heard.update(environ)
        start_response("201 Created", [("X-Name", "caf\xe9")])
        return Parts([environ["wsgi.input"].read(), b"!"])

    headers = [
        (b"content-type", b"text/plain"),
        (b"content-length", b"1"),
        (b"accept-language", b"zh"),
        (b"accept-language", b"en"),
    ]
    scope: HTTPScope = {
        **request_with(*headers),
        "method": "POST",
        "path": "/桌",
        "query_string": b"a=%E7",
        "client": ("10.0.0.1", 5),
        "server": ("/run/web.sock", None),
    }
    got = http.answer(site, scope, b"x")

    assert got == (201, [(b"x-name", b"caf\xe9")], b"x!")
    assert closed == [True]
    assert heard["PATH_INFO"].encode("latin1").decode() == "/桌"
    assert heard["SCRIPT_NAME"] == ""
    assert heard["HTTP_ACCEPT_LANGUAGE"] == "zh,en"
    asked = ("REQUEST_METHOD", "QUERY_STRING", "CONTENT_TYPE", "CONTENT_LENGTH", "REMOTE_ADDR")
    assert [heard[key] for key in asked] == ["POST", "a=%E7", "text/plain", "1", "10.0.0.1"]
    assert (heard["SERVER_NAME"], heard["SERVER_PORT"]) == ("/run/web.sock", "0")
