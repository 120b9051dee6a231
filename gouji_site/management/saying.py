"""Shared by our commands: refusals in two languages, and the games and bots that arguments name."""

from collections.abc import Iterable

from django.core.management.base import CommandError
from django.utils import translation

from games.bots import BOTS
from games.engine.core.errors import Refusal
from games.engine.core.game import AnyGame
from games.engine.core.texts import Text, chinese
from games.engine.registry import GAMES, game_of
from games.play.display.words import said


def refused(refusal: Refusal) -> CommandError:
    """A refusal as an error with its Chinese and its English sentence."""
    # Any game will do: refusals without a game have the same sentence in each.
    text = game_of(GAMES[0]).refusal(refusal.code, dict(refusal.params))
    return CommandError(f"{chinese(text)}\n{english(text)}")


def english(text: Text | str) -> str:
    """A text or message id of the engine in English, whatever the language of the terminal."""
    with translation.override("en"):
        return said(text)


def known_game(ruleset: str) -> AnyGame:
    """The game of a ruleset's text. Raises CommandError, which names the games, where it cannot be read."""
    try:
        return game_of(ruleset)
    except Refusal as refusal:
        raise CommandError(
            f"{refused(refusal)}\n可选的游戏 games to choose from: {', '.join(GAMES)}"
        ) from refusal


def known_bots(names: Iterable[str]) -> list[str]:
    """The names as a list. Raises CommandError where one is not a bot's."""
    found = list(names)
    for name in found:
        if name not in BOTS:
            raise CommandError(
                f"没有叫 {name} 的机器人 no such bot. 可选的是 Choose from: {', '.join(BOTS)}"
            )
    return found
