"""Requests of somebody who is signed in."""

from accounts.models import User
from gouji_site.lib.requests import SiteRequest


class UserRequest(SiteRequest):
    """A request behind ``login_required``."""

    user: User
