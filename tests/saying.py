"""What texts and message ids of the engine say, in both languages; seats without names stand as ``{0}``."""

from games.engine import replays
from games.engine.core.texts import chinese as zh
from gouji_site.management.saying import english as en

__all__ = ["en", "replay", "zh"]


def replay(text: str) -> replays.Position:
    """A record played as the command plays it."""
    return replays.replay(text, en)
