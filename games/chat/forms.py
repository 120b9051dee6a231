"""Reading what the chat panel posts. Anything that the page would not send is refused."""

import re
import secrets
from typing import Final, NamedTuple

from django.http import QueryDict

from games.chat.filters import read_words
from games.chat.models import Message
from games.chat.phrases import find
from games.engine.core.errors import Unreadable

_ONCE: Final = re.compile(r"[0-9A-Za-z-]{8,40}")
_NUMBER: Final = re.compile(r"[0-9]{1,18}")


class Said(NamedTuple):
    """What a line is to say: the author's own words, or a phrase or emote with its ``key``."""

    kind: str
    key: str
    text: str


class Posted(NamedTuple):
    """What a post asks for, one of three: to say something to an audience, to mute the author of the line ``mute``, or to
    delete the mute ``unmute``.
    """

    said: Said | None = None
    to: str = ""
    once: str = ""
    mute: int = 0
    unmute: int = 0


def read_post(data: QueryDict) -> Posted:
    """Read a post. Raises Unreadable (``talk_form``, ``talk_phrase``, and those of ``read_words``)."""
    wishes = [name for name in ("say", "phrase", "emote", "mute", "unmute") if name in data]
    if len(wishes) != 1:
        raise Unreadable("talk_form")
    wish = wishes[0]
    value = str(data.get(wish, ""))
    if wish in {"mute", "unmute"}:
        if _NUMBER.fullmatch(value) is None:
            raise Unreadable("talk_form")
        return Posted(mute=int(value)) if wish == "mute" else Posted(unmute=int(value))
    to, once = str(data.get("to", "")), str(data.get("once", "")) or secrets.token_hex(16)
    if to not in Message.Audience.values or _ONCE.fullmatch(once) is None:
        raise Unreadable("talk_form")
    return Posted(said=_said(wish, value), to=to, once=once)


def _said(wish: str, value: str) -> Said:
    if wish == "say":
        return Said(Message.Kind.WORDS, "", read_words(value))
    phrase = find(wish, value[:20])
    if phrase is None:
        raise Unreadable("talk_phrase")
    return Said(wish, phrase.key, phrase.glyph or str(phrase.words))
