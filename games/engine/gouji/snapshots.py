"""A match of Gouji as bytes: the phases that a snapshot may hold."""

from typing import Final, TypeAlias

import msgspec

from .charging import Charging
from .heads import Heads
from .match import GoujiState, Match
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


# ``GoujiState`` has any ``Phase``; a decoder needs the union, in which the tag of the data picks one.
class _Stored(msgspec.Struct, frozen=True):
    match: Match
    phase: AnyPhase


_STORED: Final = msgspec.json.Decoder(_Stored)
_ENCODER: Final = msgspec.json.Encoder()


def dump(state: GoujiState) -> bytes:
    """A state as JSON."""
    return _ENCODER.encode(state)


def load(data: bytes) -> GoujiState:
    """A state from its JSON. Raises ValueError for anything that is not one."""
    stored = _STORED.decode(data)
    return GoujiState(stored.match, stored.phase)
