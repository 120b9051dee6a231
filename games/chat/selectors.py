"""Queries for lines of chat, with the users who have muted their authors."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.contrib.postgres.expressions import ArraySubquery
from django.db import connection
from django.db.models import OuterRef, QuerySet

from games.chat.models import Message, Mute
from games.chat.phrases import find

LINES: Final = 30
"""Lines of each audience that a page shows when it opens."""
NEWEST: Final = 200
"""Lines that are looked through for the newest of each chat: more than the site writes in the two seconds between two
comparisons."""
_SAID: Final = "SELECT 1 FROM talk_message WHERE room = %s AND NOT hidden LIMIT 1"
"""In plain SQL, as every socket that connects asks it: the ORM would take longer than the query."""
_FIELDS: Final = (
    *("id", "kind", "key", "text", "author_id", "author_name", "seat", "audience", "said_at"),
)


@dataclass(frozen=True, slots=True)
class Line:
    """A line to be shown. ``unheard_by`` are those of the users asked about who have muted its author."""

    number: int
    kind: str
    key: str
    text: str
    author_id: int
    author: str
    seat: int | None
    audience: str
    said_at: datetime
    unheard_by: frozenset[int]

    @property
    def words(self) -> str:
        """The text; for a phrase or emote its words in the active language."""
        phrase = find(self.kind, self.key) if self.key else None
        return str(phrase.words) if phrase else self.text

    @property
    def glyph(self) -> str:
        """The glyph of an emote, "" for others."""
        return self.text if self.kind == Message.Kind.EMOTE else ""

    @property
    def for_watchers(self) -> bool:
        """Whether only those without a seat may see it."""
        return self.audience == Message.Audience.WATCHERS


def latest_lines(
    room: str, users: Collection[int], audiences: Collection[str] = Message.Audience.values
) -> list[Line]:
    """The last LINES lines of each audience in one list, oldest first. One query."""
    # For each audience apart, or watchers' chatter would push out the players' lines.
    first, *others = (
        _lines(users).filter(room=room, audience=audience).order_by("-id")[:LINES]
        for audience in audiences
    )
    rows = first.union(*others, all=True) if others else first
    return sorted(map(_line, rows), key=lambda line: line.number)


def is_silent(room: str) -> bool:
    """Whether a chat has no line that may be shown. One query."""
    with connection.cursor() as cursor:
        cursor.execute(_SAID, [room])
        return cursor.fetchone() is None


def lines_after(room: str, number: int, users: Collection[int]) -> list[Line]:
    """The lines of a chat after that number, oldest first."""
    return [_line(row) for row in _lines(users).filter(room=room, id__gt=number).order_by("id")]


def newest_numbers() -> dict[str, int]:
    """The number of the last line of each chat in which something was said lately. One query for all."""
    rows = Message.objects.filter(hidden=False).order_by("-id").values_list("room", "id")[:NEWEST]
    newest: dict[str, int] = {}
    for room, number in rows:
        newest.setdefault(room, number)
    return newest


def mutes_of(user_id: int) -> list[tuple[int, str]]:
    """The mutes of a user, the latest first: id of the mute, and name of the muted user."""
    rows = Mute.objects.filter(muter_id=user_id).order_by("-id")
    return list(rows.values_list("id", "muted__username"))


def _lines(users: Collection[int]) -> QuerySet[Message, Any]:
    # Read with the lines, for all readers at once: each reader's mutes apart would cost a query for each socket.
    muters = Mute.objects.filter(muted_id=OuterRef("author_id"), muter_id__in=list(users))
    shown = Message.objects.filter(hidden=False)
    return shown.values_list(*_FIELDS, ArraySubquery(muters.values("muter_id")))


def _line(row: tuple[Any, ...]) -> Line:
    return Line(*(*row[:-1], frozenset(row[-1] or ())))
