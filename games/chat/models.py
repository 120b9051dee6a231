"""Lines of chat, and mutes. Only ``services`` and ``tasks`` write them.

A line keeps as plain values what a report needs: who said it under which name, where, from which seat, to whom, and how
far the match had come. It is kept for ``tasks.KEPT_DAYS``.
"""

from django.conf import settings
from django.db import models
from django.utils import timezone


class Message(models.Model):
    """One line. ``room`` is the key of the chat, such as ``table:CODE``. Ids are plain numbers and not foreign keys, so that
    a line outlives its table and its author.
    """

    class Audience(models.TextChoices):
        """For whom: everybody, or only those who hold no seat."""

        SEATS = "seats"
        WATCHERS = "watchers"

    class Kind(models.TextChoices):
        """The author's own words, a phrase 快捷语 or an emote 表情; the last two have a ``key``."""

        WORDS = "words"
        PHRASE = "phrase"
        EMOTE = "emote"

    room = models.CharField(max_length=60)
    audience = models.CharField(max_length=8, choices=Audience.choices)
    kind = models.CharField(max_length=6, choices=Kind.choices)
    key = models.CharField(max_length=20, blank=True)
    text = models.CharField(max_length=200)
    author_id = models.PositiveBigIntegerField()
    author_name = models.CharField(max_length=150)
    """As the author was called then."""
    seat = models.PositiveSmallIntegerField(null=True)
    table_id = models.PositiveBigIntegerField(null=True)
    code = models.CharField(max_length=8, blank=True)
    match_number = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=0)
    """The version of that match when it was said. Both are 0 before the first match."""
    once = models.CharField(max_length=40)
    """A random text from the page, new for each line: a post that is sent again is said once."""
    hidden = models.BooleanField(default=False)
    """Whether it is shown to nobody any more; the row is kept for a report."""
    said_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["author_id", "once"], name="said_once"),
        ]
        indexes = [
            models.Index(fields=["room", "audience", "-id"], name="lines_of_a_room"),
            models.Index(fields=["author_id", "-said_at"], name="lines_of_an_author"),
            models.Index(fields=["said_at"], name="lines_by_age"),
        ]

    def __str__(self) -> str:
        return f"{self.room} #{self.id} by {self.author_id}"


class Mute(models.Model):
    """A user who does not want to read another's lines 屏蔽, at any table. The muted user is not told."""

    muter = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mutes"
    )
    muted = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    muted_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["muter", "muted"], name="muted_once"),
            models.CheckConstraint(
                condition=~models.Q(muter=models.F("muted")), name="nobody_mutes_himself"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.muter_id} does not hear {self.muted_id}"
