"""What tables may choose in Gouji: options and presets, with their words."""

from typing import Final

from games.engine.core.options import Meta, Option, Preset, Text, Value

from .seats import SIDES

ON: Final = Value("on", Text("开", "on"))
OFF: Final = Value("off", Text("关", "off"))

GAMES: Final = Option(
    key="games",
    label=Text("局数", "Games"),
    help=Text("一场打几局, 积分累计。", "How many games a match has; scores are carried."),
    values=(
        Value("1", Text("一局", "one")),
        Value("3", Text("三局", "three")),
        Value("5", Text("五局", "five")),
    ),
    default="5",
    rule="gouji §2",
)
MIXED_JOKERS: Final = Option(
    key="mixed_jokers",
    label=Text("大小花混出", "Mixed jokers"),
    help=Text(
        "一手牌里大花小花都有时, 大花当小花, 还是各算各的。",
        "With big and small jokers in one play: the big count as small, or each stays what it is.",
    ),
    values=(
        Value("as_small", Text("大花当小花", "big count as small")),
        Value("keep", Text("各算各的", "each stays what it is")),
    ),
    default="as_small",
    rule="gouji §1",
)
TWO_TO_ONE: Final = Option(
    key="big_joker_two_to_one",
    label=Text("大王2杀1", "Two big jokers beat one"),
    help=Text(
        "两张大花可以管住一张大花; 其余的牌仍要张张大过。",
        "Two big jokers meet one big joker; the rest must beat card for card as usual.",
    ),
    values=(OFF, ON),
    default="off",
    rule="gouji §1",
)
LEAD: Final = Option(
    key="lead",
    label=Text("首发", "First lead"),
    help=Text(
        "每局谁先发牌: 上班亮牌, 或从第二局起由上局大落或头科先发。",
        "Who leads first in a game: by showing; or, from game 2, the last or the first of the game before.",
    ),
    values=(
        Value("show", Text("上班", "by showing")),
        Value("last_place", Text("大落先发", "last place")),
        Value("first_place", Text("头科先发", "first place")),
    ),
    default="show",
    rule="gouji §4",
)
SUCCESSOR: Final = Option(
    key="successor",
    label=Text("接风", "Who leads for one who is out"),
    help=Text(
        "赢下一轮的人已走科时, 由下家接着发牌, 还是由他的联邦接风。",
        "When the winner of a trick has gone out: the next seat leads, or his next active partner.",
    ),
    values=(
        Value("next", Text("下家", "next seat")),
        Value("partner", Text("联邦", "partner")),
    ),
    default="next",
    rule="gouji §5",
)
OPEN_WITH_TWOS: Final = Option(
    key="open_with_twos",
    label=Text("带钱开点", "Opening with 2s"),
    help=Text(
        "贴钱的牌和一手2能否开点; 单张2和挂花的牌总不开点。",
        "Whether plays with attached 2s, or of 2s alone, open. A single 2 or a joker never does.",
    ),
    values=(ON, OFF),
    default="on",
    rule="gouji §6",
)
MELEE_REENTRY: Final = Option(
    key="melee_reentry",
    label=Text("乱缠过牌再上", "Playing again in the melee"),
    help=Text(
        "四户乱缠时, 过牌后同一轮里能否再上牌。",
        "Whether one who passed in the melee may play again in the same trick.",
    ),
    values=(ON, OFF),
    default="on",
    rule="gouji §7",
)
GAME_END: Final = Option(
    key="game_end",
    label=Text("一局结束", "End of a game"),
    help=Text(
        "一个联邦三人都走科即结束, 还是打到只剩一人。",
        "A game ends when one federation is out, or when only one player is left.",
    ),
    values=(
        Value("federation", Text("一方走完", "one federation out")),
        Value("last_player", Text("只剩一人", "one player left")),
    ),
    default="federation",
    rule="gouji §9",
)
EVENT_POINTS: Final = Option(
    key="event_points",
    label=Text("事件分", "Event points"),
    help=Text(
        "本方每有一人没开点、被闷、被烧, 各减一分; 串三户时不计。",
        "One point off a federation for each player who did not open, was stifled, was burned; "
        "none after a sweep.",
    ),
    values=(OFF, ON),
    default="off",
    rule="gouji §9",
)

HOLD_THREES: Final = Option(
    key="hold_threes",
    label=Text("憋三", "Hold the threes"),
    help=Text(
        "最后一手必须是全部的3; 没有3的先买三。关: 3是普通牌。",
        "One's last hand must be all one's 3s; who has none buys one first. Off: 3s are ordinary cards.",
    ),
    values=(ON, OFF),
    default="on",
    rule="gouji §3",
)
STIFLED: Final = Option(
    key="stifled",
    label=Text("被闷", "When stifled"),
    help=Text(
        "憋三时, 走3之前的一手牌被人上牌: 立即离局, 还是留下接着打。两种都进闷贡。",
        "With held threes, when the hand before the 3s is beaten: out at once, or plays on. Either pays.",
    ),
    values=(
        Value("out", Text("离局", "out")),
        Value("plays_on", Text("接着打", "plays on")),
    ),
    default="out",
    rule="gouji §3",
)
BURN: Final = Option(
    key="burn",
    label=Text("烧牌条件", "Burning"),
    help=Text(
        "烧不成的牌也让烧, 还是只在花够用时才让烧。",
        "A burn that cannot succeed is allowed, or only one whose jokers suffice for the ranks left.",
    ),
    values=(
        Value("free", Text("随意", "free")),
        Value("covered", Text("花够才能烧", "covered")),
    ),
    default="free",
    rule="gouji §7",
)
CHARGE: Final = Option(
    key="charge",
    label=Text("冲点", "Charge"),
    help=Text(
        "革命者可以亮三套级牌冲点, 由对头来打。",
        "A revolutionary may show three gouji sets for his opposite to beat.",
    ),
    values=(ON, OFF),
    default="off",
    rule="gouji §8",
)
TRIBUTE: Final = Option(
    key="tribute",
    label=Text("进贡", "Tribute"),
    help=Text("从第二局起按上一局进贡。", "From game 2, tribute is paid for the game before."),
    values=(ON, OFF),
    default="on",
    rule="gouji §9",
)
TRIBUTE_ORDER: Final = Option(
    key="tribute_order",
    label=Text("进贡次序", "Order of tribute"),
    help=Text(
        "先进的贡先拿最大的牌: 闷烧点落, 或点烧闷落。",
        "Dues served first get the largest cards: stifle, burn, open, place; or open, burn, stifle, place.",
    ),
    values=(
        Value("classic", Text("闷烧点落", "stifle, burn, open, place")),
        Value("charge", Text("点烧闷落", "open, burn, stifle, place")),
    ),
    default="classic",
    rule="gouji §9",
)
RETURN_TRIBUTE: Final = Option(
    key="return_tribute",
    label=Text("还贡", "Return tribute"),
    help=Text(
        "吃贡的人每张还一张牌, 自己选。",
        "Who receives tribute gives one card back for each, of his own choice.",
    ),
    values=(ON, OFF),
    default="on",
    rule="gouji §9",
)
SWEEP_TRIBUTE: Final = Option(
    key="sweep_tribute",
    label=Text("串三户的贡", "Tribute after a sweep"),
    help=Text(
        "串三户后: 不进贡, 还是输的三家各向对头进一张。",
        "After a sweep: no tribute, or each loser pays one card to his own opposite.",
    ),
    values=(
        Value("none", Text("不进贡", "none")),
        Value("one_each", Text("各进一张", "one each")),
    ),
    default="none",
    rule="gouji §9",
)
TRIBUTE_CARDS: Final = Option(
    key="tribute_cards",
    label=Text("进贡的牌", "Tribute cards"),
    help=Text(
        "进手里最大的牌, 还是只进2和花, 没有就不进。",
        "One's largest cards, or only 2s and jokers: who has none pays nothing.",
    ),
    values=(
        Value("largest", Text("最大的牌", "largest")),
        Value("wild", Text("只进2和花", "2s and jokers")),
    ),
    default="largest",
    rule="gouji §9",
)

META: Final = Meta(
    key="gouji",
    title=Text("够级", "Gouji"),
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
            label=Text("经典", "Classic"),
            help=Text("按经典规则文本, 打五局。", "The classic text, five games."),
        ),
        Preset(
            key="charge",
            label=Text("冲点", "Charge"),
            help=Text("带冲点的规则文本, 打五局。", "The text with charges, five games."),
            values={"charge": "on", "tribute_order": "charge", "sweep_tribute": "one_each"},
        ),
        Preset(
            key="tournament",
            label=Text("比赛", "Tournament"),
            help=Text("打三局, 不进贡, 计事件分。", "Three games, no tribute, event points."),
            values={"games": "3", "tribute": "off", "event_points": "on"},
        ),
    ),
)
