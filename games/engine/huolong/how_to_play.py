"""How Huolong 攉龙 is played, in a few sentences."""

from typing import Final

from games.engine.core.how_to_play import Chapter, Example
from games.engine.core.texts import msgid
from games.engine.levels.how_to_play import FOLLOW, LEVEL, PARTNERS, POINTS, TRUMPS

HOW_TO_PLAY: Final = (
    Chapter(
        msgid("两家比升级"),
        "huolong §1",
        (
            PARTNERS,
            msgid("三副牌，每人 39 张，六张底牌。"),
            LEVEL,
            msgid("坐着 A 的庄，闲家不到 120 分，最后一轮也是庄家赢，就赢了整场。"),
        ),
    ),
    Chapter(
        msgid("抓牌，亮主，反主"),
        "huolong §1, §2",
        (
            msgid(
                "牌一张一张抓。抓到级牌可以亮，那门花色就是主；王可以反，从小到大：一张小王、一张大王、两张大王、三张大王。"
            ),
            msgid("亮了王，下一张抓到的牌定主花色，大家都看得见；又抓到王，可以接着亮。"),
            msgid("头一局先亮的坐庄，反主的连庄也反过来。"),
            TRUMPS,
        ),
    ),
    Chapter(
        msgid("扣底，摘星"),
        "huolong §3, §5",
        (
            msgid(
                "庄家拿起底牌，扣下六张。然后谁都可以把手里的大王放进底牌（摘星），换出同样多的别的牌。"
            ),
            msgid("底牌里的大王就是星：一张算两级，每多一张再加三级，归升级的一家。"),
        ),
    ),
    Chapter(
        msgid("出牌"),
        "huolong §4",
        (
            msgid("可以出一张、一对（两张一模一样）或者流星（三张一模一样），不能甩牌。"),
            FOLLOW,
            msgid("对子和流星要用更大的对子和流星才管得上；没有这门花色，可以用主的对子和流星毙。"),
        ),
        (
            Example(("9S9S",), msgid("对子")),
            Example(("9S9H",), msgid("不是对子")),
            Example(("KHKHKH",), msgid("流星")),
        ),
    ),
    Chapter(
        msgid("抓分，升级"),
        "huolong §5",
        (
            POINTS,
            msgid(
                "最后一轮是闲家赢的，叫扣底，底牌的分也归闲家，底牌的星帮闲家升级。够 120 分，闲家上台，再升一级。"
            ),
            msgid(
                "最后一轮是庄家赢的：闲家够 120 分，换庄，谁也不升；不到，庄家按星升级；一分没有（秃头），再多升两级。"
            ),
        ),
    ),
)
"""From the rules page, under the options of the first preset."""
