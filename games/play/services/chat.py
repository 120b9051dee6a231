"""Chat at the table: who may say what to whom, and what a page shows of it.

Those who hold a seat write to the whole table, watchers to the other watchers. No seat ever gets a watcher's line:
a watcher could tell a player what they must not know. Players are not told who mutes them.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.permissions import Act
from games.chat import services
from games.chat.forms import Posted
from games.chat.models import Message
from games.chat.phrases import EMOTES, Phrase, phrases_of
from games.chat.selectors import Line, latest_lines, mutes_of
from games.engine.core.errors import NotAllowed
from games.permission import check_may
from games.play.models import Match, Table
from games.play.services import broadcast
from games.play.state.info import TableInfo
from games.play.state.viewers import Viewer, viewer_for

SEATS: Final = Message.Audience.SEATS
WATCHERS: Final = Message.Audience.WATCHERS


def chat_room_of(table: Table | TableInfo) -> str:
    """The key under which a table's lines are kept."""
    return f"table:{table.code}"


@dataclass(frozen=True, slots=True)
class ChatAudience:
    """What one viewer may hear at a table."""

    viewer: Viewer

    def hears(self, line: Line) -> bool:
        """Whether a line is for them at all. Watchers' lines are for those who are signed in and hold no seat: a player
        could else read them signed out.
        """
        viewer = self.viewer
        if not viewer.may_look or viewer.user_id in line.unheard_by:
            return False
        return not line.for_watchers or (viewer.user_id is not None and viewer.seat is None)

    def waits(self, line: Line) -> float:
        """Seconds until they may hear it: players' lines are as late as the match, and tell of it."""
        viewer = self.viewer
        if line.for_watchers or not viewer.delay or line.author_id == viewer.user_id:
            return 0.0
        due = line.said_at + timedelta(seconds=viewer.delay)
        return max(0.0, (due - timezone.now()).total_seconds())


@dataclass(frozen=True, slots=True)
class ChatPanel:
    """What a page shows of the chat at a table."""

    lines: tuple[Line, ...]
    to: str
    user_id: int | None
    guest: bool
    phrases: tuple[Phrase, ...]
    emotes: tuple[Phrase, ...]
    mutes: tuple[tuple[int, str], ...]


def panel(
    table: Table | TableInfo, user: User | AnonymousUser, viewer: Viewer, game: str
) -> ChatPanel:
    """The chat of a table as ``user`` may see it; ``viewer`` is that user at this table."""
    audience = ChatAudience(viewer)
    lines = latest_lines(chat_room_of(table), [user.id] if user.id else [])
    return ChatPanel(
        lines=tuple(line for line in lines if audience.hears(line) and not audience.waits(line)),
        to=WATCHERS if viewer.seat is None else SEATS,
        user_id=user.id,
        guest=isinstance(user, User) and user.is_guest,
        phrases=phrases_of(game),
        emotes=EMOTES,
        mutes=tuple(mutes_of(user.id)) if user.id else (),
    )


def answer(table: Table, user: User, posted: Posted) -> None:
    """Do what a post asks: say a line, mute somebody, or unmute them.

    Raises NotAllowed (``talk_closed``, ``talk_embargo``, and those of ``chat.services``; ``talk_place`` where the user no
    longer holds the seat, or lack of one, that the page showed). Side effect on commit: the table's sockets are told.
    """
    if posted.unmute:
        services.unmute(user=user, mute_id=posted.unmute)
        return
    viewer = viewer_for(user.id, table.id)
    if not viewer.may_look:
        raise NotAllowed("talk_embargo")
    seat = viewer.seat
    if posted.mute:
        # Only a line that they can read: the list of mutes names its author, so numbers could be tried.
        audiences = frozenset({SEATS} if seat is not None else {SEATS, WATCHERS})
        services.mute(
            user=user, message_id=posted.mute, room=chat_room_of(table), audiences=audiences
        )
        return
    check_may(user, Act.CHAT, table)
    if table.closed:
        raise NotAllowed("talk_closed")
    # Who has just sat down, or got up, must not say to everybody what was meant for watchers.
    if posted.said is None or posted.to != (WATCHERS if seat is None else SEATS):
        raise NotAllowed("talk_place")
    with transaction.atomic():
        place = _place(table, seat, posted.to)
        line, new = services.say(user=user, place=place, said=posted.said, once=posted.once)
        if new:
            number = line.id
            transaction.on_commit(lambda: broadcast.chat_changed(table.id, number), robust=True)


def hide_line(message_id: int) -> None:
    """Hide a line from every page; its row stays. A second call changes nothing.

    Side effect on commit: the sockets of its table are told.
    """
    with transaction.atomic():
        table_id = services.hide(message_id=message_id)
        if table_id is not None:
            transaction.on_commit(lambda: broadcast.chat_changed(table_id, 0), robust=True)


def _place(table: Table, seat: int | None, audience: str) -> services.Place:
    last = Match.objects.filter(table_id=table.id).order_by("-number")
    number, version = last.values_list("number", "version").first() or (0, 0)
    return services.Place(
        room=chat_room_of(table),
        audience=audience,
        seat=seat,
        table_id=table.id,
        code=table.code,
        match_number=number,
        version=version,
    )
