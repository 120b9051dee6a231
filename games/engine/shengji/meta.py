"""What tables may choose in single-deck Shengji: options and presets, with their words."""

from typing import Final

from games.engine.core.options import Meta, Option, Preset, Value
from games.engine.core.texts import msgid
from games.engine.levels.options import DRAW_PACE, SHOW_GRACE
from games.engine.levels.seats import SIDES

TEN: Final = Option(
    key="ten",
    label=msgid("10 的大小"),
    help=msgid("规则原文两处都把 10 排在 9 之下；也可以按通常的顺序。"),
    values=(
        Value("below_nine", msgid("在 9 之下")),
        Value("natural", msgid("在 9 之上")),
    ),
    default="below_nine",
    rule="shengji §2",
)
NO_SHOW: Final = Option(
    key="no_show",
    label=msgid("无人亮主"),
    help=msgid("无人亮主时重新发牌，或由底牌里第一张有花色的牌定主（第一局由 0 号位坐庄）。"),
    values=(
        Value("redeal", msgid("重新发牌", "option")),
        Value("kitty", msgid("底牌定主")),
    ),
    default="redeal",
    rule="shengji §3",
)
BOTTOM_TAKES_DEAL: Final = Option(
    key="bottom_takes_deal",
    label=msgid("抠底即上台"),
    help=msgid("闲家赢得最后一轮而不足 40 分时，也上台，但不升级。原文只论得分。"),
    values=(Value("off", msgid("关")), Value("on", msgid("开"))),
    default="off",
    rule="shengji §5",
)

META: Final = Meta(
    key="shengji",
    title=msgid("单副升级"),
    sides=SIDES,
    options=(TEN, DRAW_PACE, SHOW_GRACE, NO_SHOW, BOTTOM_TAKES_DEAL),
    presets=(
        Preset(
            key="printed",
            label=msgid("原文"),
            help=msgid("按规则原文：10 在 9 之下。"),
        ),
        Preset(
            key="standard",
            label=msgid("通行"),
            help=msgid("10 在 9 之上，其余按原文。"),
            values={"ten": "natural"},
        ),
    ),
)
