"""The terms of the games and of the table, for players' pages and for readers of the code.

``manage.py words`` writes them into ``GLOSSARY.md`` beside this file. What they mean is decided by each game's ``RULES.md``.
"""

from typing import Final

import msgspec

from .core.texts import msgid
from .registry import GAMES

TERM: Final = "term"
"""The context of every name: elsewhere on the site the same words may be a button or a heading."""


class Term(msgspec.Struct, frozen=True):
    """A word that players use, and what it means in one or two sentences."""

    name: str
    """A message id. Its English is the word that the code uses."""
    games: tuple[str, ...]
    rule: str
    """Page and paragraphs, e.g. ``gouji §5``; empty for what belongs to the table and not to a game."""
    meaning: str
    """A message id."""


GOUJI: Final = ("gouji",)
SHENGJI: Final = ("shengji",)
HUOLONG: Final = ("huolong",)
LEVELS: Final = ("shengji", "huolong")

TERMS: Final = (
    # Who plays with whom.
    Term(
        msgid("联邦", "term"),
        GOUJI,
        "gouji §9",
        msgid("隔一位坐的三个人是一家，名次的分加在一起。"),
    ),
    Term(
        msgid("对头", "term"),
        GOUJI,
        "gouji §6, §8",
        msgid("坐在正对面的人，总是另一家的。你的够级牌先问对头管不管。"),
    ),
    # Cards and plays.
    Term(msgid("花", "term"), GOUJI, "gouji §1", msgid("大花就是大王，小花就是小王。")),
    Term(msgid("钱", "term"), GOUJI, "gouji §1", msgid("就是 2。贴在别的点上，算那一点。")),
    Term(msgid("挂花", "term"), GOUJI, "gouji §1", msgid("把花和一种点数的牌放在一起，当一手出。")),
    Term(
        msgid("够级牌", "term"),
        GOUJI,
        "gouji §1",
        msgid(
            "有花的、光出 2 的，或者至少五张 10、四张 J、三张 Q、两张 K、两张 A 的一手牌，贴上的 2 也算。"
        ),
    ),
    # Before play.
    Term(
        msgid("憋三", "term"),
        GOUJI,
        "gouji §3",
        msgid("3 要留到最后，一手出完，不带 2 和花。"),
    ),
    Term(
        msgid("买三", "term"),
        GOUJI,
        "gouji §3",
        msgid(
            "没分到 3 的人，用一张 2（没有就用花）向对头或对头的联邦换一张 3。那边匀不出来，就由自己的联邦白给，叫要三。"
        ),
    ),
    Term(
        msgid("革命", "term"),
        GOUJI,
        "gouji §8",
        msgid("手里没有花也没有 2，可以弃牌退出，一般算四科。两个人以上革命，这局作废重发。"),
    ),
    Term(
        msgid("冲点", "term"),
        GOUJI,
        "gouji §8",
        msgid(
            "革命的人亮出三组够级牌。对头三组都管住，算对头开点；不管或有一组管不住，算革命的人开点。"
        ),
    ),
    Term(
        msgid("宣点", "term"),
        GOUJI,
        "gouji §4, §9",
        msgid("开打以前说自己这一局会开点，点贡随着变。"),
    ),
    Term(
        msgid("上班", "term"),
        GOUJI,
        "gouji §4",
        msgid("亮出手里一种花色的所有 4，至少两张（不憋三就亮 3）。亮得最多的先发牌。"),
    ),
    # Tricks.
    Term(msgid("发牌", "term"), GOUJI, "gouji §5", msgid("一轮里先出第一手。")),
    Term(msgid("上牌", "term"), GOUJI, "gouji §5", msgid("用更大的一手管住桌上的牌。")),
    Term(
        msgid("过牌", "term"),
        GOUJI,
        "gouji §5",
        msgid("这一手不管。过了以后，这一轮只能再上对头的牌。"),
    ),
    Term(
        msgid("让牌", "term"),
        GOUJI,
        "gouji §5",
        msgid("对头出的不是够级牌，可以请后面的人先来；后面没人上，自己再上或过。"),
    ),
    Term(
        msgid("接风", "term"),
        GOUJI,
        "gouji §5",
        msgid("赢下一轮的人已经走科，由下家接着发牌，也可以定成由联邦接。"),
    ),
    Term(
        msgid("开点", "term"),
        GOUJI,
        "gouji §6",
        msgid("乱缠以前打出够级牌没人管，赢下这一轮。带花的、单张的 2 不算。"),
    ),
    Term(
        msgid("头", "term"),
        GOUJI,
        "gouji §6, §8",
        msgid("对头还没走，或者要了头，就是有头：自己的够级牌只有对头和无头的人能管，别人只能烧。"),
    ),
    Term(
        msgid("无头", "term"),
        GOUJI,
        "gouji §8",
        msgid("对头走了，又没有要头：谁都能管这人的牌，这人也能管谁的牌，够死级除外，但不能烧。"),
    ),
    Term(
        msgid("要头", "term"),
        GOUJI,
        "gouji §8",
        msgid("对头革命了可以要头：自己的前三手够级牌都是够死级，烧牌也算；打完这三手才无头。"),
    ),
    Term(
        msgid("够死级", "term"),
        GOUJI,
        "gouji §8",
        msgid("谁也不能管、只能烧的够级牌。"),
    ),
    Term(
        msgid("烧牌", "term"),
        GOUJI,
        "gouji §7",
        msgid(
            "有头的人打出够级牌，对头和无头的人以外，谁都可以用更大的一手烧，然后一手接一手打下去，除了最后一手都要带花。"
        ),
    ),
    Term(
        msgid("被烧", "term"),
        GOUJI,
        "gouji §7",
        msgid("自己的够级牌让别人烧成了，下一局给烧的人进贡一张。"),
    ),
    Term(
        msgid("解烧", "term"),
        GOUJI,
        "gouji §7",
        msgid("烧的人中途被管住，或者又被别人烧了：这次烧就算了结，照常往下打。"),
    ),
    Term(
        msgid("四户乱缠", "term"),
        GOUJI,
        "gouji §7",
        msgid(
            "打到不足五个人：挨着次序管，一般过了还能再上，没有够级、烧牌、让牌和开点。也叫乱缠。"
        ),
    ),
    # The end of a game.
    Term(
        msgid("闷", "term"),
        GOUJI,
        "gouji §3",
        msgid("手里只剩 3，刚出的那手又被人管住，叫被闷：一般当场出局，下一局还要进贡。"),
    ),
    Term(msgid("走科", "term"), GOUJI, "gouji §9", msgid("把牌出完。越早走名次越高。")),
    Term(
        msgid("头科到大落", "term"),
        GOUJI,
        "gouji §9",
        msgid("六个名次：头科、二科、三科、四科、二落、大落，计 4、2、0、0、-2、-4 分。"),
    ),
    Term(
        msgid("串三户", "term"),
        GOUJI,
        "gouji §9",
        msgid("头科、二科、三科都是一家，计 12 分，对家扣 12 分。"),
    ),
    Term(
        msgid("进贡", "term"),
        GOUJI,
        "gouji §9",
        msgid("从第二局起，欠贡的人开打以前交出自己最大的牌。"),
    ),
    Term(msgid("闷贡", "term"), GOUJI, "gouji §9", msgid("被闷的给闷的一张。")),
    Term(msgid("烧贡", "term"), GOUJI, "gouji §9", msgid("被烧的给烧的一张。")),
    Term(
        msgid("点贡", "term"),
        GOUJI,
        "gouji §9",
        msgid("没开点的给开了点的对头；都没开，就互相给。有人宣过点，张数另算。"),
    ),
    Term(
        msgid("落贡", "term"),
        GOUJI,
        "gouji §9",
        msgid("大落给头科两张，二落给二科一张。"),
    ),
    Term(
        msgid("还贡", "term"),
        GOUJI,
        "gouji §9",
        msgid("收了几张贡就还几张，自己挑，刚收的贡不能还。"),
    ),
    Term(
        msgid("逃跑", "term"),
        GOUJI,
        "gouji §9",
        msgid("一场没打完就离开：记在账上，位子由机器人接着打。"),
    ),
    # The Shengji games: sides, cards, the drawing.
    Term(
        msgid("庄家", "term"),
        LEVELS,
        "shengji §3, huolong §3",
        msgid("拿底牌、扣底、先出牌的人。和同伴一起是坐庄的一家。"),
    ),
    Term(
        msgid("闲家", "term"),
        LEVELS,
        "shengji §5, huolong §5",
        msgid("不坐庄的一家，分由闲家去抓。"),
    ),
    Term(
        msgid("级牌", "term"),
        LEVELS,
        "shengji §1, §2, huolong §1",
        msgid("坐庄的一家打到几，那个点数的牌就是这一局的级牌，都是主。"),
    ),
    Term(
        msgid("主", "term"),
        LEVELS,
        "shengji §2, huolong §1",
        msgid("王、级牌、2 和亮出的那门花色，合起来算一门，比别的花色都大。"),
    ),
    Term(
        msgid("副牌", "term"),
        LEVELS,
        "shengji §2, huolong §1",
        msgid("主以外的三门花色。"),
    ),
    Term(
        msgid("分", "term"),
        LEVELS,
        "shengji §2, huolong §1",
        msgid("5 计 5 分，10 和 K 计 10 分。"),
    ),
    Term(
        msgid("必打", "term"),
        SHENGJI,
        "shengji §1",
        msgid("3 和 A 不能跳过：自己坐过 3 的庄才升得上去，升到 A 就停住。"),
    ),
    Term(
        msgid("亮主", "term"),
        SHENGJI,
        "shengji §3",
        msgid("抓到级牌亮出来，那门花色就是主。"),
    ),
    Term(
        msgid("亮主", "term"),
        HUOLONG,
        "huolong §2",
        msgid("抓到级牌亮出来，那门花色就是主。也可以亮王，由下一张抓到的牌定花色。"),
    ),
    Term(
        msgid("抢庄", "term"),
        LEVELS,
        "shengji §3, huolong §2",
        msgid("头一局还没有庄家，谁先亮主谁坐庄。"),
    ),
    Term(
        msgid("反主", "term"),
        HUOLONG,
        "huolong §2",
        msgid("用更强的亮法换掉已经亮的主：从弱到强是级牌、小王、一张大王、两张大王、三张大王。"),
    ),
    Term(
        msgid("底牌", "term"),
        LEVELS,
        "shengji §3, huolong §3",
        msgid("没有抓走的六张，归庄家拿起来。"),
    ),
    Term(
        msgid("扣底", "term"),
        SHENGJI,
        "shengji §3",
        msgid("庄家拿起底牌，再扣下六张。"),
    ),
    Term(
        msgid("扣底", "term"),
        HUOLONG,
        "huolong §3, §5",
        msgid("庄家拿起底牌，再扣下六张。闲家赢了最后一轮，底牌的分归闲家，也叫扣底。"),
    ),
    Term(
        msgid("摘星", "term"),
        HUOLONG,
        "huolong §3",
        msgid("扣底以后，把手里的大王放进底牌，换出同样多的别的牌。"),
    ),
    Term(
        msgid("星", "term"),
        HUOLONG,
        "huolong §5",
        msgid("底牌里的大王。一张算两级，每多一张再加三级，归升级的一家。"),
    ),
    # Their tricks and results.
    Term(
        msgid("甩牌", "term"),
        SHENGJI,
        "shengji §4",
        msgid("一门花色的几张一起出。只要有一张别人管得上，就只出最小的一张。"),
    ),
    Term(msgid("对子", "term"), HUOLONG, "huolong §1", msgid("两张一模一样的牌。")),
    Term(
        msgid("流星", "term"),
        HUOLONG,
        "huolong §1",
        msgid("三张一模一样的牌，王也可以。"),
    ),
    Term(
        msgid("毙", "term"),
        LEVELS,
        "shengji §4, huolong §4",
        msgid("没有先出的那门花色，用主牌管住。"),
    ),
    Term(
        msgid("垫牌", "term"),
        LEVELS,
        "shengji §4, huolong §4",
        msgid("没有先出的那门花色，跟别的牌，赢不了这一轮。"),
    ),
    Term(
        msgid("抠底", "term"),
        SHENGJI,
        "shengji §5",
        msgid("闲家赢了最后一轮，底牌里的分加倍归闲家。"),
    ),
    Term(
        msgid("上台", "term"),
        LEVELS,
        "shengji §5, huolong §5",
        msgid("闲家抓够了分，下一局换闲家坐庄。"),
    ),
    Term(msgid("秃头", "term"), HUOLONG, "huolong §5", msgid("闲家一分也没抓到。")),
    # The table.
    Term(
        msgid("托管", "term"),
        GAMES,
        "",
        msgid("机器人替你出牌，随时可以收回来自己打。连着两次到时没出，也会托管。"),
    ),
    Term(
        msgid("备用时间", "term"),
        GAMES,
        "",
        msgid("每步的时间用完以后，这一局还能再用的秒数。"),
    ),
    Term(
        msgid("记牌器", "term"),
        GAMES,
        "",
        msgid("替你数外面还剩哪些牌。开桌时定，同桌的人都一样。"),
    ),
    Term(
        msgid("余牌", "term"),
        GAMES,
        "",
        msgid("别家手里还剩几张。开桌时定：一直看得见，或者少于十张才看得见。"),
    ),
    Term(
        msgid("观战", "term"),
        GAMES,
        "",
        msgid("没入座的人在旁边看，只看得见打出来的牌，有的桌要晚一会儿。"),
    ),
    Term(
        msgid("验牌", "term"),
        GAMES,
        "",
        msgid("打完以后把每一局的牌再算一遍，看发的是不是事先定下的。"),
    ),
)


def terms_of(game: str) -> tuple[Term, ...]:
    """The terms that the players of a game meet."""
    return tuple(term for term in TERMS if game in term.games)
