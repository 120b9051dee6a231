"""A match of Gouji as a value: what it carries, and the phase it is in."""

from typing import TypeAlias

import msgspec

from .charging import Charging
from .heads import Heads
from .match import Match
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


class State(msgspec.Struct, frozen=True):
    """The whole state."""

    match: Match
    phase: AnyPhase
