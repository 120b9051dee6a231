"""What tables may choose in Huolong: options and presets, with their words."""

from typing import Final

from games.engine.core.options import Meta, Option, Preset, Value
from games.engine.core.texts import msgid
from games.engine.levels.options import DRAW_PACE, SHOW_GRACE
from games.engine.levels.seats import SIDES

LEVEL_SHOW: Final = Option(
    key="level_show",
    label=msgid("亮级牌"),
    help=msgid(
        "先亮的级牌定主；或如原文所印，最后翻出的级牌定主：后亮别的花色的级牌换主，第一局也由后亮的坐庄。"
    ),
    values=(
        Value("first_stands", msgid("先亮为主")),
        Value("last_stands", msgid("后亮换主")),
    ),
    default="first_stands",
    rule="huolong §2",
)
JOKER_OVER_LEVEL: Final = Option(
    key="joker_over_level",
    label=msgid("王反级牌"),
    help=msgid("亮了级牌以后，能不能再亮王来反。原文只说大王反小王、两个大王反大王。"),
    values=(Value("on", msgid("能反")), Value("off", msgid("不能反"))),
    default="on",
    rule="huolong §2",
)
COUNTER_TAKES_DEAL: Final = Option(
    key="counter_takes_deal",
    label=msgid("反主反庄"),
    help=msgid("反主的人是否也当庄家：只在第一局，从不，或每一局（那时没有反别人的亮主不夺庄）。"),
    values=(
        Value("first_deal", msgid("第一局")),
        Value("never", msgid("不反庄")),
        Value("always", msgid("每局")),
    ),
    default="first_deal",
    rule="huolong §2",
)
STARS: Final = Option(
    key="stars",
    label=msgid("摘星级数"),
    help=msgid("底里的大王：第一个加两级，以后每个三级；或每个都三级。"),
    values=(
        Value("two_then_three", msgid("先二后三")),
        Value("three_each", msgid("每个三级")),
    ),
    default="two_then_three",
    rule="huolong §5",
)
STAR_OWNER: Final = Option(
    key="star_owner",
    label=msgid("谁的星"),
    help=msgid("底里的大王都算，或只算升级一方自己扣的、放的。"),
    values=(Value("any", msgid("都算")), Value("own", msgid("只算自己的"))),
    default="any",
    rule="huolong §5",
)
NO_RISE_DEALER: Final = Option(
    key="no_rise_dealer",
    label=msgid("不升级时谁坐庄"),
    help=msgid("庄家保住庄而没有升级时，下一局由原庄家还是由对家坐庄。"),
    values=(
        Value("same", msgid("原庄家")),
        Value("partner", msgid("对家")),
    ),
    default="same",
    rule="huolong §5",
)

META: Final = Meta(
    key="huolong",
    title=msgid("攉龙"),
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
            label=msgid("大同"),
            help=msgid("山西大同的打法，三副牌。"),
        ),
    ),
)
