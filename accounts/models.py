"""Users."""

from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """Somebody who plays. A guest (游客) came with one click and has no password yet."""

    is_guest = models.BooleanField(default=False)

    class Meta(AbstractUser.Meta):
        pass

    def __str__(self) -> str:
        return self.username
