"""What was read of a table, its seats and its match, as frozen values.

Live, delayed and replayed tables are all made of these. Threads share them and caches keep them, which rows of the ORM
do not allow: those may change, and ask the database for more. Rows are for what writes.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from games.play.models import Match, Pause, Seat, Table


@dataclass(frozen=True, slots=True)
class TableInfo:
    """A table and its settings, as ``models.Table`` has them, without the secret of its next match."""

    id: int
    code: str
    ruleset: str
    host_id: int | None
    decision_seconds: int
    bank_seconds: int
    card_counter: str
    card_count_visibility: str
    watch_delay: int
    private: bool
    commitment: str
    version: int
    closed: bool
    ready_by: datetime | None
    origin: str = "lobby"

    @classmethod
    def of(cls, row: Table) -> "TableInfo":
        """What a row says."""
        return cls(*(getattr(row, name) for name in TABLE_COLUMNS))


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """Who holds a seat, or held it in a match. A person whose account was deleted has a ``name`` and no ``user_id``."""

    number: int
    user_id: int | None
    name: str
    bot: str
    ready: bool = False
    auto_decline: bool = False
    presence: str = Seat.Presence.HERE
    reserved: bool = False
    """Whether it is free, and reserved for somebody."""
    reserved_for: str = ""
    """The name of the person it is reserved for."""

    @classmethod
    def of(cls, row: Seat) -> "SeatInfo":
        """What a row says. Read it with ``user`` and ``reserved_for``, or each costs a query."""
        return cls(
            number=row.number,
            user_id=row.user_id,
            name=row.user.username if row.user else "",
            bot=row.bot,
            ready=row.ready,
            auto_decline=row.auto_decline,
            presence=row.presence,
            reserved=row.is_free and row.reserved,
            reserved_for=row.reserved_for.username if row.is_free and row.reserved_for else "",
        )

    @property
    def is_free(self) -> bool:
        """Whether nobody holds it."""
        return not self.name and not self.bot


@dataclass(frozen=True, slots=True)
class MatchInfo:
    """A match as it stood after its move ``version``, as ``models.Match`` has it, without secret and salts."""

    id: int
    number: int
    ruleset: str
    status: str
    embargo_until: datetime | None
    paused_at: datetime | None
    version: int
    schema: int
    snapshot: bytes
    prompt_versions: tuple[int, ...]
    deadline: datetime | None
    phase_began_at: datetime
    began_at: datetime
    ended_at: datetime | None
    banks: tuple[int, ...]
    auto: tuple[bool, ...]
    commitment: str

    @classmethod
    def of(cls, row: Match) -> "MatchInfo":
        """What a row says."""
        return cls.read(tuple(getattr(row, name) for name in MATCH_COLUMNS))

    @classmethod
    def read(cls, columns: tuple[object, ...]) -> "MatchInfo":
        """From the values of MATCH_COLUMNS, as a query gives them."""
        return cls(*(_frozen(value) for value in columns))  # type: ignore[arg-type] # each column has its field's type

    @property
    def last_prompt_version(self) -> int:
        """As ``models.Match.last_prompt_version``: the version that pages show."""
        latest = max(self.prompt_versions)
        return latest if latest >= 0 else self.version


@dataclass(frozen=True, slots=True)
class PauseInfo:
    """Why the clocks of a match stand still, and since when. ``by`` is a person's name, empty where nobody is named."""

    reason: Pause.Reason
    by: str
    began_at: datetime

    @classmethod
    def of(cls, row: Pause) -> "PauseInfo":
        """What a row says. Read it with ``by``."""
        return cls(Pause.Reason(row.reason), row.by.username if row.by else "", row.began_at)


def _frozen(value: object) -> object:
    if isinstance(value, list):
        return tuple(value)
    return bytes(value) if isinstance(value, memoryview) else value


# A field of these values is a column to be read: the secret, which is no field, never leaves the database.
TABLE_COLUMNS: Final = tuple(TableInfo.__dataclass_fields__)
MATCH_COLUMNS: Final = tuple(MatchInfo.__dataclass_fields__)
