"""The only code that says a line, hides one, or lets somebody not hear somebody."""

import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.permissions import Act
from games.chat.filters import same_words
from games.chat.forms import Said
from games.chat.models import Message, Mute
from games.engine.core.errors import NotAllowed
from games.permission import check_may
from gouji_site.lib.advisory_locks import LockKind, lock_in_transaction

BURST: Final = (5, 10)
"""So many lines in so many seconds, and no more."""
STEADY: Final = (40, 300)
REPEAT_SECONDS: Final = 20
MOST_MUTES: Final = 200


@dataclass(frozen=True, slots=True)
class Place:
    """Where a line is said and to whom. Whoever makes one knows that its author may talk there."""

    room: str
    audience: str
    seat: int | None = None
    table_id: int | None = None
    code: str = ""
    match_number: int = 0
    version: int = 0


def say(*, user: User, place: Place, said: Said, once: str) -> tuple[Message, bool]:
    """Say a line; the line, and whether it is new: one with the same ``once`` is said already.

    Raises NotAllowed (``talk_fast``, ``talk_again``, and those of ``may``). Lines of a room get their numbers in
    the order in which they can be read, so that who has read one has read all before it.
    """
    check_may(user, Act.WRITE if said.kind == Message.Kind.WORDS else Act.CHAT)
    with transaction.atomic():
        lock_in_transaction(LockKind.CHAT_ROOM, place.room)
        before = Message.objects.filter(author_id=user.id, once=once).first()
        if before is not None and before.text == said.text:
            return before, False
        if before is not None:  # a page without script has one draw for all its lines
            once = secrets.token_hex(16)
        _check_flood(user, place, said)
        return Message.objects.create(
            room=place.room,
            audience=place.audience,
            kind=said.kind,
            key=said.key,
            text=said.text,
            author_id=user.id,
            author_name=user.username,
            seat=place.seat,
            table_id=place.table_id,
            code=place.code,
            match_number=place.match_number,
            version=place.version,
            once=once,
        ), True


def _check_flood(user: User, place: Place, said: Said) -> None:
    now = timezone.now()
    lines = Message.objects.filter(author_id=user.id)
    for most, seconds in (BURST, STEADY):
        if lines.filter(said_at__gt=now - timedelta(seconds=seconds)).count() >= most:
            raise NotAllowed("talk_fast")
    late = lines.filter(room=place.room, said_at__gt=now - timedelta(seconds=REPEAT_SECONDS))
    if any(same_words(text, said.text) for text in late.values_list("text", flat=True)):
        raise NotAllowed("talk_again")


def hide(*, message_id: int) -> int | None:
    """Take a line away from everybody's eyes; the id of its table, or None where there is no such line or table.

    The row stays. Who shows the table has to be told: a screen that has the line keeps it until then.
    """
    line = Message.objects.filter(id=message_id).first()
    if line is None:
        return None
    Message.objects.filter(id=line.id).update(hidden=True)
    return line.table_id


def mute(*, user: User, message_id: int, room: str, audiences: frozenset[str]) -> None:
    """No longer show ``user`` what the author of a line says, in any room. The author is not told.

    The line has to be one of ``room`` that ``user`` may hear. Raises NotAllowed (``talk_gone``,
    ``talk_self``, ``talk_mutes``). A second call changes nothing.
    """
    check_may(user, Act.MUTE)
    heard = Message.objects.filter(id=message_id, room=room, audience__in=audiences, hidden=False)
    author = User.objects.filter(id__in=heard.values("author_id")).first()
    if author is None:
        raise NotAllowed("talk_gone")
    if author.id == user.id:
        raise NotAllowed("talk_self")
    if Mute.objects.filter(muter=user).count() >= MOST_MUTES:
        raise NotAllowed("talk_mutes")
    Mute.objects.get_or_create(muter=user, muted=author)


def unmute(*, user: User, mute_id: int) -> None:
    """Hear somebody again. Does nothing where it is no mute of this user's own."""
    check_may(user, Act.MUTE)
    Mute.objects.filter(id=mute_id, muter=user).delete()
