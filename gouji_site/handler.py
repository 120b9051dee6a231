"""Django's ASGI handler with a whole request carried out in one worker thread.

Django's own adapts every synchronous middleware to the event loop by itself: dozens of changes of thread a
request, which cost more than all our views (13 ms of CPU a move against 9, with the bench of tables). All
our middleware and views are synchronous, so the chain runs in one thread from the first signal to the
last, and its answer is sent as one piece: the site sends nothing that is too large for that.
"""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import IO, Any, Final, NamedTuple, cast

import django
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

THREADS: Final = 8


class Answer(NamedTuple):
    """A response as it goes to the server."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class OneThreadHandler(ASGIHandler):
    """Answers each request in one of a few threads that stay."""

    def __init__(self) -> None:
        super(ASGIHandler, self).__init__()
        self.load_middleware(is_async=False)
        self._threads = ThreadPoolExecutor(THREADS, "request")

    async def __call__(
        self,
        scope: dict[str, Any],
        receive: Callable[[], Awaitable[Mapping[str, Any]]],
        send: Callable[[Mapping[str, Any]], Awaitable[None]],
    ) -> None:
        """Read the request, have it answered, send the answer."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        run = contextvars.copy_context().run
        work = asyncio.get_running_loop().run_in_executor(
            self._threads, run, self._respond, scope, body
        )
        answer = await work
        start = {"status": answer.status, "headers": answer.headers}
        await send({"type": "http.response.start", **start})
        await send({"type": "http.response.body", "body": answer.body})

    def _respond(self, scope: dict[str, Any], body: IO[bytes]) -> Answer:
        with body:
            set_script_prefix(get_script_prefix(scope))
            signals.request_started.send(sender=self.__class__, scope=scope)
            request, refusal = self.create_request(scope, body)
            response = refusal if request is None else self.get_response(request)
            assert response is not None
            response._handler_class = self.__class__  # type: ignore[attr-defined]  # noqa: SLF001 -- the sender of request_finished
            try:
                return Answer(response.status_code, _headers(response), _body(response))
            finally:
                response.close()


def _headers(response: HttpResponseBase) -> list[tuple[bytes, bytes]]:
    headers = [(name.encode("ascii"), text.encode("latin1")) for name, text in response.items()]
    cookies = (cookie.output(header="").strip() for cookie in response.cookies.values())
    return [*headers, *((b"Set-Cookie", cookie.encode("ascii")) for cookie in cookies)]


def _body(response: HttpResponseBase) -> bytes:
    if response.streaming:
        return b"".join(cast("StreamingHttpResponse", response))
    return cast("HttpResponse", response).content


def get_application() -> OneThreadHandler:
    """The Django application; as ``django.core.asgi.get_asgi_application``."""
    django.setup(set_prefix=False)
    return OneThreadHandler()
