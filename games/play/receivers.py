"""What the table does when something happens elsewhere in the house."""

from typing import Any

from allauth.account.signals import password_changed
from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver

from games.play import news


@receiver([user_logged_out, password_changed])
def close_sockets_of(user: Any, **kwargs: Any) -> None:  # noqa: ANN401, ARG001 -- a signal's arguments
    """A socket keeps the user it was opened by, so signing out, here or by a new password everywhere, has
    to end it (pitfall 23). Those of a session that lives on come back.
    """
    if user is not None:
        news.close_sockets(user.id)
