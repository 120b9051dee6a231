"""Requests whose user is known, for views and type checks."""

from typing import TYPE_CHECKING

from django.http import HttpRequest, QueryDict
from django_htmx.middleware import HtmxDetails

if TYPE_CHECKING:
    from accounts.models import User


class SiteRequest(HttpRequest):
    """Any request of the site."""

    htmx: HtmxDetails


class UserRequest(SiteRequest):
    """A request behind ``login_required``."""

    user: "User"


def posted(request: HttpRequest) -> QueryDict | None:
    """What a form is bound to: the data of a post, an empty one too; None on a first look."""
    return request.POST if request.method == "POST" else None
