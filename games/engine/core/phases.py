"""What the phases of all games share: their common names, and the time of a decision."""

from enum import Enum, StrEnum

import msgspec


class CommonPhase(StrEnum):
    """The phases that every game has. Each game's ``PhaseName`` uses the same texts for them."""

    WAITING = "waiting"
    """Before the first deal."""
    PLAY = "play"
    """Tricks are played."""
    BETWEEN = "between"
    """A deal is over and the next one not dealt."""
    OVER = "over"
    """The match is over."""


class Limit(Enum):
    """Which of a table's time limits holds for the present decision. The table knows the seconds."""

    NONE = "none"
    """Nobody has to act: the match is over."""
    TURN = "turn"
    """One seat's move in play."""
    WINDOW = "window"
    """A window in which several seats may answer at once, or stay silent."""
    CALL = "call"
    """A few seconds in the middle of play, in which all seats are asked that may answer by their position."""
    CHOICE = "choice"
    """A choice that needs thought: tribute, a kitty, a bid."""
    BETWEEN = "between"
    """The pause before the next deal comes by itself."""


class Pace(msgspec.Struct, frozen=True):
    """The time of the present decision.

    ``ticks`` steps of ``tick_seconds`` run before the limit starts: a drawing shows one card a tick. The
    number of ticks gone is given to the engine by the service, from the server's clock.
    """

    limit: Limit
    ticks: int = 0
    tick_seconds: float = 0.0
    seconds: float | None = None
    """A limit of the rules themselves, in seconds; None leaves it to the table."""
