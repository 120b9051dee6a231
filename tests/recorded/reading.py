"""Recorded matches: what a file says of itself in its comments, and what its replay comes to.

The comments before the ruleset may say, each as often as it likes::

    # covers: shengji §4 a ruff               a path of the rules (``gouji_facts``, ``levels_facts``) that it takes
    # shows: burn_failed seat=1 burned=0      an event that happens, cards by rank or, in full, by copy
    # never: opened seat=5                    an event that does not
    # expect: deal 1 places = 1 2 3 4 5 6     a fact in the end (``gouji_facts``, ``levels_facts``), reckoned by hand
    # option: stifled=plays_on                a value without which it would go otherwise
    # regression: what it is for              a whole match made by bots: it replays, and no card is lost
"""

import re
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import msgspec

from games.engine.core.cards import write_cards, write_ranks
from games.engine.core.events import Event
from games.engine.core.game import AnyGame
from games.engine.core.records import Entry, read_record
from games.engine.registry import game_of

FILES = sorted(Path(__file__).parent.glob("*/*.txt"))
KEYS = ("covers", "shows", "never", "expect", "option", "regression")
_HEADER = re.compile(rf"# ({'|'.join(KEYS)}): (.+)")


@dataclass(frozen=True)
class Step:
    """An entry, the state after it, and what it made happen."""

    entry: Entry
    state: Any
    events: tuple[Any, ...]


@dataclass(frozen=True)
class Recorded:
    """A recorded match, played strictly."""

    file: Path
    game: Any
    said: tuple[tuple[str, str], ...]
    steps: tuple[Step, ...]

    def all(self, key: str) -> list[str]:
        """Everything that the file says under one of KEYS."""
        return [value for each, value in self.said if each == key]

    @property
    def state(self) -> Any:
        return self.steps[-1].state

    @cached_property
    def events(self) -> tuple[Any, ...]:
        return tuple(event for step in self.steps for event in step.events)

    def told(self, tag: str) -> list[Any]:
        """The events of one kind, e.g. ``went_out``."""
        return [event for event in self.events if event.__struct_config__.tag == tag]

    def did(self, verb: str) -> list[Entry]:
        """The actions of one kind."""
        return [step.entry for step in self.steps if step.entry.action.split()[0] == verb]


def play(game: AnyGame, entries: tuple[Entry, ...]) -> tuple[Step, ...]:
    """Every step of a record. Raises Refusal."""
    state, steps = game.start(), []
    for entry in entries:
        action = game.read(state, entry.seat, entry.action)
        state, events = game.apply(state, entry.seat, action, entry.tick)
        steps.append(Step(entry, state, events))
    return tuple(steps)


@cache
def said_in(file: Path) -> tuple[tuple[str, str], ...]:
    """What a file says of itself under KEYS; nothing is played."""
    before, _, _ = file.read_text().partition("\nruleset ")
    return tuple((m[1], m[2]) for m in map(_HEADER.fullmatch, before.splitlines()) if m)


@cache
def read(file: Path) -> Recorded:
    """A file, played."""
    record = read_record(file.read_text())
    game = game_of(record.ruleset)
    return Recorded(file, game, said_in(file), play(game, record.entries))


def said_of(key: str, what: str) -> set[str]:
    """Everything that the records of a game say under one of KEYS."""
    files = [file for file in FILES if file.parent.name == key]
    return {value for file in files for each, value in said_in(file) if each == what}


def records_of(key: str) -> list[Recorded]:
    """All records of a game."""
    return [read(file) for file in FILES if file.parent.name == key]


def is_told(recorded: Recorded, wanted: str) -> bool:
    """Whether an event happens, as ``shows`` writes it: its name, and the fields that matter."""
    tag, *pairs = wanted.split()
    return any(
        all(_field(event, pair) for pair in (pair.split("=") for pair in pairs))
        for event in recorded.told(tag)
    )


def _field(event: Event, pair: list[str]) -> bool:
    name, wanted = pair
    value = msgspec.to_builtins(event)[name]
    if name == "cards":
        return wanted in (write_ranks(value), write_cards(value))
    if isinstance(value, list | tuple):
        return ",".join(map(str, value)) == wanted
    return str(value).lower() == wanted
