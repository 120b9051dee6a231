"""Actions: what a seat does, as small frozen values. Each game adds its own kinds."""

from typing import Final, TypeAlias

import msgspec

Seat: TypeAlias = int

# A shuffle is an action like any other: the engine needs no dice, and a record replays without a seed.
CHANCE: Final[Seat] = -1
"""Stands for chance where a seat is meant: shuffles and draws come in as its actions."""


class Action(msgspec.Struct, frozen=True, tag_field="do"):
    """The base of all actions. Its text form is the game's ``write``/``read``."""


class Deal(Action, frozen=True, tag="deal"):
    """A shuffled deck and what else has to be drawn with it.

    ``order`` is a permutation of the cards that ``Chance.deck`` names, ``draws`` one number below each
    bound of ``Chance.draws``.
    """

    order: tuple[int, ...]
    draws: tuple[int, ...] = ()


class Close(Action, frozen=True, tag="close"):
    """The time of a window is over. It is an action of chance: no seat decides it."""


class Chance(msgspec.Struct, frozen=True):
    """What has to be drawn now: a permutation of ``deck`` and one number below each of ``draws``.

    ``takes_first`` tells whether ``Deal.draws`` may begin with the number of a seat: the leader where
    nobody shows (gouji §4), or the dealer where there is none yet (shengji §3).
    """

    deck: tuple[int, ...]
    draws: tuple[int, ...] = ()
    takes_first: bool = False
