"""What tables may choose in Gouji: options and presets, with their words."""

from typing import Final

from games.engine.core.options import Meta, Option, Preset, Value
from games.engine.core.texts import msgid

from .seats import SIDES

ON: Final = Value("on", msgid("开"))
OFF: Final = Value("off", msgid("关"))

GAMES: Final = Option(
    key="games",
    label=msgid("局数"),
    help=msgid("一场打几局，积分累计。"),
    values=(
        Value("1", msgid("一局")),
        Value("3", msgid("三局")),
        Value("5", msgid("五局")),
    ),
    default="5",
    rule="gouji §2",
)
MIXED_JOKERS: Final = Option(
    key="mixed_jokers",
    label=msgid("大小花混出"),
    help=msgid("一手牌里大花小花都有时，大花当小花，还是各算各的。"),
    values=(
        Value("as_small", msgid("大花当小花")),
        Value("keep", msgid("各算各的")),
    ),
    default="as_small",
    rule="gouji §1",
)
TWO_TO_ONE: Final = Option(
    key="big_joker_two_to_one",
    label=msgid("大王2杀1"),
    help=msgid("两张大花可以管住一张大花；其余的牌仍要张张大过。"),
    values=(OFF, ON),
    default="off",
    rule="gouji §1",
)
LEAD: Final = Option(
    key="lead",
    label=msgid("首发"),
    help=msgid("每局谁先发牌：上班亮牌，或从第二局起由上局大落或头科先发。"),
    values=(
        Value("show", msgid("上班", "option")),
        Value("last_place", msgid("大落先发")),
        Value("first_place", msgid("头科先发")),
    ),
    default="show",
    rule="gouji §4",
)
SUCCESSOR: Final = Option(
    key="successor",
    label=msgid("接风"),
    help=msgid("赢下一轮的人已走科时，由下家接着发牌，还是由他的联邦接风。"),
    values=(
        Value("next", msgid("下家")),
        Value("partner", msgid("联邦")),
    ),
    default="next",
    rule="gouji §5",
)
OPEN_WITH_TWOS: Final = Option(
    key="open_with_twos",
    label=msgid("带钱开点"),
    help=msgid("贴钱的牌和一手2能否开点；单张2和挂花的牌总不开点。"),
    values=(ON, OFF),
    default="on",
    rule="gouji §6",
)
MELEE_REENTRY: Final = Option(
    key="melee_reentry",
    label=msgid("乱缠过牌再上"),
    help=msgid("四户乱缠时，过牌后同一轮里能否再上牌。"),
    values=(ON, OFF),
    default="on",
    rule="gouji §7",
)
GAME_END: Final = Option(
    key="game_end",
    label=msgid("一局结束"),
    help=msgid("一个联邦三人都走科即结束，还是打到只剩一人。"),
    values=(
        Value("federation", msgid("一方走完")),
        Value("last_player", msgid("只剩一人")),
    ),
    default="federation",
    rule="gouji §9",
)
EVENT_POINTS: Final = Option(
    key="event_points",
    label=msgid("事件分"),
    help=msgid("本方每有一人没开点、被闷、被烧，各减一分；串三户时不计。"),
    values=(OFF, ON),
    default="off",
    rule="gouji §9",
)

HOLD_THREES: Final = Option(
    key="hold_threes",
    label=msgid("憋三"),
    help=msgid("最后一手必须是全部的3；没有3的先买三。关：3是普通牌。"),
    values=(ON, OFF),
    default="on",
    rule="gouji §3",
)
STIFLED: Final = Option(
    key="stifled",
    label=msgid("被闷", "option"),
    help=msgid("憋三时，走3之前的一手牌被人上牌：立即离局，还是留下接着打。两种都进闷贡。"),
    values=(
        Value("out", msgid("离局")),
        Value("plays_on", msgid("接着打")),
    ),
    default="out",
    rule="gouji §3",
)
BURN: Final = Option(
    key="burn",
    label=msgid("烧牌条件"),
    help=msgid("烧不成的牌也让烧，还是只在花够用时才让烧。"),
    values=(
        Value("free", msgid("随意")),
        Value("covered", msgid("花够才能烧")),
    ),
    default="free",
    rule="gouji §7",
)
CHARGE: Final = Option(
    key="charge",
    label=msgid("冲点"),
    help=msgid("革命者可以亮三套级牌冲点，由对头来打。"),
    values=(ON, OFF),
    default="off",
    rule="gouji §8",
)
TRIBUTE: Final = Option(
    key="tribute",
    label=msgid("进贡"),
    help=msgid("从第二局起按上一局进贡。"),
    values=(ON, OFF),
    default="on",
    rule="gouji §9",
)
TRIBUTE_ORDER: Final = Option(
    key="tribute_order",
    label=msgid("进贡次序"),
    help=msgid("先进的贡先拿最大的牌：闷烧点落，或点烧闷落。"),
    values=(
        Value("classic", msgid("闷烧点落")),
        Value("charge", msgid("点烧闷落")),
    ),
    default="classic",
    rule="gouji §9",
)
RETURN_TRIBUTE: Final = Option(
    key="return_tribute",
    label=msgid("还贡", "option"),
    help=msgid("吃贡的人每张还一张牌，自己选。"),
    values=(ON, OFF),
    default="on",
    rule="gouji §9",
)
SWEEP_TRIBUTE: Final = Option(
    key="sweep_tribute",
    label=msgid("串三户的贡", "option"),
    help=msgid("串三户后：不进贡，还是输的三家各向对头进一张。"),
    values=(
        Value("none", msgid("不进贡")),
        Value("one_each", msgid("各进一张")),
    ),
    default="none",
    rule="gouji §9",
)
TRIBUTE_CARDS: Final = Option(
    key="tribute_cards",
    label=msgid("进贡的牌"),
    help=msgid("进手里最大的牌，还是只进2和花，没有就不进。"),
    values=(
        Value("largest", msgid("最大的牌")),
        Value("wild", msgid("只进2和花")),
    ),
    default="largest",
    rule="gouji §9",
)

META: Final = Meta(
    key="gouji",
    title=msgid("够级"),
    sides=SIDES,
    options=(
        GAMES,
        HOLD_THREES,
        STIFLED,
        MIXED_JOKERS,
        TWO_TO_ONE,
        LEAD,
        SUCCESSOR,
        OPEN_WITH_TWOS,
        BURN,
        CHARGE,
        MELEE_REENTRY,
        GAME_END,
        EVENT_POINTS,
        TRIBUTE,
        TRIBUTE_ORDER,
        RETURN_TRIBUTE,
        SWEEP_TRIBUTE,
        TRIBUTE_CARDS,
    ),
    presets=(
        Preset(
            key="classic",
            label=msgid("经典"),
            help=msgid("按经典规则文本，打五局。"),
        ),
        Preset(
            key="charge",
            label=msgid("冲点"),
            help=msgid("带冲点的规则文本，打五局。"),
            values={"charge": "on", "tribute_order": "charge", "sweep_tribute": "one_each"},
        ),
        Preset(
            key="tournament",
            label=msgid("比赛"),
            help=msgid("打三局，不进贡，计事件分。"),
            values={"games": "3", "tribute": "off", "event_points": "on"},
        ),
    ),
)
