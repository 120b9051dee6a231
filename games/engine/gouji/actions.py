"""What a seat may ask for in Gouji."""

from games.engine.core.actions import Action
from games.engine.core.cards import Cards


class Play(Action, frozen=True, tag="play"):
    """Lead 发牌 or beat 上牌 with these cards."""

    cards: Cards


class Pass(Action, frozen=True, tag="pass"):
    """过牌: let the play on the table go."""


class Yield(Action, frozen=True, tag="yield"):
    """让牌: let the seats after one answer first."""


class Declare(Action, frozen=True, tag="declare"):
    """宣点: say that one will open."""


class Show(Action, frozen=True, tag="show"):
    """上班: show all one's cards of a rank and a suit for the lead."""

    rank: int
    suit: int


class Done(Action, frozen=True, tag="done"):
    """Say no more in the present window."""


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
    """要头: have one's first three gouji plays dead."""


class Headless(Action, frozen=True, tag="headless"):
    """无头: play without a head at once."""


class Return(Action, frozen=True, tag="return"):
    """还贡: give cards back to who paid."""

    cards: Cards


class Settle(Action, frozen=True, tag="settle"):
    """Chance's: the tribute that is owed is paid now."""
