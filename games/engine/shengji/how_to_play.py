"""How Shengji 单副升级 is played, in a few sentences."""

from typing import Final

from games.engine.core.how_to_play import Chapter, Example
from games.engine.core.texts import msgid
from games.engine.levels.how_to_play import FOLLOW, LEVEL, PARTNERS, POINTS, TRUMPS

HOW_TO_PLAY: Final = (
    Chapter(
        msgid("两家比升级"),
        "shengji §1",
        (
            PARTNERS,
            msgid("一副牌，每人 12 张，六张底牌。"),
            LEVEL,
            msgid("3 和 A 必打：要自己坐过 3 的庄才升得上去；坐着 A 的庄守住了，就赢了整场。"),
        ),
    ),
    Chapter(
        msgid("抓牌，亮主"),
        "shengji §2, §3",
        (
            msgid("牌一张一张抓。抓到级牌可以亮出来：谁先亮，那门花色就是主。头一局谁亮谁坐庄。"),
            msgid("庄家拿起六张底牌，再扣下六张。"),
            TRUMPS,
            msgid("其余花色从 A 往下排。按书上印的，10 比 9 小；这一条可以改。"),
        ),
        (
            Example(
                ("BsJHJS2H2SAHKHQH9HTH8H",),
                msgid("打 J，主是 ♥：从大到小"),
            ),
        ),
    ),
    Chapter(
        msgid("出牌"),
        "shengji §4",
        (
            msgid("庄家先出。可以出一张，也可以把一门花色的几张一起甩出去。"),
            FOLLOW,
            msgid(
                "甩的牌里只要有一张别人管得上，就甩不成：只出最小的一张，其余收回，大家都看到了。"
            ),
            msgid("毙的主牌最大的赢，没人毙就是这门花色最大的赢。赢的人出下一轮。"),
        ),
    ),
    Chapter(
        msgid("抓分，升级"),
        "shengji §5, §6",
        (
            POINTS,
            msgid("最后一轮是闲家赢的，叫抠底，底牌里的分加倍归闲家。"),
            msgid("闲家一分没抓到，庄家升三级；不到 20 分升两级；不到 40 分升一级。"),
            msgid("抓到 40 分，闲家上台坐庄；60 分升一级，80 分升两级，100 分升三级。"),
        ),
    ),
)
"""From the rules page, under the options of the first preset."""
