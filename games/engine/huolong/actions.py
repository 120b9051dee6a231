"""The action that only Huolong has."""

from games.engine.core.actions import Action


class Stars(Action, frozen=True, tag="stars"):
    """摘星: put ``count`` big jokers of the hand into the bottom."""

    count: int
