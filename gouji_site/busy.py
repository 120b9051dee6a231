"""The answer to whoever waited in vain for what somebody else had locked."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from gouji_site.lib.waits import is_busy


class Busy:
    """Middleware: a view that did not get a lock in time says so with 409. Nothing was changed.

    Views that can say it in their own place, as at the table, do so before.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer a wait that was too long; leave everything else to be a failure."""
        return render(request, "409.html", status=409) if is_busy(error) else None
