"""Users."""

from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """A person with an account. A guest 游客 came with one click and has no password yet.

    ``language`` and ``time_zone`` are the user's choices; empty means: as the browser says.
    """

    is_guest = models.BooleanField(default=False)
    language = models.CharField(max_length=10, blank=True, default="")
    time_zone = models.CharField(max_length=64, blank=True, default="")

    class Meta(AbstractUser.Meta):
        pass

    def __str__(self) -> str:
        return self.username
