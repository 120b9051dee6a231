"""Cards, sets of cards and their notation.

A *face* is a rank and a suit (``9S``), a *card* one physical copy of a face (``9Sb``). Cards are small
integers, ``rank * 16 + suit * 4 + copy``, and a set of cards is one integer with a bit per card, so
that a hand is a value, moving cards is a bit operation and counting a rank is a slice.

Notation: ranks ``3``-``9 T J Q K A 2``, ``s`` small joker (小王), ``B`` big joker (大王); suits ``C D H S``
(♣ ♦ ♥ ♠); copies ``a b c d``. Suit and copy may be left out where any card will do: ``BB999``.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from .errors import NotAllowed, Unreadable

Cards: TypeAlias = int

RANKS: Final = "3456789TJQKA2sB"
SUITS: Final = "CDHS"
COPIES: Final = "abcd"
RANK_OF: Final = {symbol: index for index, symbol in enumerate(RANKS)}
TWO: Final = RANK_OF["2"]
SMALL: Final = RANK_OF["s"]
BIG: Final = RANK_OF["B"]
# Four suits of four copies: one layout for one, three and four decks; unused copies stay zero.
RANK_BITS: Final = 16
RANK_MASK: Final = (1 << RANK_BITS) - 1
# A whole pack takes 648 characters (216 cards of three); longer text from a request is refused unread.
MAX_NOTATION: Final = 2000

# For ``rank_counts``: 60 hex digits are the 240 bits of 15 ranks.
_PAIRS: Final = int("5555" * 15, 16)
_NIBBLES: Final = int("3333" * 15, 16)
_BYTES: Final = int("0f0f" * 15, 16)
_WORDS: Final = int("00ff" * 15, 16)
_TOKEN: Final = re.compile(r"([3-9TJQKA2sB])([CDHS]?)([a-d]?)")
_SUIT_MASKS: Final = tuple(0b1111 << (4 * suit) for suit in range(4))


class Token(NamedTuple):
    """One card as written: a rank, and a suit and a copy where they matter (else None)."""

    rank: int
    suit: int | None
    copy: int | None

    @property
    def text(self) -> str:
        """As it is written.

        >>> Token(6, 3, None).text
        '9S'
        """
        # Jokers have suit 0 in their number and none in notation.
        suit = "" if self.suit is None or self.rank >= SMALL else SUITS[self.suit]
        return RANKS[self.rank] + suit + ("" if self.copy is None else COPIES[self.copy])

    @property
    def vague(self) -> int:
        """How much is left open, from 0 (an exact card) to 2. Exact cards have to be taken first."""
        return (self.suit is None) + (self.copy is None)

    def fits(self, number: int) -> bool:
        """Whether a card is what was written.

        >>> Token(6, 3, None).fits(card(6, 3, 1))
        True
        """
        rank, rest = divmod(number, 16)
        return (
            rank == self.rank and self.suit in (None, rest // 4) and self.copy in (None, rest % 4)
        )


def card(rank: int, suit: int, copy: int) -> int:
    """The number of one physical card.

    >>> card(6, 3, 1)
    109
    """
    return rank * 16 + suit * 4 + copy


@lru_cache(maxsize=8)
def deck(copies: int) -> tuple[int, ...]:
    """All cards of ``copies`` full decks with jokers, in a fixed order.

    >>> len(deck(4)), len(deck(1))
    (216, 54)
    """
    suited = [card(r, s, c) for r in range(SMALL) for s in range(4) for c in range(copies)]
    jokers = [card(r, 0, c) for r in (SMALL, BIG) for c in range(copies)]
    return tuple(suited + jokers)


def cards_of(numbers: Iterable[int]) -> Cards:
    """The set of the given card numbers."""
    total = 0
    for number in numbers:
        total |= 1 << number
    return total


def each_card(cards: Cards) -> Iterator[int]:
    """The card numbers of a set, low rank first."""
    while cards:
        # The lowest set bit, as two's complement has it: no loop over the 240 places.
        low = cards & -cards
        yield low.bit_length() - 1
        cards ^= low


def of_rank(cards: Cards, rank: int) -> int:
    """The 16 bits of one rank: four suits of four copies."""
    return (cards >> (rank * RANK_BITS)) & RANK_MASK


def of_suit(cards: Cards, rank: int, suit: int) -> Cards:
    """The subset with this rank and suit.

    >>> hand = take_all("4S4S4H9S")
    >>> write_cards(of_suit(hand, RANK_OF["4"], SUITS.index("S")))
    '4Sb4Sa'
    """
    return cards & (_SUIT_MASKS[suit] << (rank * RANK_BITS))


@lru_cache(maxsize=1 << 16)
def rank_counts(cards: Cards) -> tuple[int, ...]:
    """How many cards of each rank, 15 numbers from 3 to the big joker.

    All ranks are counted at once, by adding neighbouring fields of ever greater width. No other
    function of the engine is called as often.

    >>> rank_counts(take_all("BB999"))
    (0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 2)
    """
    cards -= (cards >> 1) & _PAIRS
    cards = (cards & _NIBBLES) + ((cards >> 2) & _NIBBLES)
    cards = (cards + (cards >> 4)) & _BYTES
    cards = (cards + (cards >> 8)) & _WORDS
    # Now each rank's 16 bits hold its count, at most 16: the low byte of every two is enough.
    return tuple(cards.to_bytes(30, "little")[::2])


def lowest(cards: Cards, count: int) -> Cards:
    """The ``count`` lowest-numbered cards of a set (all of them where it has fewer)."""
    taken = 0
    for _ in range(count):
        # Where no card is left this is 0, so that asking for too many is harmless.
        low = cards & -cards
        taken |= low
        cards ^= low
    return taken


def write_cards(cards: Cards) -> str:
    """Full notation, high cards first, as it stands in records and in the fields of web forms."""
    numbers = sorted(each_card(cards), reverse=True)
    return "".join(write_card(number) for number in numbers)


def write_card(number: int) -> str:
    """One card in full notation. Jokers have no suit.

    >>> write_card(109), write_card(card(BIG, 0, 2))
    ('9Sb', 'Bc')
    """
    rank, rest = divmod(number, 16)
    suit = SUITS[rest // 4] if rank < SMALL else ""
    return RANKS[rank] + suit + COPIES[rest % 4]


def write_ranks(cards: Cards) -> str:
    """Only the ranks, high first.

    >>> write_ranks(take_all("9SB9D9CB"))
    'BB999'
    """
    return "".join(RANKS[number >> 4] for number in sorted(each_card(cards), reverse=True))


def read_tokens(text: str) -> tuple[Token, ...]:
    """Cards as written; spaces are ignored.

    Raises Unreadable (``cards``) for anything that is not a card.
    """
    text = text.replace(" ", "")
    if len(text) > MAX_NOTATION:
        raise Unreadable("cards", text=text[:20])
    tokens: list[Token] = []
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise Unreadable("cards", text=text[at : at + 8])
        rank, suit, copy = RANK_OF[match[1]], match[2], match[3]
        if suit and rank >= SMALL:
            raise Unreadable("cards", text=match[0])
        tokens.append(
            Token(
                rank,
                # A joker's suit is known without being written: it does not count as left open.
                (0 if rank >= SMALL else SUITS.index(suit) if suit else None),
                COPIES.index(copy) if copy else None,
            )
        )
        at = match.end()
    return tuple(tokens)


def take(text: str, hand: Cards) -> Cards:
    """The cards of ``hand`` that ``text`` names; exact ones first, then the lowest that fit.

    Raises Unreadable (``cards``) and NotAllowed (``not_in_hand``).

    >>> write_cards(take("99", take_all("9C9D9S")))
    '9Da9Ca'
    """
    chosen = 0
    tokens = read_tokens(text)
    # Exact cards first: in "9 9Ca" the plain 9 must not take the 9Ca.
    for token in sorted(tokens, key=lambda token: token.vague):
        fitting = _fitting(token) & hand & ~chosen
        if not fitting:
            raise NotAllowed("not_in_hand", card=RANKS[token.rank])
        chosen |= fitting & -fitting
    return chosen


def take_all(text: str) -> Cards:
    """Cards from notation alone, out of four decks, the lowest copies first: for tests and records.

    Raises Unreadable (``cards``), and NotAllowed (``not_in_hand``) where four decks do not have the cards.
    """
    return take(text, cards_of(deck(4)))


def _fitting(token: Token) -> Cards:
    bits = RANK_MASK if token.suit is None else _SUIT_MASKS[token.suit]
    if token.copy is not None:
        # The same copy of each of the four suits.
        bits &= 0b0001_0001_0001_0001 << token.copy
    return bits << (token.rank * RANK_BITS)
