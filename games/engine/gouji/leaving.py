"""Leaving a game, in whatever way, and what it makes of the opposite (gouji §3, §6-§8)."""

from msgspec.structs import replace

from games.engine.core.actions import Seat

from .events import BecameHeadless, BurnSucceeded, WentOut
from .results import Due
from .seats import BIT, NOBODY, OPPOSITE
from .table import Events, Table, put


def behead(table: Table, seat: Seat, events: Events) -> Table:
    """A seat's opposite is out: it is headless from now on. In the melee there are no heads."""
    if table.melee or not table.active & BIT[seat] & ~table.headless:
        return table
    events.append(BecameHeadless(seat))
    return replace(table, headless=table.headless | BIT[seat])


def release(table: Table, events: Events) -> Table:
    """The play that left ``awaited`` his head is settled: he is headless."""
    if table.awaited == NOBODY:
        return table
    seat = table.awaited
    return behead(replace(table, awaited=NOBODY), seat, events)


def go_out(table: Table, seat: Seat, events: Events) -> Table:
    """A seat has laid its last card: a burn succeeds with it, and its opposite loses his head.

    On a gouji play only once that is settled, for he may still answer it (§6).
    """
    table = replace(table, active=table.active & ~BIT[seat], finished=(*table.finished, seat))
    events.append(WentOut(seat, len(table.finished)))
    if table.burner == seat:
        events.append(BurnSucceeded(seat, table.burned))
        table = replace(
            table,
            burner=NOBODY,
            burned=NOBODY,
            owed=(*table.owed, Due("burn", table.burned, seat)),
        )
    opposite = OPPOSITE[seat]
    if not table.gouji:
        return behead(table, opposite, events)
    if table.active & BIT[opposite]:
        return replace(table, awaited=opposite)
    return table


def fall(table: Table, seat: Seat, events: Events) -> Table:
    """A seat leaves for one of the lowest places, its cards discarded unseen."""
    hand = table.hands[seat]
    table = replace(
        table,
        hands=put(table.hands, seat, 0),
        active=table.active & ~BIT[seat],
        fallen=(*table.fallen, seat),
        discarded=table.discarded | hand,
    )
    return behead(table, OPPOSITE[seat], events)
