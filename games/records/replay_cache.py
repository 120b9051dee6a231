"""A record played back once and kept: any moment of it is then a few moves away."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from threading import Lock
from typing import Final, NamedTuple, TypeVar

from cachetools import LRUCache, cached

from games.engine.core.actions import CHANCE
from games.engine.core.events import Event, tag_of, visible
from games.engine.core.game import AnyGame, AnyState
from games.engine.core.records import Entry, read_record
from games.engine.registry import game_of
from games.play.state.table_state import deciders
from games.records.models import Record

STRIDE: Final = 50
"""Moves from one kept state to the next."""
TOLD: Final = 40
"""Public events that a moment knows of, its own and those before it."""


T = TypeVar("T")


class Mark(NamedTuple):
    """A move worth going to, and what happened there."""

    move: int
    kind: str
    event: Event


@dataclass(frozen=True, slots=True)
class Chapter:
    """One deal: the move that dealt it, its number in the match, and what is worth going to."""

    move: int
    number: int
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Replay:
    """A match from its first move to its last. ``stops`` are the moves after which everybody sees something new."""

    game: AnyGame
    entries: tuple[Entry, ...]
    states: tuple[AnyState, ...]
    told: tuple[tuple[Event, ...], ...]
    decided_by: tuple[tuple[str, ...], ...]
    """Who decided each event of ``told``, as ``TableState.decided_by`` has it."""
    stops: tuple[int, ...]
    chapters: tuple[Chapter, ...]

    @property
    def last(self) -> int:
        """The number of its last move; they count from 1."""
        return len(self.entries)

    def state_at(self, move: int) -> AnyState:
        """The state after that move."""
        state = self.states[move // STRIDE]
        for entry in self.entries[move // STRIDE * STRIDE : move]:
            state, _ = _played(self.game, state, entry)
        return state

    def events_at(self, move: int) -> tuple[Event, ...]:
        """The last public events up to that move."""
        return _last_ones(self.told[:move])

    def deciders_at(self, move: int) -> tuple[str, ...]:
        """Who decided the events that ``events_at`` gives."""
        return _last_ones(self.decided_by[:move])

    def chapter_at(self, move: int) -> Chapter:
        """The deal to which a move belongs."""
        return next(
            (chapter for chapter in reversed(self.chapters) if chapter.move <= move),
            self.chapters[0],
        )


def _last_ones(by_move: tuple[tuple[T, ...], ...]) -> tuple[T, ...]:
    found: list[T] = []
    for each in reversed(by_move):
        found[:0] = each
        if len(found) >= TOLD:
            break
    return tuple(found[-TOLD:])


def _key(record: Record) -> tuple[str, str]:
    return record.text, record.decided_by


_replays: Final[LRUCache[tuple[str, str], Replay]] = LRUCache(16)
_lock: Final = Lock()


def is_at_hand(record: Record) -> bool:
    """Whether the record's tape is kept: to make one means to play the whole match, up to a second's work."""
    with _lock:
        return _key(record) in _replays


@cached(_replays, key=_key, lock=_lock)
def replay_of(record: Record) -> Replay:
    """A record's tape; the last few are kept. A record's text never changes."""
    return _replay(record.text, record.deciders)


def _replay(text: str, by: tuple[str, ...]) -> Replay:
    record = read_record(text)
    game = game_of(record.ruleset)
    state = game.start()
    states, told = [state], []
    decided_by: list[tuple[str, ...]] = []
    dealt: list[int] = []
    for number, entry in enumerate(record.entries, 1):
        if entry.seat == CHANCE and game.chance(state) is not None:
            dealt.append(number)
        state, events = _played(game, state, entry)
        told.append(visible(events, None))
        decided_by.append(tuple(deciders(told[-1], entry.seat, by[number - 1] if by else "")))
        if number % STRIDE == 0:
            states.append(state)
    stops = [number for number, events in enumerate(told, 1) if events]
    if told and not told[-1]:
        stops.append(len(told))
    return Replay(
        game,
        record.entries,
        tuple(states),
        tuple(told),
        tuple(decided_by),
        tuple(stops),
        tuple(_chapters(dealt, told)),
    )


def _played(game: AnyGame, state: AnyState, entry: Entry) -> tuple[AnyState, tuple[Event, ...]]:
    action = game.read(state, entry.seat, entry.action)
    return game.apply(state, entry.seat, action, entry.tick)


def _chapters(dealt: list[int], told: list[tuple[Event, ...]]) -> Iterator[Chapter]:
    for begin, end in pairwise([*dealt, len(told) + 1]):
        began = next((event for event in told[begin - 1] if tag_of(event) == "deal_began"), None)
        marks = (
            Mark(move, kind, event)
            for move in range(begin, end)
            for event in told[move - 1]
            if (kind := kind_of(event))
        )
        yield Chapter(begin, getattr(began, "number", 0), tuple(marks))


WORTHY: Final = frozenset(
    (
        *(
            "deal_voided",
            "revolted",
            "charged",
            "charge_settled",
            "head_chosen",
            "declared",
            "shown",
        ),
        *("burn_ended", "burn_succeeded", "burn_failed", "stifled", "opened", "went_out"),
        *("melee_began", "deal_ended", "match_ended"),
        *("nobody_showed", "trumps_set", "buried", "stars_put", "throw_failed"),
    )
)
"""What people look for in a match. Of the plays those that burn, that are dead, or gouji; of the tricks those
with points in them.
"""


def kind_of(event: Event) -> str:
    """The kind under which an event is worth going to; empty for all others.

    >>> from games.engine.gouji.events import Opened, Passed, Played
    >>> kind_of(Opened(2)), kind_of(Passed(2)), kind_of(Played(2, 1, leads=True, gouji=True))
    ('opened', '', 'gouji')
    """
    tag = tag_of(event)
    if tag == "played":
        return next(
            (kind for kind in ("burns", "dead", "gouji") if getattr(event, kind, False)), ""
        )
    if tag == "trick_won":
        return "points" if getattr(event, "points", 0) else ""
    return tag if tag in WORTHY else ""
