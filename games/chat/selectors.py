"""Reading lines: what a room said, and who must not be shown it."""

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
"""So many lines of each audience are shown to who comes."""
NEWEST: Final = 200
_SAID: Final = "SELECT 1 FROM talk_message WHERE room = %s AND NOT hidden LIMIT 1"
"""In plain SQL: it is asked for every socket that comes."""
_FIELDS: Final = (
    *("id", "kind", "key", "text", "author_id", "author_name", "seat", "audience", "said_at"),
)


@dataclass(frozen=True, slots=True)
class Line:
    """A line to be shown; ``unheard_by`` are those of the asked-for users who do not hear its author."""

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
        """The text, or the phrase in the reader's language."""
        phrase = find(self.kind, self.key) if self.key else None
        return str(phrase.words) if phrase else self.text

    @property
    def glyph(self) -> str:
        """The sign of an emote."""
        return self.text if self.kind == Message.Kind.EMOTE else ""

    @property
    def for_watchers(self) -> bool:
        """Whether only those without a seat may see it."""
        return self.audience == Message.Audience.WATCHERS


def latest_lines(
    room: str, users: Collection[int], audiences: Collection[str] = Message.Audience.values
) -> list[Line]:
    """The last LINES lines of each audience in their order, in one query."""
    first, *others = (
        _lines(users).filter(room=room, audience=audience).order_by("-id")[:LINES]
        for audience in audiences
    )
    rows = first.union(*others, all=True) if others else first
    return sorted(map(_line, rows), key=lambda line: line.number)


def is_silent(room: str) -> bool:
    """Whether nothing that may be shown was ever said in a room."""
    with connection.cursor() as cursor:
        cursor.execute(_SAID, [room])
        return cursor.fetchone() is None


def lines_after(room: str, number: int, users: Collection[int]) -> list[Line]:
    """The lines of a room that were said after that one."""
    return [_line(row) for row in _lines(users).filter(room=room, id__gt=number).order_by("id")]


def newest_numbers() -> dict[str, int]:
    """The number of the last line of each room in which something was said lately."""
    rows = Message.objects.filter(hidden=False).order_by("-id").values_list("room", "id")[:NEWEST]
    newest: dict[str, int] = {}
    for room, number in rows:
        newest.setdefault(room, number)
    return newest


def mutes_of(user_id: int) -> list[tuple[int, str]]:
    """Whom a user does not hear: number of the mute, and name."""
    rows = Mute.objects.filter(muter_id=user_id).order_by("-id")
    return list(rows.values_list("id", "muted__username"))


def _lines(users: Collection[int]) -> QuerySet[Message, Any]:
    deaf = Mute.objects.filter(muted_id=OuterRef("author_id"), muter_id__in=list(users))
    shown = Message.objects.filter(hidden=False)
    return shown.values_list(*_FIELDS, ArraySubquery(deaf.values("muter_id")))


def _line(row: tuple[Any, ...]) -> Line:
    return Line(*(*row[:-1], frozenset(row[-1] or ())))
