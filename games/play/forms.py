"""Reading what a table's page posts: strictly, with a refusal for anything odd."""

import re
from typing import Final, NamedTuple

from django.http import QueryDict

from games.engine.core.errors import Unreadable

_VERSION: Final = re.compile(r"([0-9]{1,18})-([0-9]{1,9})")
_VERB: Final = re.compile(r"[a-z]{1,20}( [0-9A-Za-z]{1,120}){0,4}")
_CARD: Final = re.compile(r"[3-9TJQKA2sB][CDHS]?[a-d]")
_KICK: Final = re.compile(r"kick ([0-9]{1,2})(?: ([^\s]{1,150}))?")
MAX_CARDS: Final = 60
CARD_VERBS: Final = frozenset({"play", "burn", "give", "return", "bury", "throw", "charge"})


class Posted(NamedTuple):
    """An action as posted: its text form, and what the page showed when it was chosen."""

    text: str
    match_id: int
    version: int


def read_kick(do: str) -> tuple[int, str]:
    """Which seat is to be freed, and the name of the person in it, empty for a bot. Raises Unreadable (``form``)."""
    read = _KICK.fullmatch(do)
    if read is None:
        raise Unreadable("form")
    return int(read[1]), read[2] or ""


def read_post(data: QueryDict) -> Posted:
    """The action of a post. Raises Unreadable (``form``)."""
    seen = _VERSION.fullmatch(data.get("seen", ""))
    verb = data.get("do", "")
    cards = data.getlist("c")
    if seen is None or _VERB.fullmatch(verb) is None or len(cards) > MAX_CARDS:
        raise Unreadable("form")
    if any(_CARD.fullmatch(card) is None for card in cards) or len(set(cards)) != len(cards):
        raise Unreadable("form")
    text = f"{verb} {''.join(cards)}" if verb in CARD_VERBS else verb
    return Posted(text.strip(), int(seen[1]), int(seen[2]))
