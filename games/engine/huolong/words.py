"""The words that Huolong adds: countering, stars, pairs and meteors."""

from typing import Final

from games.engine.core.events import Event
from games.engine.core.options import Text
from games.engine.levels import words

from . import events

REFUSALS: Final[dict[str, Text]] = words.REFUSALS | {
    "identical": Text(
        "首家出单张、对或流星: 对和流星要同点同花色, 没有甩牌",
        "A lead is one card, a pair or a meteor of identical cards; there are no throws",
    ),
    "show_level_only": Text(
        "亮主只能亮级牌或王: {card} 不是",
        "Only level cards and jokers are shown for trumps, and {card} is neither",
    ),
    "show_pending": Text(
        "你亮的王还没有定主: 下一张摸到王才能接着亮",
        "Your jokers wait for their suit: only a joker drawn next may follow them",
    ),
    "show_no_card_left": Text(
        "亮王要靠下一张牌定主, 你已经没有牌可摸",
        "Jokers take their suit from the next card you draw, and you have none left to draw",
    ),
    "show_lost": Text(
        "没有定主的王已作废, 不能再亮", "Jokers of a show that was lost cannot be shown again"
    ),
    "show_too_weak": Text(
        "反主要更大: 级牌、小王、大王、两个大王、三个大王",
        "A counter must be stronger: level card, small joker, big joker, two big, three big",
    ),
    "stars_said": Text("你已经选定, 等其他人", "You have chosen; wait for the others"),
    "stars_held": Text("手里只有 {count} 个大王可以摘星", "You hold {count} big jokers to put in"),
}


def tell(event: Event) -> Text | None:
    """An event as a line of the log, seats written ``{0}`` to ``{3}``; None: not told."""
    if isinstance(event, events.StarsPut):
        return _stars(event.counts)
    return words.tell(event)


def _stars(counts: tuple[int, ...]) -> Text:
    put = [(seat, count) for seat, count in enumerate(counts) if count]
    if not put:
        return Text("无人摘星", "Nobody puts a star into the bottom")
    zh = "; ".join(f"{{{seat}}} 摘星: 放入 {count} 个大王" for seat, count in put)
    en = "; ".join(f"{{{seat}}} puts {count} big jokers into the bottom" for seat, count in put)
    return Text(zh, en)
