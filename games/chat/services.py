"""The only code that writes lines, hides them, and mutes authors."""

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
"""Lines that a user may say, in how many seconds."""
STEADY: Final = (40, 300)
"""A second, slower limit: the first alone would let a program fill the chat for hours."""
REPEAT_SECONDS: Final = 20
"""How long the same words are refused."""
MOST_MUTES: Final = 200
"""Of one user: every page shows the list."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a line is said, and to whom. The caller has made sure that its author may write there."""

    room: str
    audience: str
    seat: int | None = None
    table_id: int | None = None
    code: str = ""
    match_number: int = 0
    version: int = 0


def say(*, user: User, place: Place, said: Said, once: str) -> tuple[Message, bool]:
    """Store a line. Returns it, and whether it is new: a post that is sent again, with the same ``once``, is said once.

    Raises NotAllowed (``talk_fast``, ``talk_again``, and those of ``may``), BusyError.
    """
    check_may(user, Act.WRITE if said.kind == Message.Kind.WORDS else Act.CHAT)
    with transaction.atomic():
        # Ids are given before the commit: without the lock a line could become visible after a later one, and readers,
        # who ask for lines after the last they know, would miss it.
        lock_in_transaction(LockKind.CHAT_ROOM, place.room)
        before = Message.objects.filter(author_id=user.id, once=once).first()
        if before is not None and before.text == said.text:
            return before, False
        if before is not None:  # a page without script sends the same ``once`` with all its lines
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
    """Hide a line from everybody; its row stays. Returns the id of its table, None where there is no line or no table.

    The caller tells the table's sockets: pages that show the line keep it until then.
    """
    line = Message.objects.filter(id=message_id).first()
    if line is None:
        return None
    Message.objects.filter(id=line.id).update(hidden=True)
    return line.table_id


def mute(*, user: User, message_id: int, room: str, audiences: frozenset[str]) -> None:
    """No longer show ``user`` any line by the author of the line ``message_id``, at any table. The author is not told.

    The line must be of ``room`` and of one of the ``audiences`` that ``user`` may read. A second call changes nothing. Raises
    NotAllowed (``talk_gone``, ``talk_self``, ``talk_mutes``, and those of ``may``).
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
    """Show a muted author's lines again. Does nothing where the mute is not this user's own."""
    check_may(user, Act.MUTE)
    Mute.objects.filter(id=mute_id, muter=user).delete()
