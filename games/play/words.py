"""Words in the reader's language: the engine's texts, caches of what is written, and the sentences of refusals
that come from the table and not from the rules of its game.
"""

import re
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Final, ParamSpec, TypeVar

from django.utils.translation import get_language

from accounts import permissions
from games.engine.core.errors import Refusal
from games.engine.core.game import AnyGame
from games.engine.core.options import Text

P = ParamSpec("P")
R = TypeVar("R")
_COLON: Final = re.compile(r"(?<=\S): ")


def reads_english() -> bool:
    """Whether the active language is English."""
    return (get_language() or "").startswith("en")


def said(text: Text) -> str:
    """A text of the engine in the active language, with its punctuation."""
    return text.en if reads_english() else full_width(text.zh)


def full_width(text: str) -> str:
    """A Chinese sentence with the punctuation of print.

    >>> full_width("过牌后, 只能上对头的牌 (见规则): 3 : 2")
    '过牌后，只能上对头的牌（见规则）：3 : 2'
    """
    text = text.replace(", ", "，").replace("; ", "；").replace("! ", "！")
    return _COLON.sub("：", text.replace(" (", "（").replace(")", "）"))


def sentences(*each: str) -> str:
    """Sentences one after the other; Chinese ones need no space between them."""
    return (" " if reads_english() else "").join(filter(None, each))


def cached_words(most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Remember the last ``most`` answers of a function that writes words, each language's apart."""

    def remember(write: Callable[P, R]) -> Callable[P, R]:
        @lru_cache(maxsize=most)
        def known(language: str | None, *args: P.args, **kwargs: P.kwargs) -> R:  # noqa: ARG001
            return write(*args, **kwargs)

        @wraps(write)
        def words(*args: P.args, **kwargs: P.kwargs) -> R:
            return known(get_language(), *args, **kwargs)  # type: ignore[arg-type]

        return words

    return remember


TABLE_REFUSALS: Final[dict[str, Text]] = {
    "moved_on": Text(
        "牌桌已经往前走了，请看新的局面再出牌。", "The table has moved on: look again."
    ),
    "no_seat": Text("你不在这张桌上就座，只能旁观。", "You hold no seat at this table."),
    "match_over": Text("这一场已经结束了。", "This match is over."),
    "paused": Text("牌局暂停了，等恢复以后再出牌。", "The match is paused: wait until it goes on."),
    "match_running": Text("牌局正在进行，结束后才能换座。", "A match is being played here."),
    "no_match": Text("还没有开局，请等各家坐齐准备。", "No match has begun yet."),
    "seat_taken": Text("这个座位已经有人了。", "This seat is taken."),
    "seats": Text("座位和这个游戏不符。", "These seats do not fit this game."),
    "seat_reserved": Text("这个座位是留给别人的。", "This seat is kept for somebody else."),
    "seat_unknown": Text("没有这个座位。", "There is no such seat."),
    "table_closed": Text("这张桌子已经散了。", "This table is closed."),
    "not_seated": Text("只有在座的玩家可以补机器人。", "Only a player seated here may add bots."),
    "not_opener": Text(
        "只有这张桌子的桌主可以请人离座。", "Only the host of this table may ask somebody to leave."
    ),
    "holder_changed": Text(
        "这个座位刚刚换了人，请看清楚再请。", "Somebody else sits there now: look again."
    ),
    "kick_self": Text("自己要走请按“离开”。", "To go yourself, press Leave."),
    "kicked": Text(
        "桌主刚请你离开了这张桌子，十分钟以后才能再坐，可以先旁观或换一桌。",
        "The host has asked you to leave this table. You may sit here again in ten minutes; until then watch, "
        "or find another table.",
    ),
    "late": Text(
        "坐齐以后一分钟没有准备，座位让出来了。还想打就再坐下。",
        "You were not ready within a minute, so your seat was freed. Sit down again to play.",
    ),
    "too_many_tables": Text(
        "这一小时里开的桌子太多了，请过一会儿再开，或者坐到别人的桌子上。",
        "Too many tables were opened within this hour. Wait a while, or sit down at somebody else's.",
    ),
    "too_many_matches": Text(
        "你同时在打的牌局太多了，请先打完一场。",
        "You are in too many matches at once: finish one first.",
    ),
    "broken": Text(
        "这一场的数据坏了，没法再打下去，只好到此为止，不计输赢。对不起！可以重新开一局。",
        "The data of this match is damaged, so it had to end here and counts for nobody. We are sorry! "
        "You may begin another.",
    ),
    "busy": Text(
        "刚才有别的操作还没做完，这一下没有生效，请再按一次。",
        "Something else was still being done: nothing has changed, press again.",
    ),
    "no_question": Text("现在没有要你决定的事。", "You have nothing to decide now."),
    "too_fast": Text("操作太快了，请稍等一下。", "Too fast: please wait a moment."),
    "salt": Text("洗牌口令最多 64 个字。", "A salt has at most 64 printable characters."),
    "old_page": Text(
        "网站更新了，页面已经重新打开，请再按一次。",
        "The site was updated and the page opened anew: press again.",
    ),
    "form": Text("请求不完整，请刷新页面再试。", "The request was incomplete: reload the page."),
    "action": Text("看不懂这个操作。", "This is not an action."),
    "cards": Text("看不懂这些牌。", "These are not cards."),
    "game": Text("没有这个游戏。", "There is no such game."),
    "preset": Text("没有这套规则。", "There is no such preset."),
    "option": Text("没有这个规则选项。", "There is no such option."),
    "value": Text("这个规则选项没有这个值。", "This option has no such value."),
    "ruleset": Text("看不懂这套规则。", "This is not a ruleset."),
}


def sentence(refusal: Refusal, game: AnyGame | None = None) -> Text:
    """What to tell a player: the table's own sentence, else the game's."""
    if refusal.code in TABLE_REFUSALS:
        return TABLE_REFUSALS[refusal.code]
    if refusal.code in permissions.SENTENCES:
        words = permissions.Refusal(refusal.code, dict(refusal.params)).words
        return Text(words, words)
    if game is None:
        return TABLE_REFUSALS["form"]
    return game.refusal(refusal.code, refusal.params)
