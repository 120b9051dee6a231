"""The answer to a request that waited too long for something another one had locked."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from gouji_site.lib.waits import is_busy


class Busy:
    """Middleware: answers 409 for a view that did not get a lock in time. Its transaction was rolled back.

    Views that can say so within their own page, as at the table, catch the error themselves.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer a wait that was too long. Every other error stays an error."""
        return render(request, "409.html", status=409) if is_busy(error) else None
