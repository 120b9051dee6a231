"""Tables 桌, seats, matches 一场 and moves. Only ``services`` write them."""

import secrets

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.engine.core.fair import SCHEME, SCHEME_BY_MOVE, commitment_to

# Without 0, 1, i, l and o: codes are read out and typed.
CODE_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"


def new_code() -> str:
    """A short name for a table that is not guessed (about 40 bits): private tables are found by it alone."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(8))


def new_secret() -> str:
    """A secret for the deals of a match: 64 hex digits."""
    return secrets.token_hex(32)


class Table(models.Model):
    """A place with seats and a ruleset. ``version`` counts what changes outside of matches.

    A turn has ``decision_seconds``; after that a seat's bank 备用时间 runs, ``bank_seconds`` for each deal. The next match
    is dealt from ``secret``; everybody is shown ``commitment``, its hash, beforehand.
    """

    class CardCounter(models.TextChoices):
        """The card counter 记牌器, the same for all seats."""

        OFF = "off"
        OWN = "own"
        FULL = "full"

    class CardCountVisibility(models.TextChoices):
        """When the number of cards that a seat has left 余牌 is shown: always, or only below ten."""

        ALL = "all"
        LOW = "low"

    code = models.CharField(max_length=8, unique=True, default=new_code, editable=False)
    ruleset = models.CharField(max_length=500)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    decision_seconds = models.PositiveSmallIntegerField(default=20)
    bank_seconds = models.PositiveSmallIntegerField(default=60)
    card_counter = models.CharField(
        max_length=4, choices=CardCounter.choices, default=CardCounter.OWN
    )
    card_count_visibility = models.CharField(
        max_length=4, choices=CardCountVisibility.choices, default=CardCountVisibility.ALL
    )
    watch_delay = models.PositiveSmallIntegerField(default=0)
    """Seconds by which watchers see the match later."""
    private = models.BooleanField(default=False)
    """Whether the lobby leaves it out; people come by its link."""
    secret = models.CharField(max_length=64, default=new_secret, editable=False)
    commitment = models.CharField(max_length=64, default="", editable=False)
    version = models.PositiveBigIntegerField(default=0)
    closed = models.BooleanField(default=False)
    opened_at = models.DateTimeField(auto_now_add=True)
    touched_at = models.DateTimeField(default=timezone.now)
    """When somebody last acted here outside of a match, or a match began or ended."""
    ready_by = models.DateTimeField(null=True, editable=False)
    """By when those who sit at a full table must be ready, or lose the seat."""
    origin = models.CharField(max_length=60, default="lobby", editable=False)
    """What made the table, such as ``lobby`` or ``tournament:12``; its matches have it too."""
    has_owner = models.BooleanField(default=False, editable=False)
    """Whether something other than a player owns it, such as an event: then no other player becomes host."""
    no_ready_limit = models.BooleanField(default=False, editable=False)
    """Whether there is no limit to getting ready."""
    outside_match_limit = models.BooleanField(default=False, editable=False)
    """Whether its matches do not count among those that one person may be in at once."""
    kept_open = models.BooleanField(default=False, editable=False)
    """Whether it stays open with nobody at it, and its matches go on when everybody has left: only its owner closes it."""

    class Meta:
        # Partial: the lobby and the sweeps ask for open tables alone, which are few among all that there ever were.
        indexes = [
            models.Index(fields=["-opened_at"], condition=Q(closed=False), name="open_tables"),
            models.Index(fields=["touched_at"], condition=Q(closed=False), name="idle_tables"),
            models.Index(
                fields=["ready_by"], condition=Q(ready_by__isnull=False), name="tables_by_ready"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.code} {self.ruleset}"

    def renew_secret(self) -> None:
        """Commit to a new secret for the next match."""
        self.secret = new_secret()
        self.commitment = commitment_to(self.secret)


class Seat(models.Model):
    """A seat of a table and who holds it: a user, a bot, or nobody."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="seats"
    )
    bot = models.CharField(max_length=30, blank=True)
    ready = models.BooleanField(default=False)
    auto_decline = models.BooleanField(default=False)
    """Whether calls in the middle of play (``Limit.CALL``) are answered with no for its holder. Shown to nobody else: it
    would tell that a seat was not asked."""
    reserved = models.BooleanField(default=False, editable=False)
    """Whether only ``reserved_for`` may sit here; nobody at all once that account is deleted."""
    reserved_for = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    salt = models.CharField(max_length=64, blank=True)
    """Text of its holder's own that goes into the shuffles of the next match."""

    class Presence(models.TextChoices):
        """Whether the holder's browser is connected."""

        HERE = "here"
        BACK = "back"
        """Gone for a moment, and expected back 重连中."""
        AWAY = "away"

    presence = models.CharField(max_length=4, choices=Presence.choices, default=Presence.AWAY)
    seen_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_seat_per_number"),
            models.UniqueConstraint(fields=["table", "user"], name="one_seat_per_user_and_table"),
            models.CheckConstraint(condition=Q(user=None) | Q(bot=""), name="user_or_bot"),
            models.CheckConstraint(
                condition=Q(reserved=True) | Q(reserved_for=None), name="reserved_for_somebody"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number}"

    @property
    def is_free(self) -> bool:
        """Whether nobody holds it."""
        return self.user_id is None and not self.bot

    def is_open_to(self, user_id: int) -> bool:
        """Whether this user may take it: it is free, and not reserved for somebody else."""
        return self.is_free and (not self.reserved or self.reserved_for_id == user_id)


class Removal(models.Model):
    """A player whose seat was freed before a match began: the host asked them to leave (``kicked``), or they were not
    ready in time. Their page tells them, and a kicked player may not come back for ``seating.BARRED_FOR``.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="removals")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="removals"
    )
    kicked = models.BooleanField()
    removed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table", "user"], name="one_removal_per_table_and_user"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} from {self.table_id}"


class Match(models.Model):
    """A match under way or ended; ``status`` says how. Only ``services.finish`` ends one.

    ``version`` is the number of its last move; ``snapshot`` is the engine's state after it, for an engine of that
    ``schema``. ``prompt_versions[seat]`` is the version at which that seat was asked what it is asked now, -1 for a seat
    not to act: it may answer from any page of that version or a later one.
    """

    class Status(models.TextChoices):
        """How a match stands or how it ended."""

        RUNNING = "running"
        FINISHED = "finished"
        """Played to its end."""
        ABANDONED = "abandoned"
        """Nobody played it any more."""
        VOIDED = "voided"
        """It does not count."""
        DECIDED = "decided"
        """A referee or moderator gave it a result."""
        BROKEN = "broken"
        """It cannot be read, neither from its snapshot nor from its moves: a fault of the site."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="matches")
    number = models.PositiveIntegerField()
    ruleset = models.CharField(max_length=500)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.RUNNING)
    origin = models.CharField(max_length=60, default="lobby", editable=False)
    """The ``Table.origin`` when it began."""
    rated = models.BooleanField(default=False)
    """Whether it counts for ratings: a public table whose seats were all held by people with accounts."""
    embargo_until = models.DateTimeField(null=True)
    """Until then only its seats and referees may watch it or read its record and chat. A later match at the same table
    begins with the same."""
    paused_at = models.DateTimeField(null=True)
    """Since when its clocks stand still; its ``Pause`` says why. ``services.pausing`` sets it, and the end of the match
    clears it."""
    version = models.PositiveIntegerField(default=0)
    schema = models.PositiveIntegerField()
    snapshot = models.BinaryField()
    prompt_versions = ArrayField(models.IntegerField())
    deadline = models.DateTimeField(null=True)
    phase_began_at = models.DateTimeField()
    bots_due_at = models.DateTimeField(null=True)
    began_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True)
    result = models.JSONField(null=True)
    holders = models.JSONField(default=list)
    """Who held each seat when the match began, as ``state.match_seats.Holder`` has it."""
    banks = ArrayField(models.IntegerField(), default=list)
    """Milliseconds that each seat has left in its bank in this deal."""
    missed_turns = ArrayField(models.PositiveSmallIntegerField(), default=list)
    """Decisions in a row that each seat has let pass."""
    auto = ArrayField(models.BooleanField(), default=list)
    """The seats for which a bot plays although a person holds them 托管."""
    secret = models.CharField(max_length=64, blank=True, editable=False)
    """Its deals are drawn from it. Nothing shows it before the end."""
    commitment = models.CharField(max_length=64, blank=True, editable=False)
    salts = models.JSONField(default=list)
    # The database's default is the older scheme: it fills in for matches that a process of the release before inserts.
    deal_scheme = models.PositiveSmallIntegerField(
        default=SCHEME, db_default=SCHEME_BY_MOVE, editable=False
    )
    """How its deals follow from secret and salts (``engine.core.fair``). A match keeps the scheme it began with, or its
    proof would fail."""
    first_seat = models.PositiveSmallIntegerField(null=True, editable=False)
    """The seat that leads or deals first, where the match plays a board of an event."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_match_per_number"),
            # The table's lock keeps this too; the constraint holds where a service forgets the lock.
            models.UniqueConstraint(
                fields=["table"], condition=Q(ended_at=None), name="one_live_match_per_table"
            ),
            # An ended match with a deadline would be taken up by every sweep.
            models.CheckConstraint(
                condition=Q(ended_at=None) | Q(deadline=None), name="no_deadline_after_the_end"
            ),
            models.CheckConstraint(
                condition=Q(ended_at=None, status="running")
                | Q(~Q(status="running"), ended_at__isnull=False),
                name="running_until_ended",
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
    def last_prompt_version(self) -> int:
        """The version at which a seat was last asked something: the one that pages show.

        A sealed answer does not change it, so no page tells that one has come in.
        """
        latest: int = max(self.prompt_versions)
        return latest if latest >= 0 else self.version


class MatchEnd(models.Model):
    """A row of the outbox: a match has ended, or its status has changed afterwards. Written in the same transaction.

    ``number`` counts the ends of one match from 1.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="ends")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=10, choices=Match.Status.choices)
    at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_end_per_number"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.status}"


class Delivery(models.Model):
    """What one consumer has to do, or has done (``done_at``), about the end of a match.

    A consumer that fails is tried again at ``next_try_at``, less and less often, and holds up no other.
    """

    end = models.ForeignKey(MatchEnd, on_delete=models.CASCADE, related_name="deliveries")
    consumer = models.CharField(max_length=30)
    done_at = models.DateTimeField(null=True)
    attempts = models.PositiveIntegerField(default=0)
    next_try_at = models.DateTimeField()
    error = models.CharField(max_length=200, blank=True)

    class Meta:
        verbose_name_plural = "deliveries"
        constraints = [
            models.UniqueConstraint(fields=["end", "consumer"], name="one_delivery_per_consumer"),
        ]
        indexes = [
            models.Index(
                fields=["next_try_at"], condition=Q(done_at=None), name="deliveries_to_make"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.end_id} to {self.consumer}"


class Pause(models.Model):
    """A time during which the clocks of a match stood still; without ``ended_at`` they still do."""

    class Reason(models.TextChoices):
        REFEREE = "referee"
        ORGANISER = "organiser"

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="pauses")
    reason = models.CharField(max_length=10, choices=Reason.choices)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["match"], condition=Q(ended_at=None), name="one_open_pause_per_match"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} paused: {self.reason}"


class SignOfLife(models.Model):
    """When a kind of process last showed that it serves; ``services.uptime`` finds outages by it."""

    WEB = "web"
    SITE = "site"
    """When the sweep last found both itself and a web process serving."""

    name = models.CharField(max_length=10, primary_key=True)
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} {self.seen_at}"


class Outage(models.Model):
    """A time during which the site did not serve. Afterwards every deadline was put off by its length."""

    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.began_at} to {self.ended_at}"


class Escape(models.Model):
    """A player who left a match before its end 逃跑; a bot took the seat."""

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
    """One accepted action and its events. Rows are never changed: matches are played back from them."""

    class By(models.TextChoices):
        """Who decided it."""

        PLAYER = "player"
        BOT = "bot"
        CLOCK = "clock"
        """The default, because the deadline passed."""
        AUTOPLAY = "autoplay"
        """A bot, for the person who holds the seat 托管."""
        AUTO_DECLINE = "auto_decline"
        """The site, as the holder wants calls declined."""
        REFEREE = "referee"
        CHANCE = "chance"

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField()
    seat = models.SmallIntegerField()
    action = models.TextField()
    tick = models.PositiveIntegerField(default=0)
    events = models.BinaryField()
    by = models.CharField(max_length=16, choices=By.choices)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        # Two processes that play the same match without its lock fail here, instead of writing two histories.
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_move_per_number"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}#{self.number} {self.seat}: {self.action[:40]}"
