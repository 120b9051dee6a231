"""Single-deck Shengji on the screen."""

from typing import Final

from games.play.display.screens.levels import LevelsScreen

SCREEN: Final = LevelsScreen()
