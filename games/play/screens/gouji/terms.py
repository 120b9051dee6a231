"""The words that Gouji's screen is made of."""

from functools import lru_cache
from typing import Final

from games.engine.core.cards import RANKS, Cards, each_card, write_card
from games.play.present import RANK_LABELS

PLACES: Final = ("", "头科", "二科", "三科", "四科", "二落", "大落")
POINTS: Final = (0, 4, 2, 0, 0, -2, -4)
SUITS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
DUES: Final = {
    "stifle": "闷贡",
    "burn": "烧贡",
    "open": "点贡",
    "place": "落贡",
    "sweep": "串三户的贡",
}
SAYINGS: Final = {
    "revolt": "革命",
    "stay": "不革命",
    "declare": "宣点",
    "done": "",
    "decline": "不烧",
    "burn": "烧牌",
    "return": "还",
}


@lru_cache(maxsize=1024)
def ranks_in_words(cards: Cards) -> str:
    """Cards without their suits, counted by rank.

    >>> from games.engine.core.cards import take_all
    >>> ranks_in_words(take_all("BKKK"))
    '大王 + 3 张 K'
    """
    counts: dict[int, int] = {}
    for number in sorted(each_card(cards), reverse=True):
        counts[number >> 4] = counts.get(number >> 4, 0) + 1
    return " + ".join(_rank_in_words(rank, count) for rank, count in counts.items())


def _rank_in_words(rank: int, count: int) -> str:
    label = RANK_LABELS.get(RANKS[rank], RANKS[rank])
    return label if count == 1 else f"{count} 张 {label}"


def times_in_words(cards: Cards) -> str:
    """Cards of one rank, as short as can be.

    >>> from games.engine.core.cards import take_all
    >>> times_in_words(take_all("KKK"))
    'K×3'
    """
    rank = (cards.bit_length() - 1) >> 4
    return f"{RANK_LABELS.get(RANKS[rank], RANKS[rank])}×{cards.bit_count()}"


def shown_in_words(card: str) -> str:
    """What is shown for the lead, from the end of its action's text.

    >>> shown_in_words("4S")
    '亮 ♠4'
    """
    return f"亮 {SUITS.get(card[1:], '')}{card[:1]}"


def card_text(cards: Cards) -> str:
    """Cards as an action's text writes them."""
    return "".join(write_card(number) for number in sorted(each_card(cards), reverse=True))
