"""Records: a match as the actions that made it, and the fold that plays them."""

from collections.abc import Iterable
from typing import Any

import msgspec

from .actions import Seat
from .errors import Refusal
from .events import Event
from .game import Game


class Entry(msgspec.Struct, frozen=True):
    """One accepted action in its text form. ``tick`` as in ``Game.apply``."""

    seat: Seat
    action: str
    tick: int = 0


class Broken(ValueError):  # noqa: N818 -- reads as what the record is
    """A record that the rules refuse; ``number`` counts entries from 1."""

    def __init__(self, number: int, refusal: Refusal) -> None:
        super().__init__(f"entry {number}: {refusal}")
        self.number = number
        self.refusal = refusal


def play_back(game: Game[Any], entries: Iterable[Entry]) -> tuple[Any, tuple[Event, ...]]:
    """The state and all events after playing entries from the start, each checked by the rules.

    Raises Broken with the first entry that is refused.
    """
    state = game.start()
    told: list[Event] = []
    for number, entry in enumerate(entries, 1):
        try:
            action = game.read(state, entry.seat, entry.action)
            state, events = game.apply(state, entry.seat, action, entry.tick)
        except Refusal as refusal:
            raise Broken(number, refusal) from refusal
        told.extend(events)
    return state, tuple(told)
