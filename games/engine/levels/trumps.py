"""Trumps and the order of cards under them (shengji §2, huolong §1).

In play a card belongs to one of five suits: its printed one, or trumps 主牌, which are one suit together.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from games.engine.core.cards import (
    BIG,
    COPIES,
    RANK_BITS,
    RANK_MASK,
    RANK_OF,
    SMALL,
    TWO,
    Cards,
    card,
    each_card,
)

TRUMP: Final = 4
"""The suit in play of every trump."""
NO_SUIT: Final = -1
"""No trump suit is fixed yet: only jokers, level cards and 2s are trumps."""
FIRST_LEVEL: Final = RANK_OF["3"]
TOP_LEVEL: Final = RANK_OF["A"]
TIES: Final = (2, 3, 1, 0)
"""The place of each suit of the notation where ties need an order: ♠ ♥ ♣ ♦ (shengji, the rules' head)."""

# The printed rules put 10 below 9, in two places: it is no misprint (shengji §2, option ten).
_PRINTED: Final = tuple(RANK_OF[rank] for rank in "345678T9JQKA")
_NATURAL: Final = tuple(RANK_OF[rank] for rank in "3456789TJQKA")
FIRST_TRUMP: Final = 20
"""The power of the lowest trump. Side cards have 0 to 11 and suited trumps 20 to 31, both with gaps above."""
_OTHER_TWO, _TRUMP_TWO, _OTHER_LEVEL, _TRUMP_LEVEL, _SMALL, _BIG = range(40, 46)
TOP_TRUMP: Final = _BIG
"""The power of the highest trump."""
_FIVES: Final = RANK_MASK << (RANK_OF["5"] * RANK_BITS)
_TENS: Final = RANK_MASK << (RANK_OF["T"] * RANK_BITS) | RANK_MASK << (RANK_OF["K"] * RANK_BITS)
POINT_CARDS: Final = _FIVES | _TENS
BIG_JOKERS: Final = RANK_MASK << (BIG * RANK_BITS)

_NUMBERS: Final = 16 * RANK_BITS


class Trumps(NamedTuple):
    """The order of all cards under one level and trump suit, as tables.

    By card number: ``suits`` in play; ``powers``, equal for equal cards and higher for any trump than for any side
    card; ``places``, the same with ties broken. By suit in play: ``masks``, its cards; ``above[suit][power]``, its
    cards that beat a card of that power.
    """

    level: int
    suit: int
    suits: tuple[int, ...]
    powers: tuple[int, ...]
    places: tuple[int, ...]
    masks: tuple[Cards, ...]
    above: tuple[tuple[Cards, ...], ...]


# 12 levels, 5 trump suits and 2 orders make 120 tables, so that none is ever built twice.
@lru_cache(maxsize=256)
def trumps_of(level: int, suit: int, natural: bool) -> Trumps:  # noqa: FBT001 -- asked at every move
    """The order of cards at a level with a trump suit; ``natural`` puts 10 above 9 (option ten).

    >>> trumps = trumps_of(FIRST_LEVEL, 3, True)
    >>> trumps.suits[card(TWO, 0, 0)] == TRUMP
    True
    """
    suits, powers, places = [0] * _NUMBERS, [0] * _NUMBERS, [0] * _NUMBERS
    masks = [0] * (TRUMP + 1)
    above = [[0] * (_BIG + 1) for _ in masks]
    for number in _every_card():
        rank, printed = number >> 4, (number >> 2) & 3
        power = _power(rank, printed, level, suit, _NATURAL if natural else _PRINTED)
        group = TRUMP if power >= FIRST_TRUMP else printed
        suits[number], powers[number] = group, power
        # Four bits for the ties: suit, then copy, so that every card has a place of its own.
        places[number] = power << 4 | TIES[printed] << 2 | number & 3
        masks[group] |= 1 << number
        # A throw then asks each hand with one bit operation whether it holds a higher card (shengji §4).
        for lower in range(power):
            above[group][lower] |= 1 << number
    return Trumps(
        level,
        suit,
        tuple(suits),
        tuple(powers),
        tuple(places),
        tuple(masks),
        tuple(map(tuple, above)),
    )


def _every_card() -> list[int]:
    copies = range(len(COPIES))
    suited = [
        card(rank, suit, copy) for rank in range(SMALL) for suit in range(4) for copy in copies
    ]
    return suited + [card(rank, 0, copy) for rank in (SMALL, BIG) for copy in copies]


def _power(rank: int, printed: int, level: int, suit: int, order: tuple[int, ...]) -> int:
    if rank >= SMALL:
        return _BIG if rank == BIG else _SMALL

    if rank == level:
        return _TRUMP_LEVEL if printed == suit else _OTHER_LEVEL
    if rank == TWO:
        return _TRUMP_TWO if printed == suit else _OTHER_TWO
    return order.index(rank) + (FIRST_TRUMP if printed == suit else 0)


def points_in(cards: Cards) -> int:
    """The points 分 of cards: 5 for a 5, 10 for a 10 and a K (shengji §2).

    >>> from games.engine.core.cards import take_all
    >>> points_in(take_all("5TKA"))
    25
    """
    return 5 * (cards & _FIVES).bit_count() + 10 * (cards & _TENS).bit_count()


def smallest(cards: Cards, count: int, trumps: Trumps) -> Cards:
    """The ``count`` smallest cards: side suits before trumps, by rank, ties ♠ ♥ ♣ ♦ (huolong §3, shengji §4)."""
    taken = 0
    for number in sorted(each_card(cards), key=trumps.places.__getitem__)[:count]:
        taken |= 1 << number
    return taken
