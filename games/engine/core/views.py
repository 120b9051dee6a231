"""Views: what one seat, or a watcher, may see. A view is all that screens and bots ever get."""

from typing import Any

import msgspec

from .actions import Seat
from .cards import Cards


class Choice(msgspec.Struct, frozen=True):
    """One thing the viewer may do now. The screen makes a button of it, a bot an action.

    ``picks`` are complete actions in text form to choose from. Without picks the action is ``verb``
    alone, or, with ``cards``, ``verb`` and cards of the hand: ``count`` of them, any number where it is None.
    """

    verb: str
    cards: bool = False
    count: int | None = None
    picks: tuple[str, ...] = ()


class Own(msgspec.Struct, frozen=True):
    """What only the viewer may see: its hand, what it may do, what it has chosen in secret.

    ``barred`` are cards of the hand that no choice may take now.
    """

    hand: Cards
    choices: tuple[Choice, ...] = ()
    chosen: str = ""
    barred: Cards = 0


class View(msgspec.Struct, frozen=True):
    """One viewer's picture of a match: ``seat`` is None for a watcher, and then ``own`` is None too.

    ``public`` is a structure of the game's own that holds nothing hidden.
    """

    seat: Seat | None
    public: Any
    own: Own | None = None
