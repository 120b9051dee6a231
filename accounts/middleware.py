"""For every request: language and time zone, and whether the answer may be cached."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers

from accounts.languages import language_of, zone_of


def kept_by_nobody(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Let no browser and no proxy store an answer to somebody who is signed in. Needs ``request.user``."""
    # Otherwise the next person at the same computer finds the page with the button for going back.

    def answer(request: HttpRequest) -> HttpResponse:
        # Before and after, so that signing in and signing out count too.
        known_before = request.user.is_authenticated
        response = get_response(request)
        if known_before or request.user.is_authenticated:
            response.headers["Cache-Control"] = "no-store"
        return response

    return answer


def language_and_zone(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Answer in the reader's language and time zone. Needs ``request.user``."""

    def answer(request: HttpRequest) -> HttpResponse:
        accepted = request.headers.get("Accept-Language", "")
        language = language_of(request.user, request.COOKIES, accepted)
        zone = zone_of(request.user, request.COOKIES)
        with translation.override(language), timezone.override(zone):
            response = get_response(request)
        patch_vary_headers(response, ("Accept-Language", "Cookie"))
        response.headers.setdefault("Content-Language", language)
        return response

    return answer
