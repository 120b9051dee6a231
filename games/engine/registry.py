"""Finds the game that a ruleset's text names."""

from functools import lru_cache
from importlib import import_module
from typing import Final

from .core.errors import Unreadable
from .core.game import AnyGame
from .core.options import Meta, make_ruleset, split_ruleset

GAMES: Final = ("gouji", "shengji", "huolong")


def meta_of(key: str) -> Meta:
    """A game's options and presets. Raises Unreadable (``game``)."""
    # Checked before the import: the key comes from requests and records.
    if key not in GAMES:
        raise Unreadable("game", key=key[:20])
    meta: Meta = import_module(f"games.engine.{key}.meta").META
    return meta


def is_known(ruleset: str) -> bool:
    """Whether a ruleset's text can still be played here. An old record may name one that cannot."""
    try:
        game_of(ruleset)
    except Unreadable:
        return False
    return True


# A game holds no state, so all tables of a ruleset share one. Bounded: the text may come from a request.
@lru_cache(maxsize=256)
def game_of(ruleset: str) -> AnyGame:
    """The game that a ruleset's text names. Raises Unreadable for anything it does not know.

    >>> game_of("gouji").meta.seats
    6
    """
    key, preset, changes = split_ruleset(ruleset)
    chosen = make_ruleset(meta_of(key), preset, changes)
    game: AnyGame = import_module(f"games.engine.{key}.game").make(chosen)
    return game
