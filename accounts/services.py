"""What people do with their accounts."""

import secrets

from django.db import IntegrityError, transaction

from accounts.models import User


def make_guest() -> User:
    """A new guest with a free name of its own and no password."""
    while True:
        name = f"游客{secrets.randbelow(900_000) + 100_000}"
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
