"""The random bot: it draws uniformly among the legal actions, of any game."""

import random

from games.engine.core.actions import Action
from games.engine.core.game import AnyGame
from games.engine.core.views import AnyPublic, View


class RandomBot:
    def choose(self, view: View[AnyPublic], game: AnyGame, rng: random.Random) -> Action:
        """Any legal action."""
        legal = game.legal_in(view)
        return legal[rng.randrange(len(legal))]


def make() -> RandomBot:
    """The bot."""
    return RandomBot()
