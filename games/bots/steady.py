"""The steady player: plays sensibly from what its seat may see, and remembers nothing.

Every play it thinks of gets a number: what it sheds, what it spends, and how likely it wins a lead that
is worth having. Passing is worth nothing. The best number is played.
"""

import random
from typing import Any, Final

from games.engine.core.actions import Action
from games.engine.core.game import Game
from games.engine.core.views import Choice, View
from games.engine.gouji.actions import Declare, Done, Pass, Play, Show, Yield

from .judging import lead, reply
from .sight import Sight, sight_of
from .windows import declares, showing

SAFE: Final = ("done", "pass", "decline", "stay", "headless")
"""What to say in a window that the bot does not know."""


class Steady:
    """It knows Gouji; in any other game it does the first thing that is allowed."""

    def choose(self, view: View, game: Game[Any], rng: random.Random) -> Action:  # noqa: ARG002
        """The action it thinks best. Raises ValueError where nothing may be done."""
        if view.own is None or not view.own.choices:
            raise ValueError("nothing to choose")
        choices = {choice.verb: choice for choice in view.own.choices}
        if game.meta.key == "gouji":
            sight = sight_of(view, game)
            if sight.public.phase == "play" and choices.keys() & {"play", "pass"}:
                return _play(sight, choices) or _safe(view, game)
            if sight.public.phase == "opening" and "done" in choices:
                return _window(sight, choices)
        return _safe(view, game)


def _play(sight: Sight, choices: dict[str, Choice]) -> Action | None:
    if sight.public.top is None:
        best = lead(sight) if "play" in choices else None
        return Play(best.cards(sight.hand)) if best else None
    if "play" in choices:
        answer = reply(sight, may_yield="yield" in choices)
        if answer == "yield":
            return Yield()
        if answer is not None and not isinstance(answer, str):
            return Play(answer.cards(sight.hand))
    return Pass()


def _window(sight: Sight, choices: dict[str, Choice]) -> Action:
    if "show" in choices:
        shown = showing(sight)
        if shown is not None:
            return Show(*shown)
    if "declare" in choices and declares(sight):
        return Declare()
    return Done()


def _safe(view: View, game: Game[Any]) -> Action:
    """What does no harm where the bot has no opinion."""
    legal = game.legal_in(view)
    for verb in SAFE:
        if view.own and any(choice.verb == verb for choice in view.own.choices):
            return next(each for each in legal if game.write(each).split()[0] == verb)
    return legal[0]


def make() -> Steady:
    """The bot."""
    return Steady()
