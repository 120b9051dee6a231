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
