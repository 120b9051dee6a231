"""Gouji's terms for places, tribute and calls, and cards in a few letters."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.engine.core.cards import RANKS, Cards, each_card, write_card
from games.play.display.card_display import rank_label

PLACES: Final = (
    "",
    *(gettext_noop("头科"), gettext_noop("二科"), gettext_noop("三科")),
    *(gettext_noop("四科"), gettext_noop("二落"), gettext_noop("大落")),
)
SUITS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
DUES: Final = {
    "stifle": gettext_noop("闷贡"),
    "burn": gettext_noop("烧贡"),
    "open": gettext_noop("点贡"),
    "place": gettext_noop("落贡"),
    "sweep": gettext_noop("串三户的贡"),
}
SAYINGS: Final = {
    "revolt": gettext_noop("革命"),
    "stay": gettext_noop("不革命"),
    "declare": gettext_noop("宣点"),
    "done": "",
    "decline": gettext_noop("不烧"),
    "burn": gettext_noop("烧牌"),
    "return": gettext_noop("还"),
}


def times_in_words(cards: Cards) -> str:
    """Cards of one rank, as short as can be.

    >>> from games.engine.core.cards import take_all
    >>> times_in_words(take_all("KKK"))
    'K×3'
    """
    rank = (cards.bit_length() - 1) >> 4
    return f"{rank_label(RANKS[rank])}×{cards.bit_count()}"


def shown_in_words(card: str) -> str:
    """What is shown for the lead, from the end of its action's text.

    >>> shown_in_words("4S")
    '亮 ♠4'
    """
    return _("亮 {card}").format(card=f"{SUITS.get(card[1:], '')}{card[:1]}")


def card_text(cards: Cards) -> str:
    """Cards as an action's text writes them."""
    return "".join(write_card(number) for number in sorted(each_card(cards), reverse=True))
