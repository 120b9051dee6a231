"""Leads of one card or a throw 甩牌, and the plays that beat them (shengji §4)."""

from collections.abc import Sequence

from games.engine.core.actions import Action, Seat
from games.engine.core.cards import Cards, each_card
from games.engine.core.errors import NotAllowed
from games.engine.levels.actions import Play
from games.engine.levels.combinations import Subsets
from games.engine.levels.trumps import TRUMP, Trumps, smallest


class Throws:
    """A lead is one card, or several of one suit thrown together (``games.engine.levels.rules.LeadFormats``)."""

    def leads(self, hand: Cards, trumps: Trumps) -> Sequence[Action]:
        """Every set of cards of one suit, also throws that will not stand."""
        # Whether a throw stands depends on hands that the player does not see.
        return Subsets(Play, tuple(hand & mask for mask in trumps.masks))

    def resolve_lead(
        self, hands: tuple[Cards, ...], seat: Seat, cards: Cards, trumps: Trumps
    ) -> Cards:
        """The throw, if no other hand has a card of its suit that beats one of its cards; else its smallest card.

        Raises NotAllowed (``one_suit``).
        """
        # One bit: a single card is no throw and always stands.
        if not cards & (cards - 1):
            return cards
        suit = trumps.suits[cards.bit_length() - 1]
        if cards & ~trumps.masks[suit]:
            raise NotAllowed("one_suit")
        # A card that beats any card of the throw beats its lowest: one question is enough.
        lowest = smallest(cards, 1, trumps)
        above = trumps.above[suit][trumps.powers[lowest.bit_length() - 1]]
        # The partner's hand too (§4). The kitty is in no hand by now, so buried cards are not looked at.
        for other, hand in enumerate(hands):
            if other != seat and hand & above:
                return lowest
        return cards

    def strength(self, cards: Cards, suit: int, trumps: Trumps) -> int:
        """The highest card, where all cards are of the led suit or all are trumps; mixed cards never win.

        In its own suit a throw that stands is beaten by nobody: all cards of the others are lower.
        """
        # The highest bit is not the highest card, but any card tells the suit in play.
        top = cards.bit_length() - 1
        own = trumps.suits[top]
        if own not in (suit, TRUMP):
            return -1
        # A single card is by far the most frequent play, and has nothing to compare.
        if not cards & (cards - 1):
            return trumps.powers[top]
        if cards & ~trumps.masks[own]:
            return -1
        return max(trumps.powers[number] for number in each_card(cards))
