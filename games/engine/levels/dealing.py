"""The dealer of chance: a shuffle is the order in which cards will be drawn (shengji §3)."""

from functools import lru_cache

from msgspec.structs import replace

from games.engine.core.actions import Chance, Deal
from games.engine.core.cards import deck
from games.engine.core.errors import NotAllowed

from .drawing import Drawing
from .events import DealBegan
from .match import Match
from .phases import Step
from .rules import KITTY, Rules
from .seats import NOBODY


@lru_cache(maxsize=8)
def chance_of(copies: int) -> Chance:
    """What has to be drawn for a deal: all cards of ``copies`` decks."""
    return Chance(deck=deck(copies))


def deal(rules: Rules, match: Match, action: Deal) -> Step:
    """The drawing of the next deal, or of the same one after a redeal: seat 0 draws first in deal 1, later
    the dealer; the last six cards are the kitty. Raises NotAllowed (``bad_deal``).
    """
    order = action.order
    pack = deck(rules.copies)
    if action.draws or len(order) != len(pack) or set(order) != set(pack):
        raise NotAllowed("bad_deal")
    again = match.deal > len(match.results)
    match = replace(match, deal=len(match.results) + 1, drawings=match.drawings + 1)
    first = 0 if match.dealer == NOBODY else match.dealer
    drawing = Drawing(
        number=match.drawings,
        order=order[:-KITTY],
        kitty=order[-KITTY:],
        first=first,
        dealer=match.dealer,
        level=match.level,
    )
    return match, drawing, (DealBegan(match.deal, match.level, first, again),)
