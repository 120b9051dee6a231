"""What the table does when something happens elsewhere in the house."""

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
    """A socket keeps the user it was opened by, so signing out, here or by a new password everywhere, has
    to end it: Channels looks at the session only when a socket opens. Those of a session that lives on come back.
    """
    if user is not None:
        broadcast.close_sockets(user.id)


@receiver(pre_delete, sender=User)
def free_seats_of(instance: User, **kwargs: object) -> None:
    """No seat stays ready for somebody whose account is deleted."""
    cleanup.forget_user(instance)


@receiver(post_save, sender=User)
def show_name_of(
    instance: User,
    created: bool,  # noqa: FBT001 -- a signal's argument
    update_fields: frozenset[str] | None = None,
    **kwargs: object,
) -> None:
    """A guest who keeps the account is called by the new name where they sit. After the commit: the user's row is
    locked until then.
    """
    if not created and (update_fields is None or "username" in update_fields):
        user_id = instance.id
        transaction.on_commit(lambda: cleanup.show_new_name(user_id), robust=True)


@receiver(post_save, sender=User)
def shut_out(
    instance: User,
    created: bool,  # noqa: FBT001 -- a signal's argument
    update_fields: frozenset[str] | None = None,
    **kwargs: object,
) -> None:
    """A deactivated account's sockets end and its seats are freed, from wherever it was saved. After the commit: the
    user's row is locked until then, and a table that is busy must not keep anybody from being shut out.
    """
    changed = not created and (update_fields is None or "is_active" in update_fields)
    if changed and not instance.is_active:
        user_id = instance.id
        transaction.on_commit(lambda: broadcast.close_sockets(user_id), robust=True)
        transaction.on_commit(lambda: deactivation.free_seats_of(user_id), robust=True)
