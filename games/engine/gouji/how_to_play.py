"""How Gouji 够级 is played, in a few sentences."""

from typing import Final

from games.engine.core.how_to_play import Chapter, Example
from games.engine.core.texts import msgid

HOW_TO_PLAY: Final = (
    Chapter(
        msgid("六个人，两家"),
        "gouji §1, §9",
        (
            msgid("隔一位坐的三个人是一家（联邦）。正对面的是你的对头，他总是对家的人。"),
            msgid(
                "四副牌，每人 36 张。牌出完就走了，走得越早名次越高：头科、二科、三科、四科、二落、大落。"
            ),
            msgid(
                "六个名次依次计 4、2、0、0、-2、-4 分，一家三人加在一起。前三名都是一家，叫串三户，计 12 分。"
            ),
        ),
    ),
    Chapter(
        msgid("牌和一手牌"),
        "gouji §1",
        (
            msgid(
                "大花（大王）最大，往下是小花（小王）、2（叫钱）、A、K、Q、J、10，一直到 3。花色不论大小。"
            ),
            msgid("一手牌是一张，或几张点数一样的。2 可以贴在别的点上，算那一点；花可以挂在牌上。"),
            msgid("管牌要张数一样；两边都从大到小排好，一张对一张，张张都要更大。"),
        ),
        (
            Example(("2D2S8H8S8C",), msgid("两张 2 贴三张 8，算五张 8")),
            Example(("ss8H8S8C", "BB9S9H9D"), msgid("后一手管得上")),
            Example(
                ("ss8H8S8C", "sss9S9H"),
                msgid("后一手管不上：小花管不了小花"),
            ),
        ),
    ),
    Chapter(
        msgid("一轮牌"),
        "gouji §5",
        (
            msgid("一个人发牌，下家起轮流上牌（管住它）或过牌。没人再管，最后出牌的人发下一轮。"),
            msgid(
                "过了牌的人，这一轮只能再上对头的牌。对头出牌而后面还有人没表态时，可以让牌，请后面的人先来。"
            ),
        ),
    ),
    Chapter(
        msgid("打够级，开点"),
        "gouji §1, §6",
        (
            msgid(
                "有花的、光出 2 的，或者 10 至少五张、J 四张、Q 三张、K 两张、A 两张（贴上的 2 也算），都是够级牌。"
            ),
            msgid("够级牌只有对头和无头的人管得着，别人要管只能烧。"),
            msgid(
                "不带花的够级牌打出去没人管，就是开点；单张 2 不算。没开点的，下一局要向开了点的对头进贡。"
            ),
        ),
        (
            Example(("TSTHTDTCTH",), msgid("够级牌")),
            Example(("2DASAH",), msgid("够级牌")),
            Example(("QSQH",), msgid("不够级")),
            Example(("9S9H9D9C9S9H9D9C",), msgid("3 到 9 再多也不够级")),
        ),
    ),
    Chapter(
        msgid("烧牌", "primer"),
        "gouji §7",
        (
            msgid(
                "别人打够级，他的对头和无头的人管；其余的人都可以用更大的一手烧他，自己一家的也行。"
            ),
            msgid(
                "烧的人接着一手一手往下打，除了最后一手，手手都要带花。打完就烧成了，被烧的人下一局进贡；中途被人管住叫解烧；没了花又打不完，就落到最后。"
            ),
        ),
    ),
    Chapter(
        msgid("无头、革命、乱缠"),
        "gouji §7, §8",
        (
            msgid("对头走了，你就是无头：谁都能管你的牌，你也能管谁的牌，但不能再烧。"),
            msgid("手里没有花也没有 2，可以革命：弃牌退出，算四科。两个人以上革命，这局作废重发。"),
            msgid("打到只剩四个人，就是四户乱缠：挨着次序管，过了还能再上，没有够级、烧牌和让牌。"),
        ),
    ),
    Chapter(
        msgid("憋三", "primer"),
        "gouji §3",
        (
            msgid(
                "3 要留到最后，一手出完。手里只剩 3，刚出的那手又被人管了，叫被闷：当场出局，下一局还要进贡。"
            ),
        ),
    ),
)
"""From the rules page, under the options of the first preset."""
