"""A match of Gouji as a value: what it carries, and the phase it is in."""

from typing import TypeAlias

import msgspec

from .match import Match
from .opening import Opening
from .playing import Playing
from .waiting import Between, Over, Waiting

AnyPhase: TypeAlias = Waiting | Opening | Playing | Between | Over


class State(msgspec.Struct, frozen=True):
    """The whole state."""

    match: Match
    phase: AnyPhase
