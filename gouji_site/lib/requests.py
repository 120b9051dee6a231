"""Requests of the site, and where they are led."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django_htmx.middleware import HtmxDetails


class SiteRequest(HttpRequest):
    """Any request of the site."""

    htmx: HtmxDetails


def lead_to(request: SiteRequest, address: str) -> HttpResponse:
    """Send a browser to another page, whether the page or htmx has asked."""
    if request.htmx:
        return HttpResponse(headers={"HX-Redirect": address})
    return redirect(address)


def lead_to_sign_in(request: SiteRequest, back: str) -> HttpResponse:
    """Send a browser to sign in, and from there ``back``."""
    return lead_to(request, f"{reverse('account_login')}?{urlencode({'next': back})}")


def posted(request: HttpRequest) -> QueryDict | None:
    """What a form is bound to: the data of a post, an empty one too; None on a first look."""
    return request.POST if request.method == "POST" else None
