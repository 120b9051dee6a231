"""The actions of Gouji. ``text`` gives each its text form."""

from games.engine.core.actions import Action
from games.engine.core.cards import Cards


class Play(Action, frozen=True, tag="play"):
    """Lead 发牌 or beat 上牌 with these cards."""

    cards: Cards


class Pass(Action, frozen=True, tag="pass"):
    """过牌: let the play on the table go."""


class Yield(Action, frozen=True, tag="yield"):
    """让牌: let the seats after this one answer first (§5)."""


class Declare(Action, frozen=True, tag="declare"):
    """宣点: declare that this seat will open, which changes the open tribute (§4, §9)."""


class Show(Action, frozen=True, tag="show"):
    """上班: show all cards of this rank and suit in the hand, to get the first lead (§4)."""

    rank: int
    suit: int


class Done(Action, frozen=True, tag="done"):
    """Nothing more to declare or show in the opening window."""


class Burn(Action, frozen=True, tag="burn"):
    """烧牌: burn the gouji play on the table with these cards."""

    cards: Cards


class Decline(Action, frozen=True, tag="decline"):
    """Do not burn; do not charge, or do not beat the charge any further."""


class Revolt(Action, frozen=True, tag="revolt"):
    """革命: leave the game with a hand without jokers and 2s."""


class Stay(Action, frozen=True, tag="stay"):
    """Do not revolt."""


class Charge(Action, frozen=True, tag="charge"):
    """冲点: show three gouji sets, in the order in which they are to be beaten."""

    sets: tuple[Cards, ...]


class Head(Action, frozen=True, tag="head"):
    """要头: keep a head; the first three gouji plays of this seat are then dead (§8)."""


class Headless(Action, frozen=True, tag="headless"):
    """无头: play without a head at once."""


class Return(Action, frozen=True, tag="return"):
    """还贡: give cards back to the payer of a tribute (§9)."""

    cards: Cards


class Settle(Action, frozen=True, tag="settle"):
    """The tribute that is owed is paid now. An action of chance: no seat decides anything about it."""
