"""The actions of the Shengji games. ``text`` gives each its text form."""

from games.engine.core.actions import Action
from games.engine.core.cards import Cards


class Show(Action, frozen=True, tag="show"):
    """亮主: show ``count`` cards of one rank and suit for the trump suit.

    It does not name copies: which of them a seat has drawn depends on the clock when it is applied.
    """

    rank: int
    suit: int
    count: int = 1


class Decline(Action, frozen=True, tag="decline"):
    """不亮: show nothing more in this drawing."""


class Bury(Action, frozen=True, tag="bury"):
    """扣底: put these cards into the kitty."""

    cards: Cards


class Play(Action, frozen=True, tag="play"):
    """出牌: lead or follow with these cards."""

    cards: Cards
