"""What tables may choose in single-deck Shengji: options and presets, with their words."""

from typing import Final

from games.engine.core.options import Meta, Option, Preset, Text, Value
from games.engine.levels.options import DRAW_PACE, SHOW_GRACE
from games.engine.levels.seats import SIDES

TEN: Final = Option(
    key="ten",
    label=Text("10 的大小", "Rank of the 10"),
    help=Text(
        "规则原文两处都把 10 排在 9 之下; 也可以按通常的顺序。",
        "The rules as printed put the 10 below the 9, twice; or where it naturally stands.",
    ),
    values=(
        Value("below_nine", Text("在 9 之下", "below the 9")),
        Value("natural", Text("在 9 之上", "above the 9")),
    ),
    default="below_nine",
    rule="shengji §2",
)
NO_SHOW: Final = Option(
    key="no_show",
    label=Text("无人亮主", "Nobody shows"),
    help=Text(
        "无人亮主时重新发牌, 或由底牌里第一张有花色的牌定主 (第一局由 0 号位坐庄)。",
        "When nobody shows: a new shuffle, or the first suited card of the kitty fixes trumps (in deal 1 seat 0 deals).",
    ),
    values=(
        Value("redeal", Text("重新发牌", "deal again")),
        Value("kitty", Text("底牌定主", "the kitty decides")),
    ),
    default="redeal",
    rule="shengji §3",
)
BOTTOM_TAKES_DEAL: Final = Option(
    key="bottom_takes_deal",
    label=Text("抠底即上台", "The bottom takes the deal"),
    help=Text(
        "闲家赢得最后一轮而不足 40 分时, 也上台, 但不升级。原文只论得分。",
        "When the side not dealing wins the last trick with under 40 points it still takes the deal, without a rise. "
        "The text goes by points alone.",
    ),
    values=(Value("off", Text("关", "off")), Value("on", Text("开", "on"))),
    default="off",
    rule="shengji §5",
)

META: Final = Meta(
    key="shengji",
    title=Text("单副升级", "Single-deck Shengji"),
    sides=SIDES,
    options=(TEN, DRAW_PACE, SHOW_GRACE, NO_SHOW, BOTTOM_TAKES_DEAL),
    presets=(
        Preset(
            key="printed",
            label=Text("原文", "As printed"),
            help=Text("按规则原文: 10 在 9 之下。", "The text as printed: the 10 below the 9."),
        ),
        Preset(
            key="standard",
            label=Text("通行", "Standard"),
            help=Text("10 在 9 之上, 其余按原文。", "The 10 above the 9, else as printed."),
            values={"ten": "natural"},
        ),
    ),
)
