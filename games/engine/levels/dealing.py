"""Dealing: the shuffled pack is the order in which cards will be drawn (shengji §3)."""

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
from .seats import NOBODY, SEATS


@lru_cache(maxsize=8)
def chance_of(copies: int, *, takes_first: bool) -> Chance:
    """What has to be drawn for a deal: all cards of ``copies`` decks."""
    return Chance(deck=deck(copies), takes_first=takes_first)


def deal(rules: Rules, match: Match, action: Deal) -> Step:
    """Begin the drawing of the next deal, or of the same one after a redeal. The last six cards are the kitty.

    Seat 0 draws first in deal 1, later the dealer. Where there is no dealer yet, ``action.draws`` may name one, as a
    board that several tables play does: a show then fixes trumps and does not take the deal.
    Raises NotAllowed (``bad_deal``).
    """
    order = action.order
    pack = deck(rules.copies)
    if not _fits(match, action.draws) or len(order) != len(pack) or set(order) != set(pack):
        raise NotAllowed("bad_deal")
    if action.draws:
        match = replace(match, dealer=action.draws[0])
    # A deal with a number but without a result was drawn and not played: this is its redeal.
    again = match.deal > len(match.results)
    # ``drawings`` counts redeals too: answers meant for the last drawing do not fit the new one.
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


def _fits(match: Match, draws: tuple[int, ...]) -> bool:
    return not draws or (match.dealer == NOBODY and len(draws) == 1 and 0 <= draws[0] < SEATS)
