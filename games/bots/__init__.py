"""Bots: pure functions from what one seat may see to what it does."""

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
"""A bot's name, and the module whose ``make()`` gives it."""


STAND_IN: Final = "steady"
"""The bot that takes free seats, and plays for whoever is away or has left."""


class Bot(Protocol):
    """Somebody who plays a seat from its view alone."""

    def choose(self, view: View[AnyPublic], game: AnyGame, rng: random.Random) -> Action | None:
        """One of the actions that the view allows; None to wait for what the clock will show.

        ``game`` answers for the rules, never for the state.
        """
        ...


def bot_of(name: str) -> Bot:
    """The bot of that name. Raises KeyError for one that is not known.

    >>> type(bot_of("random")).__name__
    'Randomly'
    """
    bot: Bot = import_module(BOTS[name]).make()
    return bot
