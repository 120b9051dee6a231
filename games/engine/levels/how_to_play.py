"""What is told alike of the Shengji games."""

from typing import Final

from games.engine.core.texts import msgid

TRUMPS: Final = msgid(
    "主牌从大到小：大王、小王、主花色的级牌、其他级牌、主花色的 2、其他的 2，然后是主花色的 A、K、Q……。2 永远是主。"
)
FOLLOW: Final = msgid(
    "别人要跟同样的张数，有这门花色的必须跟这门；没有了，可以垫别的牌，也可以用主牌毙。"
)
POINTS: Final = msgid("5 计 5 分，10 和 K 计 10 分。坐庄的对面一家叫闲家，分是闲家去抓的。")
LEVEL: Final = msgid(
    "从 3 打起，一级一级往上：3、4、5……10、J、Q、K、A。庄家一家的级就是这一局的级牌。"
)
PARTNERS: Final = msgid("四个人，对家是同伴。")
