"""Writing accounts: guests, keeping a guest's account, and a user's settings."""

import secrets
from typing import Final

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import User
from gouji_site.lib.advisory_locks import LockKind, lock_in_transaction
from gouji_site.lib.waits import short_wait

GUEST_NAMES: Final = ("游客", "Guest")
"""How the names of guests begin, in every language. Nobody else may choose such a name."""


def make_guest() -> User:
    """Create a guest with a free name and no password."""
    # 900,000 names: where one is taken, the database says so, and another is drawn.
    while True:
        name = _("游客") + str(secrets.randbelow(900_000) + 100_000)
        try:
            with transaction.atomic():  # a savepoint: a name that is taken spoils only this try
                return User.objects.create_user(name, is_guest=True)
        except IntegrityError:
            continue


def claim(name: str) -> None:
    """Make sure that nobody has a name, in upper or lower case, until the present transaction ends.

    Others who ask for it wait meanwhile. Raises IntegrityError where somebody has it, BusyError.
    """
    # A lock, as there is no row yet that could be locked, and the database's unique rule tells cases apart.
    lock_in_transaction(LockKind.USER_NAME, name.lower())
    if User.objects.filter(username__iexact=name).exists():
        raise IntegrityError("the name is taken")


def is_guest_still(user: User) -> bool:
    """Whether a guest is one in the database still: a second press may have kept the account meanwhile."""
    return User.objects.filter(id=user.id, is_guest=True).exists()


def keep_guest(user: User, *, username: str, password: str) -> bool:
    """Turn a guest into an account with this name and password; seats and matches stay theirs.

    Returns False, with nothing changed, for an account that was kept meanwhile. Raises IntegrityError where the name is
    taken, BusyError. Side effect on commit: the tables where they sit are drawn again.
    """
    # Before the lock: hashing takes some tenths of a second, and others may wait for this user's row.
    hashed = make_password(password)
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
    """Store the choices of a user. Empty means: as the browser says; None leaves what was chosen."""
    if language is not None:
        user.language = language
    if time_zone is not None:
        user.time_zone = time_zone
    user.save(update_fields=["language", "time_zone"])
