"""Leads of one card, a pair 对 or a meteor 流星, and the plays that beat them (huolong §4)."""

# ruff: noqa: ARG002 -- both games' shows and plays have the same methods, whether or not one needs every parameter

from collections.abc import Sequence

from games.engine.core.actions import Action, Seat
from games.engine.core.cards import Cards
from games.engine.core.errors import NotAllowed
from games.engine.levels.actions import Play
from games.engine.levels.combinations import Alike
from games.engine.levels.trumps import TRUMP, Trumps


def identical(cards: Cards) -> bool:
    """Whether all cards have the same rank and suit.

    >>> from games.engine.core.cards import take_all
    >>> identical(take_all("9S9S")), identical(take_all("9S9H"))
    (True, False)
    """
    # Copies of a card have neighbouring numbers: if lowest and highest are alike, so are all between.
    return (cards & -cards).bit_length() - 1 >> 2 == cards.bit_length() - 1 >> 2


class Matching:
    """A lead is identical cards. Followers may play any shape, but only the same shape can win
    (``games.engine.levels.rules.LeadFormats``).
    """

    def leads(self, hand: Cards, trumps: Trumps) -> Sequence[Action]:
        """Every single card, pair and meteor."""
        return Alike(Play, hand)

    def resolve_lead(
        self, hands: tuple[Cards, ...], seat: Seat, cards: Cards, trumps: Trumps
    ) -> Cards:
        """The cards as they are: there are no throws. Raises NotAllowed (``identical``)."""
        if not identical(cards):
            raise NotAllowed("identical")
        return cards

    def strength(self, cards: Cards, suit: int, trumps: Trumps) -> int:
        """The power of the card if all are identical and of the led suit or trumps; else -1, a discard."""
        # The number of cards is not looked at: a follower always plays as many as were led.
        top = cards.bit_length() - 1
        if trumps.suits[top] not in (suit, TRUMP) or not identical(cards):
            return -1
        return trumps.powers[top]
