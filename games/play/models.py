"""Tables 桌, seats, matches 一场 and moves. Only ``services`` write them."""

import secrets

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

CODE_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"


def new_code() -> str:
    """A short public name for a table that nobody guesses (about 40 bits)."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(8))


class Table(models.Model):
    """A place with seats and a ruleset. ``version`` counts what changes outside of matches."""

    code = models.CharField(max_length=8, unique=True, default=new_code, editable=False)
    ruleset = models.CharField(max_length=500)
    opener = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    decision_seconds = models.PositiveSmallIntegerField(default=30)
    version = models.PositiveBigIntegerField(default=0)
    closed = models.BooleanField(default=False)
    opened_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [
            models.Index(fields=["-opened_at"], condition=Q(closed=False), name="open_tables")
        ]

    def __str__(self) -> str:
        return f"{self.code} {self.ruleset}"


class Seat(models.Model):
    """A seat of a table and who holds it: a user, a bot, or nobody."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="seats"
    )
    bot = models.CharField(max_length=30, blank=True)
    ready = models.BooleanField(default=False)
    quiet = models.BooleanField(default=False)
    """Whether its holder wants the calls in the middle of play (``Limit.CALL``) answered for him with
    no; nobody else can tell."""

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_seat_per_number"),
            models.UniqueConstraint(fields=["table", "user"], name="one_seat_per_user_and_table"),
            models.CheckConstraint(condition=Q(user=None) | Q(bot=""), name="user_or_bot"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number}"

    @property
    def is_free(self) -> bool:
        """Whether anybody may sit here."""
        return self.user_id is None and not self.bot


class Match(models.Model):
    """A match under way or finished.

    ``version`` is the number of its last move; ``snapshot`` the engine's state after it, readable by an
    engine of that ``schema``. ``asked[seat]`` is the version at which the present question was put to
    that seat, -1 for a seat not to act: an answer to that version or a later one is still an answer.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="matches")
    number = models.PositiveIntegerField()
    ruleset = models.CharField(max_length=500)
    version = models.PositiveIntegerField(default=0)
    schema = models.PositiveIntegerField()
    snapshot = models.BinaryField()
    asked = ArrayField(models.IntegerField())
    deadline = models.DateTimeField(null=True)
    phase_began_at = models.DateTimeField()
    bots_due_at = models.DateTimeField(null=True)
    began_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True)
    result = models.JSONField(null=True)
    holders = models.JSONField(default=list)
    """Who held each seat when the match began: user's id, name, and bot's name, one of them empty."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_match_per_number"),
            models.UniqueConstraint(
                fields=["table"], condition=Q(ended_at=None), name="one_live_match_per_table"
            ),
            models.CheckConstraint(
                condition=Q(ended_at=None) | Q(deadline=None), name="no_deadline_after_the_end"
            ),
        ]
        indexes = [
            models.Index(
                fields=["deadline"], condition=Q(deadline__isnull=False), name="matches_by_deadline"
            ),
            models.Index(
                fields=["bots_due_at"],
                condition=Q(bots_due_at__isnull=False),
                name="matches_by_bots_due",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number} at {self.version}"

    @property
    def asked_at(self) -> int:
        """The version at which somebody was last asked something: the one that pages show.

        A sealed answer does not change it, so that no screen tells that one has come in.
        """
        latest: int = max(self.asked)
        return latest if latest >= 0 else self.version


class Escape(models.Model):
    """A player who left a match before its end 逃跑. A bot took the seat."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="escapes")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="escapes"
    )
    seat = models.PositiveSmallIntegerField()
    version = models.PositiveIntegerField()
    left_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "user"], name="one_escape_per_match_and_user"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} left {self.match_id} at {self.version}"


class Move(models.Model):
    """One accepted action and what came of it. Never changed once written."""

    class By(models.TextChoices):
        """Whose decision it was."""

        PLAYER = "player"
        BOT = "bot"
        CLOCK = "clock"
        CHANCE = "chance"

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField()
    seat = models.SmallIntegerField()
    action = models.TextField()
    tick = models.PositiveIntegerField(default=0)
    events = models.BinaryField()
    by = models.CharField(max_length=8, choices=By.choices)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_move_per_number"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}#{self.number} {self.seat}: {self.action[:40]}"
