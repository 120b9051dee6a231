"""The dealer of chance: a shuffle becomes six hands (gouji §1, §2)."""

from typing import Final

from msgspec.structs import replace

from games.engine.core.actions import Chance, Deal
from games.engine.core.cards import cards_of, deck
from games.engine.core.errors import NotAllowed

from .events import DealBegan, Dealt
from .match import Match, Step
from .opening import Opening
from .rules import Rules
from .seats import SEATS

HAND: Final = 36
CHANCE: Final = Chance(deck=deck(4), draws=(SEATS,))
_DECK: Final = frozenset(CHANCE.deck)


def deal(rules: Rules, match: Match, action: Deal) -> Step:
    """The next deal: the first 36 cards of the order for seat 0, and so on; the draw is the fallback
    leader. Raises NotAllowed (``bad_deal``).
    """
    order, draws = action.order, action.draws
    if len(order) != len(_DECK) or set(order) != _DECK:
        raise NotAllowed("bad_deal")
    if len(draws) != 1 or not 0 <= draws[0] < SEATS:
        raise NotAllowed("bad_deal")
    hands = tuple(cards_of(order[at : at + HAND]) for at in range(0, len(order), HAND))
    match = replace(match, deal=match.deal + 1)
    may_show = rules.lead == "show" or match.last is None
    events = (
        DealBegan(match.deal),
        *(Dealt(seat, cards) for seat, cards in enumerate(hands)),
    )
    return match, Opening(hands=hands, drawn=draws[0], may_show=may_show), events
