"""Cues: what is called out at the table, in writing and by a voice, when something happens.

A cue is made from one public event, so it tells no more than the log does. Its number is the event's (``public_events``),
which counts no sealed answers. Each game says what it calls.
"""

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from games.engine.core.actions import CHANCE, Seat
from games.engine.core.views import AnyPublic, View
from games.play.display.types import Cue
from games.play.state.table_state import TableState

MAX_CUES: Final = 4
LOOKED_AT: Final = 3 * MAX_CUES
"""Events among which the newest cues are looked for: not every event is called out."""


class Call(NamedTuple):
    """One thing called out: its kind, the seat it is of, its words, and what a voice adds."""

    key: str
    seat: Seat = CHANCE
    words: str = ""
    say: str = ""


Calls: TypeAlias = Callable[[TableState, View[AnyPublic], int], tuple[Call, ...]]
"""What a game calls out for the event of that index."""


def newest_cues(table_state: TableState, view: View[AnyPublic], calls: Calls) -> tuple[Cue, ...]:
    """The newest cues of a table, oldest first; none where its events have no numbers, as in a replay."""
    last = len(table_state.events)
    if len(table_state.stamps) != last:
        return ()
    told: list[Cue] = []
    for at in reversed(range(max(0, last - LOOKED_AT), last)):
        told[:0] = [
            Cue(table_state.stamps[at] + more, *call)
            for more, call in enumerate(calls(table_state, view, at))
        ]
        if len(told) >= MAX_CUES:
            break
    return tuple(told[-MAX_CUES:])
