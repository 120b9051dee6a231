"""Leads of one card or a throw 甩牌, and what beats them (shengji §4)."""

from collections.abc import Sequence

from games.engine.core.actions import Action, Seat
from games.engine.core.cards import Cards, each_card
from games.engine.core.errors import NotAllowed
from games.engine.levels.actions import Play
from games.engine.levels.counted import Subsets
from games.engine.levels.trumps import TRUMP, Trumps, smallest


class Throws:
    """A lead is one card, or several of one suit thrown together (``games.engine.levels.rules.Formats``)."""

    def leads(self, hand: Cards, trumps: Trumps) -> Sequence[Action]:
        """Every set of cards of one suit, whether as a throw it stands or not."""
        return Subsets(Play, tuple(hand & mask for mask in trumps.masks))

    def led(self, hands: tuple[Cards, ...], seat: Seat, cards: Cards, trumps: Trumps) -> Cards:
        """The throw, where no other hand holds a card of its suit that beats any card of it; else its
        smallest card. Raises NotAllowed (``one_suit``).
        """
        if not cards & (cards - 1):
            return cards
        suit = trumps.suits[cards.bit_length() - 1]
        if cards & ~trumps.masks[suit]:
            raise NotAllowed("one_suit")
        lowest = smallest(cards, 1, trumps)
        above = trumps.above[suit][trumps.powers[lowest.bit_length() - 1]]
        for other, hand in enumerate(hands):
            if other != seat and hand & above:
                return lowest
        return cards

    def strength(self, cards: Cards, suit: int, trumps: Trumps) -> int:
        """The highest card, where all cards are of the led suit or all are trumps; mixed cards never win.

        Followers never beat in its suit a throw that stands: their cards are lower than its lowest.
        """
        top = cards.bit_length() - 1
        own = trumps.suits[top]
        if own not in (suit, TRUMP):
            return -1
        if not cards & (cards - 1):
            return trumps.powers[top]
        if cards & ~trumps.masks[own]:
            return -1
        return max(trumps.powers[number] for number in each_card(cards))
