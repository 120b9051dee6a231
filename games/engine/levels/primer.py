"""What is told alike of the Shengji games."""

from typing import Final

from games.engine.core.options import Text

TRUMPS: Final = Text(
    "主牌从大到小：大王、小王、主花色的级牌、其他级牌、主花色的 2、其他的 2，然后是主花色的 A、K、Q……。2 永远是主。",
    "Trumps from the top: big joker, small joker, the level card of the trump suit, the other level cards, the 2 of the trump suit, the other 2s, then the trump suit from the A down. 2s are always trumps.",
)
FOLLOW: Final = Text(
    "别人要跟同样的张数，有这门花色的必须跟这门；没有了，可以垫别的牌，也可以用主牌毙。",
    "The others play as many cards, of the led suit as far as they can; without it they discard anything, or ruff with trumps.",
)
POINTS: Final = Text(
    "5 计 5 分，10 和 K 计 10 分。坐庄的对面一家叫闲家，分是闲家去抓的。",
    "A 5 counts 5 points, a 10 or a K counts 10. They are what the side not dealing is after.",
)
LEVEL: Final = Text(
    "从 3 打起，一级一级往上：3、4、5……10、J、Q、K、A。庄家一家的级就是这一局的级牌。",
    "Both sides begin at level 3 and rise through 4, 5 … 10, J, Q, K to A. The level of the dealer's side is the level card of the deal.",
)
PARTNERS: Final = Text("四个人，对家是同伴。", "Four players; partners sit opposite.")
