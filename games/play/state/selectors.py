"""Queries for tables and matches, and reading the state of a match."""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, Protocol, TypeVar

from django.db.models import Case, Count, Exists, OuterRef, Q, QuerySet, Subquery, When
from django.utils import timezone

from accounts.models import User
from games.engine.core.errors import NotAllowed, Refusal
from games.engine.core.game import AnyGame, AnyState
from games.engine.core.phases import Pace
from games.engine.core.records import Entry, play_back
from games.engine.registry import game_of
from games.play.models import Escape, Match, Move, Outage, Pause, Removal, Seat, Table
from games.play.state.info import PauseInfo, SeatInfo

log: Final = logging.getLogger(__name__)
V = TypeVar("V")


class HasSnapshot(Protocol):
    """A match with its snapshot, as a row or as a value."""

    @property
    def id(self) -> int: ...
    @property
    def ruleset(self) -> str: ...
    @property
    def version(self) -> int: ...
    @property
    def schema(self) -> int: ...
    @property
    def snapshot(self) -> bytes | memoryview: ...


class HasPrompts(Protocol):
    """A match and the versions of its prompts, as a row or as a value."""

    @property
    def version(self) -> int: ...
    @property
    def prompt_versions(self) -> Sequence[int]: ...
    @property
    def ended_at(self) -> datetime | None: ...


class HasClock(Protocol):
    """A match with the clock of its present phase, as a row or as a value."""

    @property
    def phase_began_at(self) -> datetime: ...
    @property
    def paused_at(self) -> datetime | None: ...


class BrokenMatchError(NotAllowed):
    """A match that can be read neither from its snapshot nor from its moves. ``services.breaking`` ends it."""

    def __init__(self, match_id: int) -> None:
        super().__init__("broken")
        self.match_id = match_id


UNREADABLE: Final = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, Refusal)
"""What reading something that was stored damaged may raise."""


def rules_of(match: HasSnapshot) -> AnyGame:
    """The game of a match. Raises BrokenMatchError for a ruleset that this version of the site does not know."""
    try:
        return game_of(match.ruleset)
    except Refusal as refusal:
        raise BrokenMatchError(match.id) from refusal


def load_snapshot(match: HasSnapshot, game: AnyGame) -> AnyState | None:
    """The engine's state from a match's snapshot; None where that is of another schema, or damaged."""
    if match.schema != game.schema:
        return None
    try:
        return game.load(bytes(match.snapshot))
    except UNREADABLE:
        log.exception("match %s: its snapshot cannot be read", match.id)
        return None


def load_state(match: HasSnapshot, game: AnyGame) -> AnyState:
    """The engine's state of a match: from its snapshot, or else from its moves played back.

    Raises BrokenMatchError where neither can be read.
    """
    state = load_snapshot(match, game)
    return _played_back(match, game) if state is None else state


def _played_back(match: HasSnapshot, game: AnyGame) -> AnyState:
    # Up to its version: read without a lock, the match may have moved on since.
    moves = Move.objects.filter(match_id=match.id, number__lte=match.version).order_by("number")
    entries = [Entry(*row) for row in moves.values_list("seat", "action", "tick")]
    if len(entries) != match.version:
        raise BrokenMatchError(match.id)
    try:
        return play_back(game, entries)[0]
    except UNREADABLE as error:
        raise BrokenMatchError(match.id) from error


def prompt_versions_of(match: HasPrompts, game: AnyGame, state: AnyState) -> list[int]:
    """``Match.prompt_versions`` with one number for each seat; made anew where it was stored damaged."""
    if len(match.prompt_versions) == game.meta.seats:
        return list(match.prompt_versions)
    to_act = () if match.ended_at else game.to_act(state)
    return [match.version if seat in to_act else -1 for seat in range(game.meta.seats)]


def one_each(values: Sequence[V], game: AnyGame, usual: V) -> list[V]:
    """``values`` where it has one for each seat; where it was stored damaged, ``usual`` for each seat."""
    return list(values) if len(values) == game.meta.seats else [usual] * game.meta.seats


def ticks_gone(match: HasClock, pace: Pace, now: datetime) -> int:
    """How many ticks of the present phase have passed by the server's clock. It stands still while the match is paused."""
    if not pace.ticks:
        return 0
    now = match.paused_at or now
    seconds = (now - match.phase_began_at).total_seconds()
    return max(0, min(pace.ticks, int(seconds / pace.tick_seconds)))


def stood_still(match_id: int, since: datetime, until: datetime) -> timedelta:
    """For how much of a time the clocks of a match stood still: it was paused, or the site was away. Two queries."""
    spans = [
        *Pause.objects.filter(match_id=match_id, began_at__lt=until).values_list(
            "began_at", "ended_at"
        ),
        *Outage.objects.filter(began_at__lt=until, ended_at__gt=since).values_list(
            "began_at", "ended_at"
        ),
    ]
    lengths = (min(end or until, until) - max(begin, since) for begin, end in spans)
    return sum((length for length in lengths if length > timedelta()), timedelta())


def pause_at(match_id: int, until: datetime) -> PauseInfo | None:
    """The pause of a match at that time; None where it was not paused."""
    then = Pause.objects.filter(Q(ended_at=None) | Q(ended_at__gt=until), match_id=match_id)
    row = then.filter(began_at__lte=until).select_related("by").first()
    return PauseInfo.of(row) if row else None


def seats_of(table_id: int) -> tuple[SeatInfo, ...]:
    """The seats of a table with their holders, by number. One query."""
    rows = (
        Seat.objects.filter(table_id=table_id)
        .select_related("user", "reserved_for")
        .order_by("number")
    )
    return tuple(SeatInfo.of(row) for row in rows)


def open_tables() -> QuerySet[Table]:
    """Public tables where somebody may sit down: first those with people, then those with the fewest free seats, then the
    newest. Annotated with ``free`` and ``here``, counts of seats.
    """
    return (
        Table.objects.filter(~Exists(_live()), closed=False, private=False)
        .annotate(
            free=Count("seats", filter=Q(seats__user=None, seats__bot="", seats__reserved=False)),
            here=Count("seats", filter=Q(seats__presence=Seat.Presence.HERE)),
        )
        .filter(free__gt=0)
        .annotate(alone=Case(When(here=0, then=1), default=0))
        .order_by("alone", "free", "-opened_at")
    )


def waiting_for_people(
    ruleset: str, user: User, since: datetime, kicked_since: datetime
) -> list[int]:
    """Ids of the public tables of a ruleset where somebody is here or has acted ``since`` then, those with the fewest free
    seats first; without those that ``user`` was asked to leave since ``kicked_since``, and those of events.
    """
    barred = Removal.objects.filter(
        table=OuterRef("id"), user=user, kicked=True, removed_at__gt=kicked_since
    )
    here = Seat.objects.filter(table=OuterRef("id"), presence=Seat.Presence.HERE)
    tables = open_tables().filter(~Exists(barred), ruleset=ruleset, has_owner=False)
    people = tables.filter(Q(Exists(here)) | Q(touched_at__gt=since))
    return [table.id for table in people]


def own_tables(user: User) -> list[Table]:
    """The open tables where a user holds a seat, those with a match under way first; annotated with ``live``."""
    held = Table.objects.filter(seats__user=user, closed=False).annotate(live=Exists(_live()))
    return list(held.order_by("-live", "-opened_at"))


def watchable_matches() -> QuerySet[Match]:
    """Matches under way that anybody may watch now: public ones without an embargo."""
    is_open = Q(embargo_until=None) | Q(embargo_until__lte=timezone.now())
    return Match.objects.filter(is_open, ended_at=None, table__private=False)


def live_matches(most: int) -> list[Match]:
    """Public matches under way with their tables, those with the most people first, then the newest."""
    people = Count("table__seats", filter=Q(table__seats__user__isnull=False))
    live = watchable_matches().filter(table__closed=False)
    # Secrets are not read for a list that everybody sees.
    shown = live.select_related("table").annotate(people=people).defer("secret", "salts", "result")
    return list(shown.order_by("-people", "-began_at")[:most])


def last_deals(match_ids: list[int]) -> dict[int, datetime]:
    """When the present deal of each match was dealt, by the match's id; one query."""
    dealt = Move.objects.filter(match=OuterRef("id"), by=Move.By.CHANCE).order_by("-number")
    found = Match.objects.filter(id__in=match_ids).values_list(
        "id", Subquery(dealt.values("made_at")[:1])
    )
    return {match: at for match, at in found if at is not None}


def left_seats(match_ids: list[int]) -> list[tuple[int, int, datetime]]:
    """The seats that were left before the end of those matches: match id, seat, when."""
    left = Escape.objects.filter(match_id__in=match_ids)
    return list(left.values_list("match_id", "seat", "left_at"))


def removal_of(user: User, table_id: int, since: datetime) -> Removal | None:
    """The removal of a user from a table after that time; None where there was none."""
    return Removal.objects.filter(table=table_id, user=user, removed_at__gt=since).first()


def idle_tables(since: datetime) -> QuerySet[Table, int]:
    """Ids of open tables where no match is under way and nobody has acted since then."""
    idle = Table.objects.filter(
        ~Exists(_live()), closed=False, kept_open=False, touched_at__lte=since
    )
    return idle.order_by("touched_at").values_list("id", flat=True)


def deserted_matches(since: datetime) -> QuerySet[Match, int]:
    """Ids of tables where nobody is and whose match began before then."""
    here = Seat.objects.filter(table=OuterRef("table"), user__isnull=False)
    here = here.exclude(presence=Seat.Presence.AWAY)
    live = Match.objects.filter(~Exists(here), ended_at=None, paused_at=None, began_at__lte=since)
    live = live.filter(table__kept_open=False)
    return live.order_by("began_at").values_list("table_id", flat=True)


def seats_left_ready(since: datetime) -> QuerySet[Seat, int]:
    """Ids of tables with no match under way where a player who is ready has been away since then."""
    live = Match.objects.filter(table=OuterRef("table"), ended_at=None)
    left = Seat.objects.filter(~Exists(live), table__closed=False, ready=True, user__isnull=False)
    left = left.filter(presence=Seat.Presence.AWAY, seen_at__lte=since, table__kept_open=False)
    return left.order_by("seen_at").values_list("table_id", flat=True)


def _live() -> QuerySet[Match]:
    return Match.objects.filter(table=OuterRef("id"), ended_at=None)


def versions_of(table_ids: list[int]) -> dict[int, tuple[int, int, int]]:
    """The versions that sockets compare, by the table's id: the table's, and number and version of its last match (0, 0
    before the first). One query for all tables, as each web process asks it every two seconds.
    """
    rows = (
        Table.objects.filter(id__in=table_ids)
        .order_by("id", "-matches__number")
        .distinct("id")
        .values_list("id", "version", "matches__number", "matches__version")
    )
    return {row[0]: (row[1], row[2] or 0, row[3] or 0) for row in rows}
