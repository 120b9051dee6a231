"""What people do with their accounts."""

import secrets
from typing import Final

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import User
from gouji_site.lib.advisory_locks import LockKind, lock_in_transaction
from gouji_site.lib.waits import short_wait

GUEST_NAMES: Final = ("游客", "Guest")
"""How the names of guests begin, in every language; nobody else's do."""


def make_guest() -> User:
    """A new guest with a free name of its own and no password."""
    while True:
        name = _("游客") + str(secrets.randbelow(900_000) + 100_000)
        try:
            with transaction.atomic():
                return User.objects.create_user(name, is_guest=True)
        except IntegrityError:
            continue


def claim(name: str) -> None:
    """Make sure that nobody has a name, in whatever letter case, until this transaction ends.

    Whoever asks for it meanwhile waits. Raises IntegrityError where somebody has it.
    """
    lock_in_transaction(LockKind.USER_NAME, name.lower())
    if User.objects.filter(username__iexact=name).exists():
        raise IntegrityError("the name is taken")


def is_guest_still(user: User) -> bool:
    """Whether a guest has not been kept meanwhile, by another press."""
    return User.objects.filter(id=user.id, is_guest=True).exists()


def keep_guest(user: User, *, username: str, password: str) -> bool:
    """Turn a guest into an account with this name and password; its seats and games stay its own.

    False, and nothing changed, for one that has been kept meanwhile. Raises IntegrityError where the name is taken:
    the form checks first, the database decides.
    """
    hashed = make_password(password)  # takes long, so nobody waits for it
    with transaction.atomic():
        with short_wait("user", user.id):
            locked = User.objects.select_for_update().get(id=user.id)
        if not locked.is_guest:
            return False
        claim(username)
        user.username = username
        user.is_guest = False
        user.password = hashed
        user.save(update_fields=["username", "is_guest", "password"])
    return True


def choose(user: User, *, language: str | None = None, time_zone: str | None = None) -> None:
    """Keep what a user has chosen; empty is as the browser says, None leaves it."""
    if language is not None:
        user.language = language
    if time_zone is not None:
        user.time_zone = time_zone
    user.save(update_fields=["language", "time_zone"])
