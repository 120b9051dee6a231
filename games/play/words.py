"""The sentences of refusals that come from the table and not from the rules of its game."""

from typing import Any, Final

from games.engine.core.errors import Refusal
from games.engine.core.game import Game
from games.engine.core.options import Text

TABLE_REFUSALS: Final[dict[str, Text]] = {
    "moved_on": Text(
        "牌桌已经往前走了，请看新的局面再出牌。", "The table has moved on: look again."
    ),
    "no_seat": Text("你不在这张桌上就座，只能旁观。", "You hold no seat at this table."),
    "match_over": Text("这一场已经结束了。", "This match is over."),
    "match_running": Text("牌局正在进行，结束后才能换座。", "A match is being played here."),
    "no_match": Text("还没有开局，请等各家坐齐准备。", "No match has begun yet."),
    "seat_taken": Text("这个座位已经有人了。", "This seat is taken."),
    "seat_unknown": Text("没有这个座位。", "There is no such seat."),
    "table_closed": Text("这张桌子已经散了。", "This table is closed."),
    "not_opener": Text("只有在座的玩家可以补机器人。", "Only a player seated here may add bots."),
    "no_question": Text("现在没有要你决定的事。", "You have nothing to decide now."),
    "too_fast": Text("操作太快了，请稍等一下。", "Too fast: please wait a moment."),
    "salt": Text("洗牌口令最多 64 个字。", "A salt has at most 64 printable characters."),
    "form": Text("请求不完整，请刷新页面再试。", "The request was incomplete: reload the page."),
    "action": Text("看不懂这个操作。", "This is not an action."),
    "cards": Text("看不懂这些牌。", "These are not cards."),
    "game": Text("没有这个游戏。", "There is no such game."),
    "preset": Text("没有这套规则。", "There is no such preset."),
    "option": Text("没有这个规则选项。", "There is no such option."),
    "value": Text("这个规则选项没有这个值。", "This option has no such value."),
    "ruleset": Text("看不懂这套规则。", "This is not a ruleset."),
}


def sentence(refusal: Refusal, game: Game[Any] | None = None) -> Text:
    """What to tell a player: the table's own sentence, else the game's."""
    if refusal.code in TABLE_REFUSALS:
        return TABLE_REFUSALS[refusal.code]
    if game is None:
        return TABLE_REFUSALS["form"]
    return game.refusal(refusal.code, refusal.params)
