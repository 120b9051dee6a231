"""What a seat may ask for in a Shengji game."""

from games.engine.core.actions import Action
from games.engine.core.cards import Cards


class Show(Action, frozen=True, tag="show"):
    """亮主: show cards of one face for the trump suit.

    It names the face, not the copies: which of them one holds only the clock can tell.
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
