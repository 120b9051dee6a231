"""Replays: records that were played back once and are kept, so that any moment is at most STRIDE moves away."""

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
"""Moves from one kept state to the next: less memory with more, less work for a step with fewer."""
TOLD: Final = 40
"""The last public events that are given with a moment, as many as the live table keeps."""


T = TypeVar("T")


class Mark(NamedTuple):
    """A move that readers look for, and what happened there."""

    move: int
    kind: str
    event: Event


@dataclass(frozen=True, slots=True)
class Chapter:
    """One deal: the move that dealt it, its number in the match, and its marks."""

    move: int
    number: int
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Replay:
    """A match from its first move to its last. ``states`` has every STRIDE-th state, ``told`` the public events of each
    move; ``stops`` are the moves after which there is something new to see.
    """

    game: AnyGame
    entries: tuple[Entry, ...]
    states: tuple[AnyState, ...]
    told: tuple[tuple[Event, ...], ...]
    decided_by: tuple[tuple[str, ...], ...]
    """Who decided each event of ``told``, as in ``TableState.decided_by``."""
    stops: tuple[int, ...]
    chapters: tuple[Chapter, ...]

    @property
    def last(self) -> int:
        """The number of its last move. Moves count from 1."""
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


# Keyed by the text itself, which never changes. A replay of a long match takes some megabytes, so few are kept.
_replays: Final[LRUCache[tuple[str, str], Replay]] = LRUCache(16)
_lock: Final = Lock()


def is_at_hand(record: Record) -> bool:
    """Whether the replay of a record is cached. To make one means to play the whole match, up to a second."""
    with _lock:
        return _key(record) in _replays


@cached(_replays, key=_key, lock=_lock)
def replay_of(record: Record) -> Replay:
    """The replay of a record; the last few are cached. Raises what the engine raises for moves it refuses today."""
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
    # The end is a stop in any case, or the last step could not be reached.
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
"""The events that readers look for. Of plays only those that burn, are dead, or are gouji, and of tricks only those with
points are marked beside these; see ``kind_of``."""


def kind_of(event: Event) -> str:
    """The kind of mark that an event gets; empty for events without one.

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
