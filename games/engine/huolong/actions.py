"""What a seat may ask for in Huolong alone."""

from games.engine.core.actions import Action


class Stars(Action, frozen=True, tag="stars"):
    """摘星: put so many big jokers of one's hand into the bottom."""

    count: int
