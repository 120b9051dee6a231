"""From a game of unknown types to the types of one game."""

import random
from typing import Any

import pytest

from games.bots.arena import shuffled
from games.engine.core.actions import CHANCE
from games.engine.core.phases import CommonPhase
from games.engine.gouji.game import Gouji
from games.engine.gouji.public import PhaseName as GoujiPhase
from games.engine.gouji.public import Public as GoujiPublic
from games.engine.levels.game import LevelsGame
from games.engine.levels.public import PhaseName as LevelsPhase
from games.engine.levels.public import Public as LevelsPublic
from games.engine.registry import game_of

KINDS: dict[str, tuple[Any, Any]] = {
    "gouji": (Gouji, GoujiPublic),
    "shengji": (LevelsGame, LevelsPublic),
    "huolong": (LevelsGame, LevelsPublic),
}


@pytest.mark.parametrize("key", KINDS)
def test_a_game_and_its_views_are_given_the_types_of_that_game_and_of_no_other(key):
    game = game_of(key)
    state, _ = game.apply(game.start(), CHANCE, shuffled(game, game.start(), random.Random(1)))
    view = game.view(state, 0)

    for kind, public in KINDS.values():
        if kind is KINDS[key][0]:
            assert kind.of(game) is game
            assert view.of(public) == view
        else:
            with pytest.raises(TypeError, match=type(game).__name__):
                kind.of(game)
            with pytest.raises(TypeError, match="a view of Public"):
                view.of(public)


def test_phases_are_written_as_they_always_were():
    """Views, records and pages know them by these words."""
    assert [str(phase) for phase in GoujiPhase] == [
        *("waiting", "tribute", "return", "revolution", "charge", "heads", "opening", "play"),
        *("between", "over"),
    ]
    assert [str(phase) for phase in LevelsPhase] == [
        *("waiting", "drawing", "burying", "stars", "play", "between", "over"),
    ]


@pytest.mark.parametrize("names", [GoujiPhase, LevelsPhase])
def test_every_game_has_the_common_phases_by_the_same_words(names):
    assert {str(phase) for phase in CommonPhase} <= {str(phase) for phase in names}
