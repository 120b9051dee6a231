"""Questions about plays and results in notation: for the vector files and the command line."""

from typing import Final

import msgspec

from games.engine.core.cards import (
    BIG,
    RANK_BITS,
    SMALL,
    TWO,
    Cards,
    cards_of,
    deck,
    each_card,
    read_tokens,
    take,
)
from games.engine.core.errors import NotAllowed, Unreadable

from .rules import DealScore, Rules
from .trumps import TRUMP, Trumps, trumps_of

DEALER: Final = 0
# Empty hands of the others: a throw 甩牌 in a question always stands.
HANDS: Final = (0, 0, 0, 0)
STEP: Final = 5
"""All points of cards are multiples of this."""
MOST: Final = 1000


class Worth(msgspec.Struct, frozen=True):
    """The result of a deal: whether the deal changes, and how many levels each side rises before any limit."""

    change: bool
    dealers: int
    others: int

    @property
    def text(self) -> str:
        """As the command prints it.

        >>> (
        ...     Worth(change=True, dealers=0, others=2).text,
        ...     Worth(change=False, dealers=0, others=0).text,
        ... )
        ('change others+2', 'stay')
        """
        said = ["change" if self.change else "stay"]
        said += [f"dealers+{self.dealers}"] if self.dealers else []
        said += [f"others+{self.others}"] if self.others else []
        return " ".join(said)


def trumps_in(text: str, *, natural: bool) -> Trumps:
    """The order of cards where the card ``text`` is the level card of the trump suit: ``5H`` is level 5, hearts.

    Raises Unreadable (``cards``) for anything but one suited card from 3 to A.
    """
    tokens = read_tokens(text)
    if len(tokens) != 1 or tokens[0].suit is None or tokens[0].rank >= TWO:
        raise Unreadable("cards", text=text[:40])
    return trumps_of(tokens[0].rank, tokens[0].suit, natural)


def cards_in(text: str, copies: int) -> Cards:
    """Cards from notation, out of ``copies`` decks. Every card but jokers needs its suit.

    Raises Unreadable (``cards``), NotAllowed (``no_cards``).
    """
    tokens = read_tokens(text)
    if not tokens:
        raise NotAllowed("no_cards")
    if any(token.suit is None and token.rank < SMALL for token in tokens):
        raise Unreadable("cards", text=text[:40])
    try:
        return take(text, cards_of(deck(copies)))
    except NotAllowed:
        raise Unreadable("cards", text=text[:40]) from None


def beats_in(rules: Rules, new: str, old: str, *, trumps: str, led: str = "") -> bool:
    """Whether the play ``new`` beats ``old``, an earlier play of the same trick.

    ``led`` is the lead of that trick; without it ``old`` was led. A throw 甩牌 is taken as one that stands.
    Raises Unreadable (``cards``), NotAllowed (``no_cards``, and the refusals of ``LeadFormats.led``).
    """
    order = trumps_in(trumps, natural=rules.natural)
    played, top, lead = (cards_in(text, rules.copies) for text in (new, old, led or old))
    rules.lead_formats.resolve_lead(HANDS, DEALER, lead, order)
    if not played.bit_count() == top.bit_count() == lead.bit_count():
        return False
    suit = order.suits[lead.bit_length() - 1]
    # Without its copy a card's number is its face: more than one face was thrown.
    is_throw = len({number >> 2 for number in each_card(lead)}) > 1
    # A throw that stands is beaten by a ruff alone, so a throw of trumps by nothing (shengji §4).
    if is_throw and (suit == TRUMP or played & ~order.masks[TRUMP]):
        return False
    strength = rules.lead_formats.strength
    return strength(played, suit, order) > strength(top, suit, order)


def worth_in(rules: Rules, points: int, *, bottom: bool = False, stars: int = 0) -> Worth:
    """The result of a deal in which the side not dealing ends with ``points``, those of the kitty included.

    ``bottom``: that side won the last trick. ``stars`` is how many big jokers in the bottom count.
    Raises ValueError for impossible points and stars.
    """
    if points % STEP or not 0 <= points <= MOST:
        raise ValueError(f"{points} points")
    if not 0 <= stars <= (rules.copies if rules.copies > 1 else 0):
        raise ValueError(f"{stars} stars")
    # Put in by the side that rises, so that they count under both values of the option star_owner.
    put = [0, 0, 0, 0]
    put[DEALER + bottom] = stars
    kitty = ((1 << stars) - 1) << (BIG * RANK_BITS)
    verdict = rules.judge(DealScore(DEALER, points, kitty, 0, bottom, tuple(put)))
    return Worth(verdict.change, verdict.dealers, verdict.others)
