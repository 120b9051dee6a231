"""Dealing: a shuffled pack becomes six hands, and threes are bought (gouji §1-§3)."""

from typing import Final

from msgspec.structs import replace

from games.engine.core.actions import Deal
from games.engine.core.cards import cards_of
from games.engine.core.errors import NotAllowed

from .buying import buy_threes, forced_to_revolt
from .ending import void
from .events import DealBegan, Dealt
from .match import Match, Step
from .parts import PartFinished
from .play_state import Events
from .rules import Rules
from .seats import SEATS, SEATS_IN
from .setup import Setup
from .waiting import DRAW

HAND: Final = 36
_DECK: Final = frozenset(DRAW.deck)


def deal(rules: Rules, match: Match, action: Deal) -> Step:
    """Deal: the first 36 cards of the order go to seat 0, and so on. The draw is the fallback leader.

    Raises NotAllowed (``bad_deal``).
    """
    order, draws = action.order, action.draws
    # Both tests: a card dealt twice shows in the number, a foreign one in the set.
    if len(order) != len(_DECK) or set(order) != _DECK:
        raise NotAllowed("bad_deal")
    if len(draws) != 1 or not 0 <= draws[0] < SEATS:
        raise NotAllowed("bad_deal")
    hands = tuple(cards_of(order[at : at + HAND]) for at in range(0, len(order), HAND))
    # From the results, not one more than before: a void deal is not counted (§8) and keeps its number.
    match = replace(match, deal=len(match.results) + 1)
    events: Events = [DealBegan(match.deal), *map(Dealt, range(SEATS), hands)]
    if not rules.hold_threes:
        return match, PartFinished(Setup(hands=hands, drawn=draws[0])), tuple(events)
    # Before buying and tribute, neither of which can lift it; two of them void the deal at once (§3).
    forced = forced_to_revolt(hands)
    if forced.bit_count() > 1:
        return void(match, SEATS_IN[forced], events)
    hands = buy_threes(hands, events)
    setup = Setup(hands=hands, drawn=draws[0], forced=forced)
    return match, PartFinished(setup), tuple(events)
