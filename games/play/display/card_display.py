"""Cards as they are drawn: rank, suit sign and colour, and the groups of a hand.

The same cards are drawn again at every move, so the answers are cached. The sizes are enough for all cards in three
languages, and for the hands of a hundred tables.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.engine.core.cards import RANKS, SMALL, Cards, each_card, write_card
from games.play.display.types import CardFace, CardGroup
from games.play.display.words import cached_words

SUIT_SIGNS: Final = ("♣", "♦", "♥", "♠")
SUIT_CLASSES: Final = ("c", "d", "h", "s")
COURT: Final = frozenset("KQJ")


def rank_label(symbol: str) -> str:
    """A rank as people read it, from its letter in notation."""
    match symbol:
        case "T":
            return "10"
        case "s":
            return _("小王")
        case "B":
            return _("大王")
    return symbol


@cached_words(1024)
def card_face(number: int) -> CardFace:
    """A card by its number, as drawn."""
    rank, rest = divmod(number, 16)
    symbol = RANKS[rank]
    joker = rank >= SMALL
    colour = ("j" if symbol == "s" else "b") if joker else SUIT_CLASSES[rest // 4]
    sign = "" if joker else SUIT_SIGNS[rest // 4]
    if symbol in COURT:  # the style sheet draws its head
        colour += f" {symbol}"
    return CardFace(write_card(number), _corner(symbol), sign, colour)


def _corner(symbol: str) -> str:
    match symbol:
        case "s":
            return pgettext("on the card", "小王")
        case "B":
            return pgettext("on the card", "大王")
    return rank_label(symbol)


def card_faces(cards: Cards) -> tuple[CardFace, ...]:
    """Cards as drawn, high ones first."""
    return tuple(card_face(number) for number in sorted(each_card(cards), reverse=True))


@cached_words(1024)
def barred_card_face(number: int) -> CardFace:
    """A card that may not be taken now."""
    shown = card_face(number)
    return replace(shown, colour=f"{shown.colour} x")


def card_faces_of(numbers: Sequence[int], barred: Cards) -> tuple[CardFace, ...]:
    """Cards as drawn, in the order given; cards in ``barred`` may not be taken now."""
    return tuple(barred_card_face(n) if barred >> n & 1 else card_face(n) for n in numbers)


@cached_words(2048)
def groups(cards: Cards, barred: Cards = 0) -> tuple[CardGroup, ...]:
    """A hand grouped by rank, high ones first; cards in ``barred`` may not be taken now."""
    by_rank: dict[int, list[int]] = {}
    for number in sorted(each_card(cards), reverse=True):
        by_rank.setdefault(number >> 4, []).append(number)
    return tuple(
        CardGroup(_("{count}张").format(count=len(numbers)), card_faces_of(numbers, barred))
        for numbers in by_rank.values()
    )
