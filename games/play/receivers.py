"""What the table does when something happens elsewhere in the house."""

from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver

from games.play import news


@receiver(user_logged_out)
def close_sockets_of(user: Any, **kwargs: Any) -> None:  # noqa: ANN401, ARG001 -- a signal's arguments
    """A socket keeps the user it was opened by, so signing out has to end it (pitfall 23)."""
    if user is not None:
        news.close_sockets(user.id)
