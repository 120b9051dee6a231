"""Records: stored finished matches. Only ``services`` writes them, once; they never change."""

from django.conf import settings
from django.db import models

from games.engine.core.fair import SCHEME_BY_MOVE, Proof
from games.engine.core.records import write_proof
from games.play.models import Match, Move

DECIDERS = {
    Move.By.PLAYER.value: "p",
    Move.By.BOT.value: "b",
    Move.By.CLOCK.value: "c",
    Move.By.AUTOPLAY.value: "a",
    Move.By.AUTO_DECLINE.value: "d",
    Move.By.REFEREE.value: "r",
    Move.By.CHANCE.value: "x",
}
"""The letter of each ``Move.By`` in a record. Stored: a letter never changes its meaning."""
_DECIDER_OF = {letter: by for by, letter in DECIDERS.items()}


class Record(models.Model):
    """A finished match: its actions as text, its events, its result. Its *number* is its match's id.

    Its deals were drawn from ``secret``, whose hash ``commitment`` was shown beforehand, and from the seats' ``salts``, as
    ``deal_scheme`` says. The first three are empty for a match from before they were kept.
    """

    # PROTECT: the record is proof of the match, and people hold links to it.
    match = models.OneToOneField(Match, on_delete=models.PROTECT, related_name="record")
    ruleset = models.CharField(max_length=500)
    text = models.TextField()
    events = models.JSONField()
    decided_by = models.TextField(blank=True)
    """Who decided each move, one letter of ``DECIDERS`` for each; empty for a match from before this was kept."""
    result = models.JSONField()
    secret = models.CharField(max_length=64, blank=True)
    commitment = models.CharField(max_length=64, blank=True)
    salts = models.JSONField(default=list)
    deal_scheme = models.PositiveSmallIntegerField(
        default=SCHEME_BY_MOVE, db_default=SCHEME_BY_MOVE
    )
    first_seat = models.PositiveSmallIntegerField(null=True)
    """The seat that leads or deals first, where the match played a board of an event."""
    private = models.BooleanField(default=False)
    """Whether its table was private: then only players and referees may see it."""
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ["-ended_at"]

    def __str__(self) -> str:
        return f"{self.match_id} {self.ruleset}"

    @property
    def deciders(self) -> tuple[str, ...]:
        """Who decided each move, as in ``Move.By``; empty where that is not known."""
        return tuple(_DECIDER_OF.get(letter, "") for letter in self.decided_by)

    @property
    def proof(self) -> Proof | None:
        """What proves that its deals were fair; None where nothing was committed to."""
        if not self.secret or not self.commitment:
            return None
        return Proof(
            self.commitment, self.secret, tuple(self.salts), self.deal_scheme, self.first_seat
        )

    @property
    def text_with_proof(self) -> str:
        """The text for download: the proof, if there is one, and the actions."""
        return (write_proof(self.proof) if self.proof else "") + self.text


class Player(models.Model):
    """Who held a seat when the match began, and whether they left before its end (``escaped``)."""

    record = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="players")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="played"
    )
    name = models.CharField(max_length=150, blank=True)
    bot = models.CharField(max_length=30, blank=True)
    escaped = models.BooleanField(default=False)

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(
                fields=["record", "seat"], name="one_player_per_record_and_seat"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.record_id}/{self.seat} {self.name or self.bot}"
