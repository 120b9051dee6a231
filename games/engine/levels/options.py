"""Options that both Shengji games offer: the clock of the drawing (shengji §3)."""

from typing import Final

from games.engine.core.options import Option, Value
from games.engine.core.texts import msgid, text

DRAW_PACE: Final = Option(
    key="draw_pace",
    label=msgid("摸牌快慢"),
    help=msgid("每隔多少秒摸一张牌。"),
    values=tuple(
        Value(key, text(msgid("{seconds} 秒"), seconds=key))
        for key in ("0.1", "0.2", "0.4", "0.6", "1.0")
    ),
    default="0.4",
    rule="shengji §3",
)
SHOW_GRACE: Final = Option(
    key="show_grace",
    label=msgid("亮主等待"),
    help=msgid("牌摸完还没有人亮主时，再等多少秒；四人都选不亮就不等。"),
    values=tuple(
        Value(key, text(msgid("{seconds} 秒"), seconds=key)) for key in ("3", "5", "10", "20")
    ),
    default="10",
    rule="shengji §3",
)
