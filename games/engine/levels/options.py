"""Options that both Shengji games offer: the clock of the drawing (shengji §3)."""

from typing import Final

from games.engine.core.options import Option, Text, Value

DRAW_PACE: Final = Option(
    key="draw_pace",
    label=Text("摸牌快慢", "Pace of drawing"),
    help=Text("每隔多少秒摸一张牌。", "Seconds from one card drawn to the next."),
    values=tuple(
        Value(key, Text(f"{key} 秒", f"{key} s")) for key in ("0.1", "0.2", "0.4", "0.6", "1.0")
    ),
    default="0.4",
    rule="shengji §3",
)
SHOW_GRACE: Final = Option(
    key="show_grace",
    label=Text("亮主等待", "Grace for showing"),
    help=Text(
        "牌摸完还没有人亮主时, 再等多少秒; 四人都选不亮就不等。",
        "Seconds left to show when all cards are drawn and no show stands; none once all four have declined.",
    ),
    values=tuple(Value(key, Text(f"{key} 秒", f"{key} s")) for key in ("3", "5", "10", "20")),
    default="10",
    rule="shengji §3",
)
