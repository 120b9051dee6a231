"""Asking ``accounts.permissions.may``, with a no as the games' services and pages say it."""

from django.core.exceptions import PermissionDenied

from accounts.permissions import Act, Somebody, may
from games.engine.core.errors import NotAllowed


def check_may(user: Somebody, act: Act, about: object = None) -> None:
    """Raises NotAllowed with the code of the refusal for somebody who may not do this."""
    refusal = may(user, act, about)
    if refusal is not None:
        raise NotAllowed(refusal.code, **refusal.params)


def check_may_see(user: Somebody, act: Act, about: object = None) -> None:
    """The same for a page: raises PermissionDenied, which becomes a page (403) with the sentence."""
    refusal = may(user, act, about)
    if refusal is not None:
        raise PermissionDenied(refusal.words)
