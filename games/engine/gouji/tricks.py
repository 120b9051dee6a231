"""The course of a trick: passing, yielding, winning it, and who leads next (gouji §5-§7)."""

from typing import Final

from msgspec.structs import replace

from games.engine.core.actions import Seat
from games.engine.core.errors import NotAllowed

from .events import BurnFailed, MeleeBegan, Opened, Passed, TrickWon, Yielded
from .leaving import fall, release
from .legal import is_one_play
from .plays import opens
from .rules import Rules
from .scoring import is_over
from .seats import BIT, NEXT, NOBODY, OPPOSITE
from .table import JOKERS, Events, Table
from .trick import Laid, heir

MELEE_BELOW: Final = 5
"""The melee 四户乱缠 begins with fewer active players than this (gouji §7)."""


def ask(rules: Rules, table: Table, events: Events) -> Table:
    """Whose turn it is now: burners first, then those who may answer, then who yielded; else the
    trick is won.
    """
    if table.burners:
        return replace(table, turn=NOBODY)
    if table.pending:
        return replace(table, turn=NEXT[table.pending][_place_of(table)])
    return win(rules, table, events)


def _place_of(table: Table) -> Seat:
    return table.trick[-1].seat


def pass_by(rules: Rules, table: Table, seat: Seat, events: Events) -> Table:
    """过牌. Raises NotAllowed (``lead_must``)."""
    if table.top is None:
        raise NotAllowed("lead_must")
    events.append(Passed(seat))
    pending = table.pending & ~BIT[seat]
    if not pending and table.yielder not in (NOBODY, seat):
        pending = BIT[table.yielder]
    table = replace(
        table,
        pending=pending,
        turn=NEXT[pending][seat],
        trick=(*table.trick, Laid(seat, 0, "pass")),
        passed=table.passed | BIT[seat],
        moves=table.moves + 1,
    )
    if table.awaited == seat:
        table = release(table, events)
    return table if pending else win(rules, table, events)


def why_no_yield(table: Table, seat: Seat) -> str:
    """The code of the refusal to yield 让牌, or nothing (gouji §5)."""
    reasons = (
        (table.top is None, "lead_must"),
        (table.melee, "yield_melee"),
        (table.top is not None and table.top.seat != OPPOSITE[seat], "yield_opposite_only"),
        (table.gouji, "yield_gouji"),
        (table.yielded & BIT[seat], "yield_once"),
        (not table.pending & ~BIT[seat], "yield_nobody_after"),
    )
    return next((code for holds, code in reasons if holds), "")


def may_yield(table: Table, seat: Seat) -> bool:
    """Whether a seat on turn may yield: the same, for the hot path."""
    return (
        table.top is not None
        and table.top.seat == OPPOSITE[seat]
        and not table.gouji
        and not table.melee
        and not table.yielded & BIT[seat]
        and bool(table.pending & ~BIT[seat])
    )


def give_way(table: Table, seat: Seat, events: Events) -> Table:
    """让牌: the seats after this one answer first. Raises NotAllowed (``yield_…``, ``lead_must``)."""
    code = why_no_yield(table, seat)
    if code:
        raise NotAllowed(code)
    events.append(Yielded(seat))
    pending = table.pending & ~BIT[seat]
    return replace(
        table,
        pending=pending,
        turn=NEXT[pending][seat],
        trick=(*table.trick, Laid(seat, 0, "yield")),
        yielded=table.yielded | BIT[seat],
        yielder=seat,
        moves=table.moves + 1,
    )


def win(rules: Rules, table: Table, events: Events) -> Table:
    """The trick is its last player's; he, or who follows him, leads. Before the melee it may open; but what a
    revolution has settled about the opening of his opposite stands (gouji §4, §8).
    """
    top, shape = table.top, table.shape
    if top is None or shape is None:
        raise ValueError("a trick without a play is not won")
    winner = top.seat
    opened = table.opened
    leader = heir(winner, table.active, rules.successor)
    events.append(TrickWon(winner, leader))
    settled = opened | (BIT[OPPOSITE[table.revolted]] if table.revolted != NOBODY else 0)
    may_open = not table.melee and not settled & BIT[winner]
    if may_open and opens(top.cards, shape, with_twos=rules.open_with_twos):
        opened |= BIT[winner]
        events.append(Opened(winner))
    table = release(table, events) if table.awaited != NOBODY else table
    table = replace(
        table,
        turn=leader,
        pending=0,
        top=None,
        shape=None,
        gouji=False,
        dead=False,
        trick=(),
        last_trick=table.trick,
        passed=0,
        yielded=0,
        yielder=NOBODY,
        opened=opened,
    )
    if table.burner != NOBODY:
        table = _burn_on(rules, table, events)
    return _begin_melee(rules, table, events)


def _burn_on(rules: Rules, table: Table, events: Events) -> Table:
    """The burner leads on; without a joker he needs a hand that is one play, or the burn has failed."""
    burner, burned = table.burner, table.burned
    hand = table.hands[burner]
    if hand & JOKERS or is_one_play(hand, rules):
        return table
    events.append(BurnFailed(burner, burned))
    table = fall(replace(table, burner=NOBODY, burned=NOBODY), burner, events)
    leads = burned if table.active & BIT[burned] else NEXT[table.active][burned]
    return replace(table, turn=leads)


def _begin_melee(rules: Rules, table: Table, events: Events) -> Table:
    """A burn begun before it runs to its end first."""
    if table.melee or table.burner != NOBODY or table.active.bit_count() >= MELEE_BELOW:
        return table
    if is_over(table.active, rules.game_end):
        return table
    events.append(MeleeBegan())
    return replace(table, melee=True)
