"""How Shengji 单副升级 is played, in a few sentences."""

from typing import Final

from games.engine.core.options import Text
from games.engine.core.primers import Chapter, Example
from games.engine.levels.primer import FOLLOW, LEVEL, PARTNERS, POINTS, TRUMPS

PRIMER: Final = (
    Chapter(
        Text("两家比升级", "Two sides, who rises faster"),
        "shengji §1",
        (
            PARTNERS,
            Text(
                "一副牌，每人 12 张，六张底牌。",
                "One deck: 12 cards each, and six in the kitty.",
            ),
            LEVEL,
            Text(
                "3 和 A 必打：要自己坐过 3 的庄才升得上去；坐着 A 的庄守住了，就赢了整场。",
                "3 and A must be played: a side leaves 3 only once it has dealt at 3, and wins the match when it deals at A and holds the deal.",
            ),
        ),
    ),
    Chapter(
        Text("抓牌，亮主", "Drawing and showing"),
        "shengji §3",
        (
            Text(
                "牌一张一张抓。抓到级牌可以亮出来：谁先亮，那门花色就是主。头一局谁亮谁坐庄。",
                "Cards are drawn one by one. Who has drawn a level card may show it; the first one shown makes its suit trump. In the first deal whoever shows is the dealer.",
            ),
            Text(
                "庄家拿起六张底牌，再扣下六张。",
                "The dealer takes the kitty and buries six cards of his choice.",
            ),
            TRUMPS,
            Text(
                "其余花色从 A 往下排。按书上印的，10 比 9 小；这一条可以改。",
                "The other suits run from the A down. As the rules are printed, the 10 is below the 9; a table may change that.",
            ),
        ),
        (
            Example(
                ("BsJHJS2H2SAHKHQH9HTH8H",),
                Text("打 J，主是 ♥：从大到小", "Level J, hearts are trump: from the top"),
            ),
        ),
    ),
    Chapter(
        Text("出牌", "Play"),
        "shengji §4",
        (
            Text(
                "庄家先出。可以出一张，也可以把一门花色的几张一起甩出去。",
                "The dealer leads: one card, or several of one suit thrown together.",
            ),
            FOLLOW,
            Text(
                "甩的牌里只要有一张别人管得上，就甩不成：只出最小的一张，其余收回，大家都看到了。",
                "If anybody can beat any card of a throw, it fails: only its smallest card is led and the rest goes back, seen by all.",
            ),
            Text(
                "毙的主牌最大的赢，没人毙就是这门花色最大的赢。赢的人出下一轮。",
                "The highest ruff wins the trick, else the highest card of the suit led. The winner leads next.",
            ),
        ),
    ),
    Chapter(
        Text("抓分，升级", "Points and rises"),
        "shengji §5, §6",
        (
            POINTS,
            Text(
                "最后一轮是闲家赢的，叫抠底，底牌里的分加倍归闲家。",
                "When the side not dealing wins the last trick it takes the bottom: points in the kitty count double for it.",
            ),
            Text(
                "闲家一分没抓到，庄家升三级；不到 20 分升两级；不到 40 分升一级。",
                "With no points for it the dealers rise three levels, under 20 two, under 40 one.",
            ),
            Text(
                "抓到 40 分，闲家上台坐庄；60 分升一级，80 分升两级，100 分升三级。",
                "With 40 points it takes the deal; with 60 it rises one level besides, with 80 two, with 100 three.",
            ),
        ),
    ),
)
"""From the rules page, under the options of the first preset."""
