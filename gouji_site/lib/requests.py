"""Requests whose user is known, for views and type checks."""

from typing import TYPE_CHECKING

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

if TYPE_CHECKING:
    from accounts.models import User


class SiteRequest(HttpRequest):
    """Any request of the site."""

    htmx: HtmxDetails


class UserRequest(SiteRequest):
    """A request behind ``login_required``."""

    user: "User"
