"""Which seats may answer a play, worked out from sets of seats alone (gouji §5-§8)."""

import msgspec

from games.engine.core.actions import Seat
from games.engine.core.cards import Cards

from .seats import BIT, NEXT, OPPOSITE, SIDES


class TrickEntry(msgspec.Struct, frozen=True):
    """One thing done in a trick, in the order made; ``kind`` is ``play``, ``pass`` or ``yield``."""

    seat: Seat
    cards: Cards = 0
    kind: str = "play"


def answering(
    seat: Seat, active: int, passed: int, headless: int, *, gouji: bool, only_opposite: bool
) -> int:
    """The seats that may answer a play before the melee.

    - Ordinary play: all that have not passed, and the opposite even then (§5).
    - Gouji play in force: the opposite, and headless seats that have not passed (§6).
    - Play after a yield (``only_opposite``): the opposite, and on a gouji play headless seats too (§5).
    """
    others = active & ~BIT[seat]
    opposite = BIT[OPPOSITE[seat]]
    if gouji:
        return others & (opposite | (headless & ~passed))
    if only_opposite:
        return others & opposite
    return others & (opposite | ~passed)


def answering_in_melee(seat: Seat, active: int, passed: int, *, reentry: bool) -> int:
    """The seats that may answer a play in the melee 四户乱缠 (§7); option melee_reentry."""
    others = active & ~BIT[seat]
    return others if reentry else others & ~passed


def next_leader(winner: Seat, active: int, successor: str) -> Seat:
    """The leader after a trick: its winner or, if they have gone out, as the option successor says (§5).

    >>> next_leader(0, 0b110110, "next"), next_leader(0, 0b110110, "partner")
    (1, 2)
    """
    if active & BIT[winner]:
        return winner
    if successor == "partner":
        for partner in SIDES.partners_of(winner):
            if active & BIT[partner]:
                return partner
    return NEXT[active][winner]
