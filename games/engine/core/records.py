"""Records: a match as the actions that made it, the fold that plays them, and their readable text.

A record's text has a line for the ruleset, then one for each action: the seat (``chance`` deals) and the
action's text form. Empty lines, and what follows a ``#``, are ignored::

    ruleset gouji(games=1)
    chance deal AAKK 3333 4 5 6 7 | 0
    0 stay
    0 play 99@2

``@2`` after an action is its tick, in games that have ticks.
"""

import re
from collections.abc import Iterable
from typing import Any, Final

import msgspec

from .actions import CHANCE, Seat
from .errors import Refusal, Unreadable
from .events import Event
from .game import Game

MAX_RECORD: Final = 2_000_000
_LINE: Final = re.compile(r"(chance|\d) +([^@]*?)(?: *@(\d{1,6}))?")


class Entry(msgspec.Struct, frozen=True):
    """One accepted action in its text form. ``tick`` as in ``Game.apply``."""

    seat: Seat
    action: str
    tick: int = 0


class Record(msgspec.Struct, frozen=True):
    """A match, finished or not; ``lines`` are the line numbers of its entries in the text."""

    ruleset: str
    entries: tuple[Entry, ...]
    lines: tuple[int, ...]


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


def write_record(ruleset: str, entries: Iterable[Entry]) -> str:
    """A match as readable text.

    >>> print(write_record("gouji", [Entry(2, "play 99"), Entry(-1, "settle")]))
    ruleset gouji
    2 play 99
    chance settle
    <BLANKLINE>
    """
    lines = [f"ruleset {ruleset}"]
    for entry in entries:
        seat = "chance" if entry.seat == CHANCE else str(entry.seat)
        tick = f" @{entry.tick}" if entry.tick else ""
        lines.append(f"{seat} {entry.action}{tick}")
    return "\n".join(lines) + "\n"


def read_record(text: str) -> Record:
    r"""A match from its text. Raises Unreadable (``record``) with the number of the line.

    >>> read_record("ruleset gouji\n\n2 play 99  # a pair").entries
    (Entry(seat=2, action='play 99', tick=0),)
    """
    if len(text) > MAX_RECORD:
        raise Unreadable("record", line=0)
    ruleset = ""
    entries: list[Entry] = []
    lines: list[int] = []
    for number, written in enumerate(text.splitlines(), 1):
        line = written.partition("#")[0].strip()
        if not line:
            continue
        if not ruleset:
            word, _, ruleset = line.partition(" ")
            if word != "ruleset" or not ruleset:
                raise Unreadable("record", line=number)
            continue
        match = _LINE.fullmatch(line)
        if match is None:
            raise Unreadable("record", line=number)
        seat = CHANCE if match[1] == "chance" else int(match[1])
        entries.append(Entry(seat, match[2], int(match[3] or 0)))
        lines.append(number)
    if not ruleset:
        raise Unreadable("record", line=0)
    return Record(ruleset.strip(), tuple(entries), tuple(lines))
