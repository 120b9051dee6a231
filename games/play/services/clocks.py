"""The time that a decision has: its limit, the seat's bank 备用时间 beyond that, and what letting it pass leads to.

The functions that change a match change it in memory: the caller has locked it, and saves it.
"""

from datetime import datetime, timedelta
from typing import Final

from games.engine.core.actions import CHANCE, Seat
from games.engine.core.phases import Limit, Pace
from games.play.models import Match, Table

BETWEEN_SECONDS: Final = 10.0
"""To read the result of a deal."""
WINDOW_SECONDS: Final = 10.0
"""At least, where several seats answer at once: it takes as long as the slowest."""
CALL_SECONDS: Final = 6.0
"""For a call in the middle of play: it holds up the whole table."""
MISSED_TURNS: Final = 2
"""Decisions in a row that a player may let pass until a bot plays for them."""
BANKED: Final = frozenset({Limit.TURN, Limit.CHOICE})
"""The limits that a bank extends and that count as missed turns. Not windows and calls: there, to say nothing is an
answer, and a longer wait of one seat would tell that it can answer."""


def limit_of(pace: Pace, table: Table) -> timedelta | None:
    """How long a decision may take at this table before a bank is used; None where it has no limit."""
    seconds = {
        Limit.NONE: None,
        Limit.TURN: float(table.decision_seconds),
        Limit.WINDOW: max(WINDOW_SECONDS, table.decision_seconds / 2),
        Limit.CALL: CALL_SECONDS,
        Limit.CHOICE: float(table.decision_seconds),
        Limit.BETWEEN: BETWEEN_SECONDS,
    }[pace.limit]
    if seconds is None:
        return None
    limit = seconds if pace.seconds is None else pace.seconds
    return timedelta(seconds=limit + pace.ticks * pace.tick_seconds)


def banker(pace: Pace, to_act: tuple[Seat, ...]) -> Seat | None:
    """The seat whose bank runs once the limit is over: the only one to act, in a turn or a choice; else None."""
    alone = len(to_act) == 1 and to_act[0] != CHANCE
    return to_act[0] if alone and _is_duty(pace) else None


def deadline_of(match: Match, pace: Pace, to_act: tuple[Seat, ...]) -> datetime | None:
    """When the decision that was asked at ``phase_began_at`` ends, the seat's bank included; None for no limit."""
    limit = limit_of(pace, match.table)
    if limit is None:
        return None
    seat = banker(pace, to_act)
    bank = timedelta(milliseconds=match.banks[seat]) if seat is not None else timedelta()
    return match.phase_began_at + limit + bank


def charge_bank(match: Match, pace: Pace, to_act: tuple[Seat, ...], now: datetime) -> None:
    """Take from the bank of the seat to act what its decision took beyond the limit."""
    seat, limit = banker(pace, to_act), limit_of(pace, match.table)
    if seat is None or limit is None:
        return
    over = now - match.phase_began_at - limit
    if over > timedelta():
        left = timedelta(milliseconds=match.banks[seat]) - over
        match.banks[seat] = max(0, round(left.total_seconds() * 1000))


def fill_banks(match: Match) -> None:
    """Give every seat a full bank, when a deal begins."""
    match.banks = [match.table.bank_seconds * 1000] * len(match.prompt_versions)


def count_missed_turn(match: Match, pace: Pace, seat: Seat) -> None:
    """Count a decision that a player let pass; after MISSED_TURNS in a row a bot plays for them 托管."""
    if _is_duty(pace):
        match.missed_turns[seat] += 1
        if match.missed_turns[seat] >= MISSED_TURNS:
            match.auto[seat] = True


def _is_duty(pace: Pace) -> bool:
    # While cards are drawn by the clock (ticks), to show trumps is a chance and no duty.
    return pace.limit in BANKED and not pace.ticks


def take_back(match: Match, seat: Seat) -> None:
    """Let the player of a seat play themselves again: no autoplay, no missed turns."""
    match.missed_turns[seat] = 0
    match.auto[seat] = False
