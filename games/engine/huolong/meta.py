"""What tables may choose in Huolong: options and presets, with their words."""

from typing import Final

from games.engine.core.options import Meta, Option, Preset, Text, Value
from games.engine.levels.options import DRAW_PACE, SHOW_GRACE
from games.engine.levels.seats import SIDES

LEVEL_SHOW: Final = Option(
    key="level_show",
    label=Text("亮级牌", "Showing level cards"),
    help=Text(
        "先亮的级牌定主; 或如原文所印, 最后翻出的级牌定主: 后亮别的花色的级牌换主, 第一局也由后亮的坐庄。",
        "The first level card shown stands; or, as the text prints it, the last: a later one of another suit replaces it, and in deal 1 its seat deals.",
    ),
    values=(
        Value("first_stands", Text("先亮为主", "the first stands")),
        Value("last_stands", Text("后亮换主", "the last stands")),
    ),
    default="first_stands",
    rule="huolong §2",
)
JOKER_OVER_LEVEL: Final = Option(
    key="joker_over_level",
    label=Text("王反级牌", "Jokers over level cards"),
    help=Text(
        "亮了级牌以后, 能不能再亮王来反。原文只说大王反小王、两个大王反大王。",
        "Whether jokers may counter a level card. The text lists only big over small and two big over one.",
    ),
    values=(Value("on", Text("能反", "on")), Value("off", Text("不能反", "off"))),
    default="on",
    rule="huolong §2",
)
COUNTER_TAKES_DEAL: Final = Option(
    key="counter_takes_deal",
    label=Text("反主反庄", "A counter takes the deal"),
    help=Text(
        "反主的人是否也当庄家: 只在第一局, 从不, 或每一局 (那时没有反别人的亮主不夺庄)。",
        "Whether a counter takes the deal with the suit: in deal 1, never, or always (a first show then takes nothing).",
    ),
    values=(
        Value("first_deal", Text("第一局", "in deal 1")),
        Value("never", Text("不反庄", "never")),
        Value("always", Text("每局", "always")),
    ),
    default="first_deal",
    rule="huolong §2",
)
STARS: Final = Option(
    key="stars",
    label=Text("摘星级数", "Levels for stars"),
    help=Text(
        "底里的大王: 第一个加两级, 以后每个三级; 或每个都三级。",
        "Big jokers in the bottom: two levels for the first and three for each more; or three for each.",
    ),
    values=(
        Value("two_then_three", Text("先二后三", "two, then three")),
        Value("three_each", Text("每个三级", "three each")),
    ),
    default="two_then_three",
    rule="huolong §5",
)
STAR_OWNER: Final = Option(
    key="star_owner",
    label=Text("谁的星", "Whose stars"),
    help=Text(
        "底里的大王都算, 或只算升级一方自己扣的、放的。",
        "All big jokers in the bottom count, or only those that the rising side put in or buried.",
    ),
    values=(Value("any", Text("都算", "any")), Value("own", Text("只算自己的", "own"))),
    default="any",
    rule="huolong §5",
)
NO_RISE_DEALER: Final = Option(
    key="no_rise_dealer",
    label=Text("不升级时谁坐庄", "Dealer after no rise"),
    help=Text(
        "庄家保住庄而没有升级时, 下一局由原庄家还是由对家坐庄。",
        "When the dealers stay without a rise: the same seat deals again, or its partner.",
    ),
    values=(
        Value("same", Text("原庄家", "the same")),
        Value("partner", Text("对家", "the partner")),
    ),
    default="same",
    rule="huolong §5",
)

META: Final = Meta(
    key="huolong",
    title=Text("攉龙", "Huolong"),
    sides=SIDES,
    options=(
        DRAW_PACE,
        SHOW_GRACE,
        LEVEL_SHOW,
        JOKER_OVER_LEVEL,
        COUNTER_TAKES_DEAL,
        STARS,
        STAR_OWNER,
        NO_RISE_DEALER,
    ),
    presets=(
        Preset(
            key="datong",
            label=Text("大同", "Datong"),
            help=Text("山西大同的打法, 三副牌。", "As played in Datong, Shanxi, with three decks."),
        ),
    ),
)
