"""What can be said with one tap: phrases 快捷语 for each game, and emotes 表情.

They are friendly, and none is about cards in hand, so that partners cannot signal with them. Keys are stored.
"""

from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.chat.models import Message


class Phrase(NamedTuple):
    """A phrase or emote. An emote has a ``glyph``, and ``words`` that describe it."""

    key: str
    words: Promise
    glyph: str = ""

    @property
    def kind(self) -> str:
        """The ``Message.Kind`` of a line with it."""
        return Message.Kind.EMOTE if self.glyph else Message.Kind.PHRASE


COMMON: Final = (
    Phrase("hello", _("大家好，请多关照！")),
    Phrase("nice", _("打得漂亮！")),
    Phrase("think", _("稍等，我想想。")),
    Phrase("hurry", _("快点吧，茶都凉了。")),
    Phrase("sorry", _("不好意思，手慢了。")),
    Phrase("slowly", _("别着急，慢慢来。")),
    Phrase("thanks", _("谢谢，配合得好！")),
    Phrase("lucky", _("运气好，承让承让。")),
    Phrase("again", _("再来一局？")),
    Phrase("bye", _("先走一步，下回再约。")),
)
OF_GAME: Final[dict[str, tuple[Phrase, ...]]] = {
    "gouji": (
        Phrase("level", _("够级打得真响！")),
        Phrase("burnt", _("这把火烧得旺！")),
        Phrase("first", _("恭喜头科！")),
        Phrase("opened", _("开点啦，恭喜！")),
        Phrase("let", _("谢谢联邦让牌。")),
        Phrase("opposite", _("对头，你可真难缠。")),
        Phrase("stifled", _("憋住了，下局再来。")),
    ),
    "shengji": (
        Phrase("show", _("这一亮，漂亮！")),
        Phrase("throw", _("甩得好！")),
        Phrase("kitty", _("扣底扣得妙！")),
        Phrase("partner", _("对家辛苦了。")),
        Phrase("rise", _("升级啦，恭喜！")),
    ),
    "huolong": (
        Phrase("meteor", _("好一场流星雨！")),
        Phrase("stars", _("摘星摘得妙！")),
        Phrase("turned", _("这一反，没想到！")),
        Phrase("partner", _("对家辛苦了。")),
        Phrase("rise", _("升级啦，恭喜！")),
    ),
}
EMOTES: Final = (
    Phrase("like", _("赞"), "👍"),
    Phrase("clap", _("鼓掌"), "👏"),
    Phrase("laugh", _("哈哈"), "😄"),
    Phrase("sweat", _("捏把汗"), "😅"),
    Phrase("cry", _("哭"), "😭"),
    Phrase("beg", _("拜托"), "🙏"),
    Phrase("fire", _("火力全开"), "🔥"),
    Phrase("rose", _("送花"), "🌹"),
    Phrase("tea", _("喝茶"), "🍵"),
    Phrase("cheer", _("加油"), "💪"),
)
_BY_KEY: Final = {
    (each.kind, each.key): each for group in (COMMON, EMOTES, *OF_GAME.values()) for each in group
}


def phrases_of(game: str) -> tuple[Phrase, ...]:
    """The phrases of a game, its own first, then those of all games."""
    return (*OF_GAME.get(game, ()), *COMMON)


def find(kind: str, key: str) -> Phrase | None:
    """The phrase or emote of that kind and key; None where there is none."""
    return _BY_KEY.get((kind, key))
