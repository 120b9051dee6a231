"""Requests of the site, and redirects that work for htmx too."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django_htmx.middleware import HtmxDetails


class SiteRequest(HttpRequest):
    """Any request of the site."""

    htmx: HtmxDetails


def lead_to(request: SiteRequest, address: str) -> HttpResponse:
    """Redirect a browser to another page, whether the browser or htmx has asked."""
    # htmx would follow a plain redirect itself and put the other page into this one.
    if request.htmx:
        return HttpResponse(headers={"HX-Redirect": address})
    return redirect(address)


def lead_to_sign_in(request: SiteRequest, back: str) -> HttpResponse:
    """Redirect a browser to the sign-in page, and from there to ``back``."""
    return lead_to(request, f"{reverse('account_login')}?{urlencode({'next': back})}")


def posted(request: HttpRequest) -> QueryDict | None:
    """The data to bind a form to: that of a POST, even if it is empty, and None for any other method."""
    return request.POST if request.method == "POST" else None
