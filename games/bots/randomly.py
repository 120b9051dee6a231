"""The random player: it draws uniformly among the legal actions."""

import random
from typing import Any

from games.engine.core.actions import Action
from games.engine.core.game import Game
from games.engine.core.views import View


class Randomly:
    """It knows nothing of any game."""

    def choose(self, view: View, game: Game[Any], rng: random.Random) -> Action:
        """Any legal action."""
        legal = game.legal_in(view)
        return legal[rng.randrange(len(legal))]


def make() -> Randomly:
    """The bot."""
    return Randomly()
