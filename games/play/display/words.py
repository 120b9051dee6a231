"""Words in the reader's language: the engine's texts, a cache by language, and the sentences of refusals that come from
the table and not from the rules of its game.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache, wraps
from typing import Final, ParamSpec, TypeVar

from django.utils.translation import get_language, gettext, gettext_noop

from accounts import permissions
from games.engine.core.errors import Refusal
from games.engine.core.game import AnyGame
from games.engine.core.texts import Text, without_context, write

P = ParamSpec("P")
R = TypeVar("R")


def reads_english() -> bool:
    """Whether the active language is English."""
    return (get_language() or "").startswith("en")


def said(text: Text | str, names: Sequence[str] = ()) -> str:
    """A text of the engine, or a message id, in the active language; ``names`` are the seats'."""
    return write(text, _translated, names)


def _translated(message: str) -> str:
    """The translation of a message; where there is none, the message itself (Chinese) without its context."""
    return without_context(gettext(message))


def sentences(*each: str) -> str:
    """Sentences joined, in English with spaces. Empty ones are left out."""
    return (" " if reads_english() else "").join(filter(None, each))


def cached_words(most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """As ``lru_cache`` for a function whose answer depends on the active language too."""

    def remember(write: Callable[P, R]) -> Callable[P, R]:
        @lru_cache(maxsize=most)
        def known(language: str | None, *args: P.args, **kwargs: P.kwargs) -> R:  # noqa: ARG001
            return write(*args, **kwargs)

        @wraps(write)
        def words(*args: P.args, **kwargs: P.kwargs) -> R:
            return known(get_language(), *args, **kwargs)  # type: ignore[arg-type]

        return words

    return remember


TABLE_REFUSALS: Final[dict[str, str]] = {
    "moved_on": gettext_noop("牌桌已经往前走了，请看新的局面再出牌。"),
    "no_seat": gettext_noop("你不在这张桌上就座，只能旁观。"),
    "match_over": gettext_noop("这一场已经结束了。"),
    "paused": gettext_noop("牌局暂停了，等恢复以后再出牌。"),
    "match_running": gettext_noop("牌局正在进行，结束后才能换座。"),
    "no_match": gettext_noop("还没有开局，请等各家坐齐准备。"),
    "seat_taken": gettext_noop("这个座位已经有人了。"),
    "seats": gettext_noop("座位和这个游戏不符。"),
    "seat_reserved": gettext_noop("这个座位是留给别人的。"),
    "seat_unknown": gettext_noop("没有这个座位。"),
    "table_closed": gettext_noop("这张桌子已经散了。"),
    "not_seated": gettext_noop("只有在座的玩家可以补机器人。"),
    "not_opener": gettext_noop("只有这张桌子的桌主可以请人离座。"),
    "holder_changed": gettext_noop("这个座位刚刚换了人，请看清楚再请。"),
    "kick_self": gettext_noop("自己要走请按“离开”。"),
    "kicked": gettext_noop("桌主刚请你离开了这张桌子，十分钟以后才能再坐，可以先旁观或换一桌。"),
    "late": gettext_noop("坐齐以后一分钟没有准备，座位让出来了。还想打就再坐下。"),
    "too_many_tables": gettext_noop(
        "这一小时里开的桌子太多了，请过一会儿再开，或者坐到别人的桌子上。"
    ),
    "too_many_matches": gettext_noop("你同时在打的牌局太多了，请先打完一场。"),
    "broken": gettext_noop(
        "这一场的数据坏了，没法再打下去，只好到此为止，不计输赢。对不起！可以重新开一局。"
    ),
    "busy": gettext_noop("刚才有别的操作还没做完，这一下没有生效，请再按一次。"),
    "no_question": gettext_noop("现在没有要你决定的事。"),
    "too_fast": gettext_noop("操作太快了，请稍等一下。"),
    "salt": gettext_noop("洗牌口令最多 64 个字。"),
    "old_page": gettext_noop("网站更新了，页面已经重新打开，请再按一次。"),
    "form": gettext_noop("请求不完整，请刷新页面再试。"),
    "action": gettext_noop("看不懂这个操作。"),
    "cards": gettext_noop("看不懂这些牌。"),
    "game": gettext_noop("没有这个游戏。"),
    "preset": gettext_noop("没有这套规则。"),
    "option": gettext_noop("没有这个规则选项。"),
    "value": gettext_noop("这个规则选项没有这个值。"),
    "ruleset": gettext_noop("看不懂这套规则。"),
}


def sentence(refusal: Refusal, game: AnyGame | None = None) -> Text | str:
    """What to tell a player who was refused: the table's own sentence, the one of ``may``, or the game's."""
    if refusal.code in TABLE_REFUSALS:
        return TABLE_REFUSALS[refusal.code]
    if refusal.code in permissions.SENTENCES:
        return permissions.Refusal(refusal.code, dict(refusal.params)).words
    if game is None:
        return TABLE_REFUSALS["form"]
    return game.refusal(refusal.code, refusal.params)
