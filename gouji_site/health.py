"""Whether this web process can serve: asked by proxies and supervisors, and once a second by itself."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from asgiref.typing import ASGI3Application, ASGIReceiveEvent, ASGISendEvent, HTTPScope
from django.db import DatabaseError, connection
from django.dispatch import Signal
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_safe

from gouji_site.watchdog import EVERY, watchdog

ADDRESS: Final = "/healthz"
ITSELF: Final = "gouji.itself"
"""An extension of the scope where a web process asks itself; no client can set it."""

answered_itself: Final = Signal()
"""Sent once a second by every web process that is well: its event loop turned, one of its request threads answered
the question it asked itself, and its database was there. Sent in that thread, whose connection may be used.
What a receiver raises is logged and changes nothing.
"""


def answered_first(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Answer who asks for our health before anything else: they ask by an address of the machine and without
    TLS, whatever names the site has and whatever its proxy does. Any answer at all shows that threads answer.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = healthz(request) if request.path == ADDRESS else get_response(request)
        watchdog.work_goes_on()
        return response

    return answer


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return HttpResponse("database", status=503, content_type="text/plain")
    if ITSELF in (request.META.get("asgi.scope", {}).get("extensions") or ()):
        answered_itself.send_robust(sender=None)
    return HttpResponse("ok", content_type="text/plain")


async def ask_itself(application: ASGI3Application) -> None:
    """Ask an ASGI application of this process for its health page, once a second, until cancelled.

    The question goes the way of every request, through event loop, queue and request thread, and not by the
    listening socket: several processes may share that, and any of them would answer.
    """
    while True:
        with suppress(Exception):  # logged by Django; the next second asks again
            await application(QUESTION.copy(), _nothing_more, _listen)
        await asyncio.sleep(EVERY)


QUESTION: Final[HTTPScope] = {
    "type": "http",
    "asgi": {"version": "3.0", "spec_version": "2.3"},
    "http_version": "1.1",
    "method": "GET",
    "scheme": "http",
    "path": ADDRESS,
    "raw_path": ADDRESS.encode(),
    "root_path": "",
    "query_string": b"",
    "headers": [(b"host", b"localhost")],
    "client": None,
    "server": ("localhost", 80),
    "extensions": {ITSELF: {}},
}


async def _nothing_more() -> ASGIReceiveEvent:
    return {"type": "http.request", "body": b"", "more_body": False}


async def _listen(message: ASGISendEvent) -> None:
    """The answer itself says nothing more: that it came has been noted by the thread that gave it."""
