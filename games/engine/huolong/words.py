"""The words that Huolong adds: countering, stars, pairs and meteors."""

from typing import Final

from games.engine.core.events import Event
from games.engine.core.texts import Listed, SeatName, Text, msgid, text
from games.engine.levels import words

from . import events

REFUSALS: Final = words.REFUSALS | {
    "identical": msgid("首家出单张、对或流星：对和流星要同点同花色，没有甩牌"),
    "show_level_only": msgid("亮主只能亮级牌或王：{card} 不是"),
    "show_pending": msgid("你亮的王还没有定主：下一张摸到王才能接着亮"),
    "show_no_card_left": msgid("亮王要靠下一张牌定主，你已经没有牌可摸"),
    "show_lost": msgid("没有定主的王已作废，不能再亮"),
    "show_too_weak": msgid("反主要更大：级牌、小王、大王、两个大王、三个大王"),
    "stars_said": msgid("你已经选定，等其他人"),
    "stars_held": msgid("手里只有 {count} 个大王可以摘星"),
}


def describe(event: Event) -> Text | None:
    """An event as a line of the log, or None if the log does not tell it."""
    if isinstance(event, events.StarsPut):
        return _stars(event.counts)
    return words.describe(event)


def _stars(counts: tuple[int, ...]) -> Text:
    message = msgid("{seat} 摘星：放入 {count} 个大王")
    put = tuple(
        text(message, seat=SeatName(seat), count=count)
        for seat, count in enumerate(counts)
        if count
    )
    return (
        text(msgid("{put}", "stars"), put=Listed(put, msgid("；")))
        if put
        else text(msgid("无人摘星"))
    )
