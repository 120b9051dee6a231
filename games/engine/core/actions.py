"""Actions: what a seat asks, as small frozen values. Each game adds its own kinds."""

from typing import Final, TypeAlias

import msgspec

Seat: TypeAlias = int

CHANCE: Final[Seat] = -1
"""The seat of the dealer of chance: shuffles and draws come in as its actions."""


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
    """The time of a window is over and nobody in particular has to answer for it."""


class Chance(msgspec.Struct, frozen=True):
    """What has to be drawn now: a permutation of ``deck`` and one number below each of ``draws``.

    ``takes_first`` is whether the deal may say which seat is first: the leader of gouji §4 where nobody shows, the dealer of
    shengji §3 where there is none yet. It is the first of ``Deal.draws`` then.
    """

    deck: tuple[int, ...]
    draws: tuple[int, ...] = ()
    takes_first: bool = False
