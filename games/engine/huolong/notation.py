"""The text form of the actions of Huolong: ``stars 2``, and those of all Shengji games."""

from games.engine.core.actions import Action
from games.engine.core.cards import Cards
from games.engine.core.errors import Unreadable
from games.engine.levels import notation

from .actions import Stars


def write(action: Action) -> str:
    """The text form of an action.

    >>> write(Stars(2))
    'stars 2'
    """
    return f"stars {action.count}" if isinstance(action, Stars) else notation.write(action)


def read(said: str, hand: Cards, copies: int) -> Action:
    """An action from its text form. Raises Unreadable (``action``, ``cards``), NotAllowed (``not_in_hand``).

    >>> read("stars 2", 0, 3)
    Stars(count=2)
    """
    verb, _, rest = said.strip().partition(" ")
    if verb != "stars":
        return notation.read(said, hand, copies)
    if len(rest) != 1 or rest not in "0123456789":
        raise Unreadable("action", text=said[:40])
    return Stars(int(rest))
