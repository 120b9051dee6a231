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

# As §2 has it: tribute is paid from hands as dealt, also by a seat that then revolts (§9), and a charge
# settles who has opened before the opposite chooses about a head (§8).
ORDER: Final[tuple[type[Part], ...]] = (
    Tribute,
    Returning,
    Revolution,
    Charging,
    Heads,
    Opening,
)
"""Parts with nothing to settle are left out. The last one begins play."""
_AFTER: Final = {part.NAME: ORDER[at:] for at, part in enumerate(ORDER, 1)}


def next_part(rules: Rules, match: Match, handed: PartFinished) -> Part:
    """The next part that has something to settle. There is always one: ``Opening`` never stands aside."""
    following = ORDER if handed.after is None else _AFTER[handed.after]
    begun = (part.begin(rules, match, handed.setup) for part in following)
    return next(part for part in begun if part is not None)
