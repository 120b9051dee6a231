"""Asking ``accounts.permissions.may``, with a refusal as games raise it."""

from django.core.exceptions import PermissionDenied

from accounts.permissions import Act, Somebody, may
from games.engine.core.errors import NotAllowed


def check_may(user: Somebody, act: Act, about: object = None) -> None:
    """For services: raises NotAllowed with the code of the refusal where the user may not do this."""
    refusal = may(user, act, about)
    if refusal is not None:
        raise NotAllowed(refusal.code, **refusal.params)


def check_may_see(user: Somebody, act: Act, about: object = None) -> None:
    """For pages: raises PermissionDenied with the sentence, which becomes the page 403."""
    refusal = may(user, act, about)
    if refusal is not None:
        raise PermissionDenied(refusal.words)
