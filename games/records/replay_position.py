"""What the page of a finished match shows at one of its moves: the live table's page parts, and the hands."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

from django.template.loader import get_template

from games.engine.registry import game_of, is_known
from games.play.display.log_text import name_of
from games.play.display.page_parts import public_parts, render_part
from games.play.display.screens import own_screen, public_screen
from games.play.display.types import CardGroup
from games.play.models import Match, Table
from games.play.state.info import MatchInfo, SeatInfo, TableInfo
from games.play.state.table_state import TableState
from games.records.models import Record
from games.records.replay_cache import Replay

ALL: Final = "all"
NONE: Final = "none"
SHOWN: Final = ("status", "result", "log")
# Any fixed time: nothing of a replay shows the clock, and the same moment has the same value each time.
_THEN: Final = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class HandPanel:
    """The cards that one seat holds, and a note that only it could see, such as the kitty it buried."""

    seat: int
    team: int
    name: str
    count: int
    groups: tuple[CardGroup, ...]
    note: str


@dataclass(frozen=True, slots=True)
class Bar:
    """Where in the match a moment is, and the moves to go to from it: ``back`` and ``on`` are the stops beside it."""

    move: int
    last: int
    back: int | None
    on: int | None
    deal: int
    before: int | None
    """The move that begins this deal; where this is that move, the one that begins the deal before."""
    after: int | None
    """The move that begins the next deal."""


def table_state_at(record: Record, replay: Replay, move: int) -> TableState:
    """A table as it was after that move, with the holders the match began with. No clock runs, and no event has a
    number.
    """
    seats = seats_of(record)
    seated = len(seats)
    match = MatchInfo(
        id=record.match_id,
        number=1,
        ruleset=record.ruleset,
        status=Match.Status.RUNNING,
        embargo_until=None,
        paused_at=None,
        version=move,
        schema=replay.game.schema,
        snapshot=b"",
        prompt_versions=(-1,) * seated,
        deadline=None,
        phase_began_at=_THEN,
        began_at=_THEN,
        ended_at=None,
        banks=(0,) * seated,
        auto=(False,) * seated,
        commitment=record.commitment,
    )
    table = _table_of(record)
    return TableState(
        table,
        seats,
        match,
        replay.game,
        replay.state_at(move),
        replay.events_at(move),
        _THEN,
        decided_by=replay.deciders_at(move),
    )


def _table_of(record: Record) -> TableInfo:
    """A table that shows all counts of cards, and has no card counter."""
    return TableInfo(
        id=0,
        code="",
        ruleset=record.ruleset,
        host_id=None,
        decision_seconds=0,
        bank_seconds=0,
        card_counter=Table.CardCounter.OFF,
        card_count_visibility=Table.CardCountVisibility.ALL,
        watch_delay=0,
        private=record.private,
        commitment="",
        version=0,
        closed=False,
        ready_by=None,
    )


def seats_of(record: Record) -> tuple[SeatInfo, ...]:
    """The seats as they were held when the match began; one for each, even where the holder is not known."""
    held = {each.seat: each for each in record.players.all()}
    seats = game_of(record.ruleset).meta.seats if is_known(record.ruleset) else len(held)
    return tuple(
        SeatInfo(seat, held[seat].user_id, held[seat].name, held[seat].bot)
        if seat in held
        else SeatInfo(seat, None, "", "")
        for seat in range(seats)
    )


def bar_at(replay: Replay, move: int) -> Bar:
    """The bar of buttons at a move."""
    chapter = replay.chapter_at(move)
    begins = [each.move for each in replay.chapters]
    return Bar(
        move=move,
        last=replay.last,
        back=next((stop for stop in reversed(replay.stops) if stop < move), None),
        on=next((stop for stop in replay.stops if stop > move), None),
        deal=chapter.number,
        before=next((begin for begin in reversed(begins) if begin < move), None),
        after=next((begin for begin in begins if begin > move), None),
    )


def hands_at(table_state: TableState, watched: str) -> tuple[HandPanel, ...]:
    """The hands that ``watched`` asks for: ALL, NONE, or a seat's number."""
    if watched == NONE:
        return ()
    return tuple(
        _hand(table_state, seat) for seat in table_state.seats if watched in {ALL, str(seat.number)}
    )


def _hand(table_state: TableState, seat: SeatInfo) -> HandPanel:
    own = own_screen(table_state, seat.number)
    groups = own.hand or ()
    count = sum(len(group.card_faces) for group in groups)
    return HandPanel(
        seat.number,
        table_state.game.meta.sides.team_of(seat.number),
        name_of(seat),
        count,
        groups,
        own.tools.note,
    )


def parts_at(table_state: TableState, replay: Replay, move: int, watched: str) -> dict[str, str]:
    """Part name to HTML of one moment; each is an element ``r-NAME`` that htmx swaps in."""
    screen = public_screen(table_state)
    screen = replace(screen, status=replace(screen.status, deadline_ms=0))
    rendered = {
        part.name: render_part(part)
        for part in public_parts(screen)
        if part.name in SHOWN or part.name.startswith("seat-")
    }
    rendered["hands"] = _own("_hands.html", hands_at(table_state, watched), watched)
    rendered["bar"] = _own("_bar.html", bar_at(replay, move), watched)
    return rendered


def _own(template: str, shown: object, watched: str) -> str:
    return get_template(f"records/{template}").render({"it": shown, "watched": watched})
