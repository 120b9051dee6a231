"""The words that single-deck Shengji adds."""

from typing import Final

from games.engine.core.options import Text
from games.engine.levels import words

REFUSALS: Final[dict[str, Text]] = words.REFUSALS | {
    "one_suit": Text(
        "首家出一张, 或同一门的几张一起甩 (主牌是一门)",
        "A lead is one card, or several of one suit thrown together (all trumps are one suit)",
    ),
    "show_first_stands": Text(
        "第一次亮出的花色就是主, 不能再改", "The first suit shown is trumps for good"
    ),
}
