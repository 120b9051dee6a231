"""What the live table does when an account changes."""

# ruff: noqa: ARG001 -- what a signal hands over

from allauth.account.signals import password_changed
from django.contrib.auth.signals import user_logged_out
from django.db import transaction
from django.db.models.signals import post_save, pre_delete
from django.dispatch import receiver

from accounts.models import User
from games.play.services import broadcast, cleanup, deactivation


@receiver([user_logged_out, password_changed])
def close_sockets_of(user: User | None, **kwargs: object) -> None:
    """Close the sockets of a user who has signed out, or has a new password and so is signed out elsewhere."""
    # Channels looks at the session only when a socket opens. Pages whose session lives on connect again by themselves.
    if user is not None:
        broadcast.close_sockets(user.id)


@receiver(pre_delete, sender=User)
def free_seats_of(instance: User, **kwargs: object) -> None:
    """Free the seats of an account that is deleted."""
    # Before the delete: SET_NULL alone would leave a seat that is ready, with a salt, and no match would notice.
    cleanup.forget_user(instance)


@receiver(post_save, sender=User)
def show_name_of(
    instance: User,
    created: bool,  # noqa: FBT001 -- a signal's argument
    update_fields: frozenset[str] | None = None,
    **kwargs: object,
) -> None:
    """Draw the tables anew of a guest who has kept the account under a new name."""
    if not created and (update_fields is None or "username" in update_fields):
        # On commit: the user's row is locked until then, and tables are locked after users.
        user_id = instance.id
        transaction.on_commit(lambda: cleanup.show_new_name(user_id), robust=True)


@receiver(post_save, sender=User)
def shut_out(
    instance: User,
    created: bool,  # noqa: FBT001 -- a signal's argument
    update_fields: frozenset[str] | None = None,
    **kwargs: object,
) -> None:
    """Close the sockets and free the seats of an account that is deactivated, wherever it was saved."""
    changed = not created and (update_fields is None or "is_active" in update_fields)
    if changed and not instance.is_active:
        # On commit, and robust: a busy table must not keep the account from being deactivated.
        user_id = instance.id
        transaction.on_commit(lambda: broadcast.close_sockets(user_id), robust=True)
        transaction.on_commit(lambda: deactivation.free_seats_of(user_id), robust=True)
