"""Who looks at a table, decided in one place: from a seat, as a referee, as a watcher, or not at all.

Pages, sockets, log, chat, hints and records all ask here, and none looks at seat numbers by itself.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, TypeAlias

from django.db import connection
from django.utils import timezone


class Role(StrEnum):
    """How somebody sees a table."""

    SEAT = "seat"
    """Live, with the cards of one hand."""
    REFEREE = "referee"
    """Live, with the cards of all hands."""
    WATCHER = "watcher"
    """Without any hand, as late as the table wants it."""
    SHUT_OUT = "shut_out"
    """Not yet: the match is under embargo."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """How one person sees a table. ``user_id`` is None for who has not signed in, ``seat`` for who holds none."""

    user_id: int | None
    role: Role
    seat: int | None = None
    delay: int = 0
    """Seconds by which the match is seen, and its seats are heard, later."""

    @property
    def may_look(self) -> bool:
        """Whether anything of a match may be shown."""
        return self.role is not Role.SHUT_OUT

    @property
    def sees_all_hands(self) -> bool:
        """Whether every hand is shown."""
        return self.role is Role.REFEREE

    def has_seen(self, at: datetime) -> bool:
        """Whether what happened then is shown by now."""
        return self.may_look and at <= timezone.now() - timedelta(seconds=self.delay)


IsReferee: TypeAlias = Callable[[int, int], bool]
"""Whether a user (id) is a referee at a table (id)."""
_referees: Final[dict[str, IsReferee]] = {}


def register_referees(kind: str, is_referee: IsReferee) -> None:
    """Have ``is_referee`` asked at tables whose ``origin`` is of that kind, such as ``tournament`` in ``tournament:12``.

    Call it from ``AppConfig.ready``, alike in all processes. Tables of the lobby have no referees.
    """
    _referees[kind] = is_referee


@dataclass(frozen=True, slots=True)
class Visibility:
    """What a table says about who may see it."""

    table_id: int
    origin: str
    delay: int
    embargo_until: datetime | None

    def viewer(self, user_id: int | None, seat: int | None) -> Viewer:
        """How somebody sees the table who holds that seat, or none."""
        if seat is not None:
            return Viewer(user_id, Role.SEAT, seat)
        if user_id is not None and self._is_referee(user_id):
            return Viewer(user_id, Role.REFEREE)
        if self.embargo_until is not None and self.embargo_until > timezone.now():
            return Viewer(user_id, Role.SHUT_OUT)
        return Viewer(user_id, Role.WATCHER, delay=self.delay)

    def _is_referee(self, user_id: int) -> bool:
        is_referee = _referees.get(self.origin.partition(":")[0])
        return is_referee is not None and is_referee(user_id, self.table_id)


_FIND: Final = """
    SELECT t.origin, t.watch_delay, s.user_id, s.number,
    (SELECT m.embargo_until FROM play_match m WHERE m.table_id = t.id ORDER BY m.number DESC LIMIT 1)
    FROM play_table t LEFT JOIN play_seat s ON s.table_id = t.id AND s.user_id = ANY(%s) WHERE t.id = %s"""


def viewers_at(
    table_id: int, user_ids: Collection[int | None], embargo_until: datetime | None = None
) -> dict[int | None, Viewer]:
    """How each of these users sees a table, in one query; None stands for those who have not signed in.

    ``embargo_until`` is that of an earlier match which is to be shown; that of the table's last match counts anyway.
    """
    known = [user_id for user_id in user_ids if user_id is not None]
    with connection.cursor() as cursor:
        cursor.execute(_FIND, [known, table_id])
        rows = cursor.fetchall()
    if not rows:
        return {user_id: Viewer(user_id, Role.SHUT_OUT) for user_id in user_ids}
    origin, delay, *_, until = rows[0]
    embargoes = [each for each in (until, embargo_until) if each is not None]
    seats = {row[2]: row[3] for row in rows if row[2] is not None}
    visibility = Visibility(table_id, origin, delay, max(embargoes, default=None))
    return {user_id: visibility.viewer(user_id, seats.get(user_id)) for user_id in user_ids}


def viewer_for(user_id: int | None, table_id: int, embargo_until: datetime | None = None) -> Viewer:
    """How somebody sees a table now. Where the table has been read already, ``TableState.viewer`` needs no query."""
    return viewers_at(table_id, [user_id], embargo_until)[user_id]
