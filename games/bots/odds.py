"""The chances that others can and will beat a play, from the numbers of cards alone.

The weights are estimates and no rules: they only change how well a bot plays.
"""

from functools import lru_cache
from math import exp
from typing import Final

from games.engine.core.actions import Seat
from games.engine.core.cards import BIG, SMALL, TWO
from games.engine.gouji.plays import Shape, demand_of
from games.engine.gouji.seats import OPPOSITE, SIDES

from .seat_view import SeatView

UNSEEN: Final = 180
"""The cards that the five other seats were dealt: 216 less the 36 of the bot's own."""
OF_RANK: Final = 16
OF_JOKER: Final = 4
SKEW: Final = 0.6
"""How much higher the cards left late in a deal are than those dealt: low cards are played first."""
ATTACHES: Final = (0.62, 0.28, 0.10)
"""The shares of enemies that would attach no, one or two wild cards to answer."""
KEEN: Final = (0.40, 0.35, 0.25)
"""The same shares for a keen seat, such as the opposite on a gouji play that hardly anybody else may answer."""
LAST_PLAY: Final = 0.35
"""The extra chance of a seat with exactly as many cards as the play has: all of them may be one play."""


# In whole twentieths and not as a float: close expectations share a cached answer.
@lru_cache(maxsize=1 << 14)
def at_least(twentieths: int, need: int) -> float:
    """The chance of ``need`` or more cards of a rank where ``twentieths``/20 are expected (Poisson)."""
    if need <= 0:
        return 1.0
    mean = twentieths / 20
    term = exp(-mean)
    below = term
    for k in range(1, need):
        term *= mean / k
        below += term
    return max(0.0, 1.0 - below)


def expected(seat_view: SeatView, rank: int, cards: int) -> int:
    """How many cards of a rank to expect among ``cards`` cards of another hand, in twentieths of a card."""
    total = (OF_JOKER if rank >= SMALL else OF_RANK) - seat_view.counts[rank]
    left = sum(seat_view.public.counts) - seat_view.public.counts[seat_view.me]
    gone = 1 - min(1.0, left / UNSEEN)
    tilt = max(0.2, 1 + SKEW * gone * (rank - 6) / 4)
    return round(20 * cards * max(0, total) * tilt / UNSEEN)


def beaten_by(seat_view: SeatView, seat: Seat, shape: Shape, *, keen: bool) -> float:
    """The chance that one seat beats a play. ``keen``: the seat has a reason to, so it spends more wild cards."""
    demand = demand_of(shape, two_to_one=seat_view.rules.two_to_one)
    cards = seat_view.public.counts[seat]
    if demand is None or cards < demand.size:
        return 0.0
    # Whatever else it takes, it takes these big jokers: they are by far the rarest.
    if demand.big:
        return 0.7 * at_least(expected(seat_view, BIG, cards), demand.big)
    # 2s and jokers, the big ones taken as frequent as the small.
    wild = expected(seat_view, TWO, cards) / 20 + expected(seat_view, SMALL, cards) / 10
    miss = 1.0
    for rank in range(demand.rank + 1, TWO):
        miss *= 1 - _fills(expected(seat_view, rank, cards), demand.size, wild, keen=keen)
    if demand.rank < TWO:
        miss *= 1 - (0.7 if keen else 0.4) * at_least(expected(seat_view, TWO, cards), demand.size)
    jokers = expected(seat_view, SMALL, cards) + expected(seat_view, BIG, cards)
    miss *= 1 - (0.6 if keen else 0.3) * at_least(jokers, demand.size)
    if cards == demand.size:
        miss *= 1 - LAST_PLAY * (11 - max(0, demand.rank)) / 11
    return 1 - miss


def _fills(twentieths: int, size: int, wild: float, *, keen: bool) -> float:
    """The chance that a hand has ``size`` cards of a rank, up to two of them wild cards."""
    found = 0.0
    for attached, share in enumerate(KEEN if keen else ATTACHES):
        if attached == 0:
            found += share * at_least(twentieths, size)
        elif attached < size:
            have = at_least(round(20 * wild), attached)
            found += share * (
                have * at_least(twentieths, size - attached)
                + (1 - have) * at_least(twentieths, size)
            )
        else:
            found += share * at_least(twentieths, size)
    return found


def holds(seat_view: SeatView, seat: Seat, shape: Shape, *, gouji: bool) -> float:
    """The chance that no enemy of ``seat`` beats a play that it lays now. The bot's own seat does not count."""
    chance = 1.0
    for each in seat_view.answerers(seat, gouji=gouji):
        if each != seat_view.me and not SIDES.are_partners(each, seat):
            keen = gouji or each == OPPOSITE[seat]
            chance *= 1 - beaten_by(seat_view, each, shape, keen=keen)
    return chance
