"""What people do with their accounts."""

import secrets
from typing import Final

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import User

GUEST_NAMES: Final = ("游客", "Guest")
"""How the names of guests begin, in every language; nobody else's do."""


def make_guest() -> User:
    """A new guest with a free name of its own and no password."""
    while True:
        name = f"{_('游客')}{secrets.randbelow(900_000) + 100_000}"
        try:
            with transaction.atomic():
                return User.objects.create_user(name, is_guest=True)
        except IntegrityError:
            continue


def keep_guest(user: User, *, username: str, password: str) -> None:
    """Turn a guest into an account with this name and password; its seats and games stay its own.

    Raises IntegrityError where the name is taken: the form checks first, the database decides.
    """
    user.username = username
    user.is_guest = False
    user.set_password(password)
    with transaction.atomic():
        user.save(update_fields=["username", "is_guest", "password"])


def choose(user: User, *, language: str | None = None, time_zone: str | None = None) -> None:
    """Keep what a user has chosen; empty is as the browser says, None leaves it."""
    if language is not None:
        user.language = language
    if time_zone is not None:
        user.time_zone = time_zone
    user.save(update_fields=["language", "time_zone"])
