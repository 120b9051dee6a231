"""How Gouji 够级 is played, in a few sentences."""

from typing import Final

from games.engine.core.options import Text
from games.engine.core.primers import Chapter, Example

PRIMER: Final = (
    Chapter(
        Text("六个人，两家", "Six players, two sides"),
        "gouji §1, §9",
        (
            Text(
                "隔一位坐的三个人是一家（联邦）。正对面的是你的对头，他总是对家的人。",
                "Every second seat is on one side (a federation). Across from you sits your opposite, always of the other side.",
            ),
            Text(
                "四副牌，每人 36 张。牌出完就走了，走得越早名次越高：头科、二科、三科、四科、二落、大落。",
                "Four decks, 36 cards each. Who has played all his cards is out; the earlier, the better his place, from first to sixth.",
            ),
            Text(
                "六个名次依次计 4、2、0、0、-2、-4 分，一家三人加在一起。前三名都是一家，叫串三户，计 12 分。",
                "The six places count 4, 2, 0, 0, -2, -4, added up for each side. The first three places for one side are a sweep: 12.",
            ),
        ),
    ),
    Chapter(
        Text("牌和一手牌", "Cards and plays"),
        "gouji §1",
        (
            Text(
                "大花（大王）最大，往下是小花（小王）、2（叫钱）、A、K、Q、J、10，一直到 3。花色不论大小。",
                "The big joker is the highest, then the small joker, 2, A, K, Q, J, 10 and so on down to 3. Suits make no difference.",
            ),
            Text(
                "一手牌是一张，或几张点数一样的。2 可以贴在别的点上，算那一点；花可以挂在牌上。",
                "A play is one card, or several of one rank. 2s may be attached to another rank and count as it; jokers may be hung on a play.",
            ),
            Text(
                "管牌要张数一样；两边都从大到小排好，一张对一张，张张都要更大。",
                "To beat a play, lay as many cards: both sorted from high to low, each card must be higher than the one it meets.",
            ),
        ),
        (
            Example(
                ("2D2S8H8S8C",), Text("两张 2 贴三张 8，算五张 8", "Two 2s with three 8s: five 8s")
            ),
            Example(("ss8H8S8C", "BB9S9H9D"), Text("后一手管得上", "The second beats the first")),
            Example(
                ("ss8H8S8C", "sss9S9H"),
                Text(
                    "后一手管不上：小花管不了小花",
                    "The second does not: a small joker beats no small joker",
                ),
            ),
        ),
    ),
    Chapter(
        Text("一轮牌", "A trick"),
        "gouji §5",
        (
            Text(
                "一个人发牌，下家起轮流上牌（管住它）或过牌。没人再管，最后出牌的人发下一轮。",
                "One player leads; the others in turn beat the play or pass. When nobody beats the last play any more, whoever made it leads.",
            ),
            Text(
                "过了牌的人，这一轮只能再上对头的牌。对头出牌而后面还有人没表态时，可以让牌，请后面的人先来。",
                "Who has passed may only answer his opposite in that trick. On a play of his opposite one may yield, and let those answer first who come after.",
            ),
        ),
    ),
    Chapter(
        Text("打够级，开点", "Gouji plays and opening"),
        "gouji §1, §6",
        (
            Text(
                "有花的、光出 2 的，或者 10 至少五张、J 四张、Q 三张、K 两张、A 两张（贴上的 2 也算），都是够级牌。",
                "Any play with a joker, 2s alone, or at least five 10s, four Js, three Qs, two Ks or two As (attached 2s count) is a gouji play.",
            ),
            Text(
                "够级牌只有对头和无头的人管得着，别人要管只能烧。",
                "Only the opposite and headless players may answer a gouji play; all others can only burn it.",
            ),
            Text(
                "不带花的够级牌打出去没人管，就是开点；单张 2 不算。没开点的，下一局要向开了点的对头进贡。",
                "A gouji play without a joker that nobody answers opens its player; a single 2 does not. Who has not opened pays tribute in the next game to an opposite who has.",
            ),
        ),
        (
            Example(("TSTHTDTCTH",), Text("够级牌", "A gouji play")),
            Example(("2DASAH",), Text("够级牌", "A gouji play")),
            Example(("QSQH",), Text("不够级", "Not one")),
            Example(("9S9H9D9C9S9H9D9C",), Text("3 到 9 再多也不够级", "3 to 9 never are one")),
        ),
    ),
    Chapter(
        Text("烧牌", "Burning"),
        "gouji §7",
        (
            Text(
                "别人打够级，他的对头和无头的人管；其余的人都可以用更大的一手烧他，自己一家的也行。",
                "When somebody makes a gouji play, whoever may not answer it may burn it with a play that beats it, his partners too.",
            ),
            Text(
                "烧的人接着一手一手往下打，除了最后一手，手手都要带花。打完就烧成了，被烧的人下一局进贡；中途被人管住叫解烧；没了花又打不完，就落到最后。",
                "The burner then leads play after play, each with a joker except the last. If he gets out, the burned player owes him tribute; if somebody beats a play, the burn is over; if he runs out of jokers first, he takes a lowest place.",
            ),
        ),
    ),
    Chapter(
        Text("无头、革命、乱缠", "Headless, revolution, melee"),
        "gouji §7, §8",
        (
            Text(
                "对头走了，你就是无头：谁都能管你的牌，你也能管谁的牌，但不能再烧。",
                "When your opposite is out you are headless: anybody may answer your plays, and you theirs, but you cannot burn.",
            ),
            Text(
                "手里没有花也没有 2，可以革命：弃牌退出，算四科。两个人以上革命，这局作废重发。",
                "Who holds no joker and no 2 may revolt: he leaves the game and takes fourth place. If two or more do, the game is dealt again.",
            ),
            Text(
                "打到只剩四个人，就是四户乱缠：挨着次序管，过了还能再上，没有够级、烧牌和让牌。",
                "With only four players left the melee begins: everybody answers in turn, and there are no gouji plays, burns or yields any more.",
            ),
        ),
    ),
    Chapter(
        Text("憋三", "Holding the threes"),
        "gouji §3",
        (
            Text(
                "3 要留到最后，一手出完。手里只剩 3，刚出的那手又被人管了，叫被闷：当场出局，下一局还要进贡。",
                "The 3s are kept for the last play, all at once. Who holds nothing but 3s and has his last play beaten is stifled: he is out at once with a lowest place, and owes tribute.",
            ),
        ),
    ),
)
"""From the rules page, under the options of the first preset."""
