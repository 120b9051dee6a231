"""Single-deck Shengji on the screen."""

from typing import Final

from games.play.screens.levels import LevelsScreen

SCREEN: Final = LevelsScreen()
