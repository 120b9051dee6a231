"""How Huolong 攉龙 is played, in a few sentences."""

from typing import Final

from games.engine.core.options import Text
from games.engine.core.primers import Chapter, Example
from games.engine.levels.primer import FOLLOW, LEVEL, PARTNERS, POINTS, TRUMPS

PRIMER: Final = (
    Chapter(
        Text("两家比升级", "Two sides, who rises faster"),
        "huolong §1",
        (
            PARTNERS,
            Text(
                "三副牌，每人 39 张，六张底牌。",
                "Three decks: 39 cards each, and six in the bottom.",
            ),
            LEVEL,
            Text(
                "坐着 A 的庄，闲家不到 120 分，最后一轮也是庄家赢，就赢了整场。",
                "Dealers at A win the match when the other side has under 120 points and they win the last trick too.",
            ),
        ),
    ),
    Chapter(
        Text("抓牌，亮主，反主", "Drawing, showing and countering"),
        "huolong §2",
        (
            Text(
                "牌一张一张抓。抓到级牌可以亮，那门花色就是主；王可以反，从小到大：一张小王、一张大王、两张大王、三张大王。",
                "Cards are drawn one by one. A level card may be shown and makes its suit trump; jokers counter it, from weak to strong: a small joker, a big one, two big ones, three.",
            ),
            Text(
                "亮了王，下一张抓到的牌定主花色，大家都看得见；又抓到王，可以接着亮。",
                "The next card that the owner of a shown joker draws gives the trump suit, seen by all; if that is a joker, he may show it in turn.",
            ),
            Text(
                "头一局先亮的坐庄，反主的连庄也反过来。",
                "In the first deal whoever shows first deals, and who counters takes the deal with the suit.",
            ),
            TRUMPS,
        ),
    ),
    Chapter(
        Text("扣底，摘星", "The bottom and its stars"),
        "huolong §3",
        (
            Text(
                "庄家拿起底牌，扣下六张。然后谁都可以把手里的大王放进底牌（摘星），换出同样多的别的牌。",
                "The dealer takes the bottom and buries six. Then anybody may put big jokers of his hand into it, and takes as many other cards out.",
            ),
            Text(
                "底牌里的大王就是星：一张算两级，每多一张再加三级，归升级的一家。",
                "Big jokers in the bottom are stars: two levels for one and three for each more, for the side that rises.",
            ),
        ),
    ),
    Chapter(
        Text("出牌", "Play"),
        "huolong §4",
        (
            Text(
                "可以出一张、一对（两张一模一样）或者流星（三张一模一样），不能甩牌。",
                "One leads a card, a pair (two identical cards) or a meteor (three identical ones); there are no throws.",
            ),
            FOLLOW,
            Text(
                "对子和流星要用更大的对子和流星才管得上；没有这门花色，可以用主的对子和流星毙。",
                "A pair or meteor is beaten only by a higher one of its suit, or by one of trumps from a hand without that suit.",
            ),
        ),
        (
            Example(("9S9S",), Text("对子", "A pair")),
            Example(("9S9H",), Text("不是对子", "Not a pair")),
            Example(("KHKHKH",), Text("流星", "A meteor")),
        ),
    ),
    Chapter(
        Text("抓分，升级", "Points and rises"),
        "huolong §5",
        (
            POINTS,
            Text(
                "最后一轮是闲家赢的，叫扣底，底牌的分也归闲家，底牌的星帮闲家升级。够 120 分，闲家上台，再升一级。",
                "When the side not dealing wins the last trick it takes the bottom's points, and the stars there raise it. With 120 points it takes the deal and rises one level.",
            ),
            Text(
                "最后一轮是庄家赢的：闲家够 120 分，换庄，谁也不升；不到，庄家按星升级；一分没有（秃头），再多升两级。",
                "When the dealers win it: with 120 points the deal changes and nobody rises; with less the stars raise the dealers, and with none at all they rise two levels more.",
            ),
        ),
    ),
)
"""From the rules page, under the options of the first preset."""
