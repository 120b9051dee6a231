"""A match of Gouji as bytes: the phases that a snapshot may hold."""

from typing import Final, TypeAlias

import msgspec

from .charging import Charging
from .heads import Heads
from .match import Match, State
from .opening import Opening
from .playing import Playing
from .revolution import Revolution
from .tribute import Returning, Tribute
from .waiting import Between, Over, Waiting

AnyPhase: TypeAlias = (
    Waiting
    | Tribute
    | Returning
    | Revolution
    | Charging
    | Heads
    | Opening
    | Playing
    | Between
    | Over
)


class _Stored(msgspec.Struct, frozen=True):
    match: Match
    phase: AnyPhase


_STORED: Final = msgspec.json.Decoder(_Stored)
_ENCODER: Final = msgspec.json.Encoder()


def dump(state: State) -> bytes:
    """A state as JSON."""
    return _ENCODER.encode(state)


def load(data: bytes) -> State:
    """A dumped state. Raises ValueError when it is none."""
    stored = _STORED.decode(data)
    return State(stored.match, stored.phase)
