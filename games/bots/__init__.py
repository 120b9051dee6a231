"""Bots: each chooses an action from what its seat may see, and keeps nothing between two choices."""

import random
from importlib import import_module
from typing import Final, Protocol

from games.engine.core.actions import Action
from games.engine.core.game import AnyGame
from games.engine.core.views import AnyPublic, View

BOTS: Final = {
    "random": "games.bots.random_bot",
    "steady": "games.bots.heuristic",
    "levels_steady": "games.bots.levels_heuristic",
}
"""The names of the bots, and the modules whose ``make()`` returns them: imported only when asked for."""


STAND_IN: Final = "steady"
"""The bot that takes free seats, and plays for players who are away or have left."""


class Bot(Protocol):
    """A player that knows only the view of its seat."""

    # The state is not passed: a bot cannot look at other hands, by mistake or otherwise.
    def choose(self, view: View[AnyPublic], game: AnyGame, rng: random.Random) -> Action | None:
        """One of the actions that the view allows, or None to wait for the next tick of the clock.

        ``game`` is for questions about the rules. Raises ValueError where the view allows nothing.
        """
        ...


def bot_of(name: str) -> Bot:
    """The bot of that name. Raises KeyError for one that is not known.

    >>> type(bot_of("random")).__name__
    'RandomBot'
    """
    bot: Bot = import_module(BOTS[name]).make()
    return bot
