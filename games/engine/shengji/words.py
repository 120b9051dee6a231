"""The words that single-deck Shengji adds."""

from typing import Final

from games.engine.core.texts import msgid
from games.engine.levels import words

REFUSALS: Final = words.REFUSALS | {
    "one_suit": msgid("首家出一张，或同一门的几张一起甩（主牌是一门）"),
    "show_first_stands": msgid("第一次亮出的花色就是主，不能再改"),
}
