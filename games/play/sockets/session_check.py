"""Whether the users of open sockets are still signed in. A socket keeps the user it was opened by, whatever becomes of the
session.
"""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Self, TypedDict

from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.models import User


class SocketScope(TypedDict):
    """What this module needs of a socket's scope."""

    user: User | AnonymousUser
    session: SessionBase


@dataclass(frozen=True, slots=True)
class SignIn:
    """The session by which a user is known, and their password's hash then: a new password ends the other sessions."""

    user_id: int
    session_key: str = field(repr=False)
    password: str = field(repr=False)

    @classmethod
    def of(cls, scope: SocketScope) -> Self | None:
        """The sign-in of a socket; None for one that is not signed in."""
        user, key = scope["user"], scope["session"].session_key
        return cls(user.id, key, user.password) if isinstance(user, User) and key else None


def still_signed_in(sign_ins: Collection[SignIn]) -> set[SignIn]:
    """Those of them that are still valid, in two queries however many they are."""
    keys = {each.session_key for each in sign_ins}
    ids = {each.user_id for each in sign_ins}
    now = timezone.now()
    sessions = Session.objects.filter(session_key__in=keys, expire_date__gt=now)
    alive = set(sessions.values_list("session_key", flat=True))
    users = User.objects.filter(id__in=ids, is_active=True)
    passwords = dict(users.values_list("id", "password"))
    return {
        each
        for each in sign_ins
        if each.session_key in alive and passwords.get(each.user_id) == each.password
    }
