"""How somebody sees a table, decided in one place: from a seat, as a referee, as a watcher, or not at all.

Pages, sockets, log, chat, hints and records all ask here, so that none of them can show more than the others.
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
    """Without any hand, and later by the table's delay."""
    SHUT_OUT = "shut_out"
    """Nothing yet: the match is under embargo."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """How one person sees a table. ``user_id`` is None for those not signed in, ``seat`` for those who hold none."""

    user_id: int | None
    role: Role
    seat: int | None = None
    delay: int = 0
    """Seconds by which they see the match, and the players' lines in chat, later."""

    @property
    def may_look(self) -> bool:
        """Whether anything of a match may be shown."""
        return self.role is not Role.SHUT_OUT

    @property
    def sees_all_hands(self) -> bool:
        """Whether every hand is shown."""
        return self.role is Role.REFEREE

    def has_seen(self, at: datetime) -> bool:
        """Whether what happened at that time is shown to them by now."""
        return self.may_look and at <= timezone.now() - timedelta(seconds=self.delay)


IsReferee: TypeAlias = Callable[[int, int], bool]
"""Whether a user (id) is a referee at a table (id)."""
_referees: Final[dict[str, IsReferee]] = {}


def register_referees(kind: str, is_referee: IsReferee) -> None:
    """Have ``is_referee`` asked at tables whose ``origin`` is of that kind, such as ``tournament`` in ``tournament:12``.

    Register it in ``AppConfig.ready``, so that all processes know it. Tables of the lobby have no referees.
    """
    _referees[kind] = is_referee


@dataclass(frozen=True, slots=True)
class Visibility:
    """What of a table decides how people see it."""

    table_id: int
    origin: str
    delay: int
    embargo_until: datetime | None

    def viewer(self, user_id: int | None, seat: int | None) -> Viewer:
        """How a user (None: not signed in) with that seat, or none, sees the table."""
        # A seat comes first: a referee who plays must not see the other hands.
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
    """How each of these users sees a table, in one query; None stands for those who are not signed in.

    ``embargo_until`` is the embargo of an earlier match to be shown. That of the table's last match counts in any case.
    """
    known = [user_id for user_id in user_ids if user_id is not None]
    with connection.cursor() as cursor:
        cursor.execute(_FIND, [known, table_id])
        rows = cursor.fetchall()
    # The table is gone: nobody sees anything of it.
    if not rows:
        return {user_id: Viewer(user_id, Role.SHUT_OUT) for user_id in user_ids}
    origin, delay, *_, until = rows[0]
    embargoes = [each for each in (until, embargo_until) if each is not None]
    seats = {row[2]: row[3] for row in rows if row[2] is not None}
    visibility = Visibility(table_id, origin, delay, max(embargoes, default=None))
    return {user_id: visibility.viewer(user_id, seats.get(user_id)) for user_id in user_ids}


def viewer_for(user_id: int | None, table_id: int, embargo_until: datetime | None = None) -> Viewer:
    """How a user sees a table now. Where the table is loaded already, ``TableState.viewer`` needs no query."""
    return viewers_at(table_id, [user_id], embargo_until)[user_id]
