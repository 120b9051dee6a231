"""The order of the parts of a deal before play (gouji §2)."""

from typing import Final

from .charging import Charging
from .heads import Heads
from .match import Match
from .opening import Opening
from .parts import Part, PartFinished
from .revolution import Revolution
from .rules import Rules
from .tribute import Returning, Tribute

ORDER: Final[tuple[type[Part], ...]] = (
    Tribute,
    Returning,
    Revolution,
    Charging,
    Heads,
    Opening,
)
"""Each part that has something to settle has its turn; the last one begins play."""
_AFTER: Final = {part.NAME: ORDER[at:] for at, part in enumerate(ORDER, 1)}


def go_on(rules: Rules, match: Match, handed: PartFinished) -> Part:
    """The next part that has something to settle."""
    following = ORDER if handed.after is None else _AFTER[handed.after]
    begun = (part.begin(rules, match, handed.setup) for part in following)
    return next(part for part in begun if part is not None)
