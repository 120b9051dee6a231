"""The text form of actions, as records and forms carry them.

| action | text |
|---|---|
| show a level card, jokers | ``show 3S`` ``show s`` ``show BB`` |
| decline | ``decline`` |
| bury, play | ``bury ...`` ``play 9Sb9Sa``; read also as ``play 9S9S``, taken from the hand |
| deal | ``deal`` the cards in the order drawn, ``|`` and the kitty; ``| 2`` after it names the dealer of a first deal |
| the clock has run out | ``close`` |

A deal written by hand may leave out suits and copies, and cards: ``deal 3S4H | 9D``.
"""

from collections.abc import Callable
from typing import Final

from games.engine.core.actions import Action, Close, Deal
from games.engine.core.cards import (
    RANKS,
    SMALL,
    SUITS,
    Cards,
    deck,
    read_tokens,
    take,
    write_card,
    write_cards,
)
from games.engine.core.errors import Unreadable

from .actions import Bury, Decline, Play, Show
from .rules import KITTY
from .seats import SEATS

PLAIN: Final[dict[str, Action]] = {"decline": Decline(), "close": Close()}
_NAMES: Final = {type(action): verb for verb, action in PLAIN.items()}
_WITH_CARDS: Final[dict[str, Callable[[Cards], Action]]] = {"play": Play, "bury": Bury}
# A whole deal of three decks takes about 500 characters; longer text from a request is refused unread.
MAX_TEXT: Final = 2000
FIRST_SEATS: Final = tuple(map(str, range(SEATS)))


def write(action: Action) -> str:
    """The text form of an action.

    >>> write(Show(0, 3)), write(Show(14, 0, 2)), write(Decline())
    ('show 3S', 'show BB', 'decline')
    """
    if isinstance(action, Play):
        return f"play {write_cards(action.cards)}"
    if isinstance(action, Bury):
        return f"bury {write_cards(action.cards)}"
    if isinstance(action, Show):
        face = RANKS[action.rank] + (SUITS[action.suit] if action.rank < SMALL else "")
        return f"show {face * action.count}"
    if isinstance(action, Deal):
        cards = [write_card(number) for number in action.order]
        first = "".join(f" | {seat}" for seat in action.draws)
        return f"deal {''.join(cards[:-KITTY])} | {''.join(cards[-KITTY:])}{first}"
    return _NAMES[type(action)]


def read(text: str, hand: Cards, copies: int) -> Action:
    """An action from its text form, its cards taken from a hand; a deal is of ``copies`` decks.

    Raises Unreadable (``action``, ``cards``) and NotAllowed (``not_in_hand``).

    >>> from games.engine.core.cards import take_all
    >>> write(read("play B9S", take_all("BcBd9S9D"), 3))
    'play Bc9Sa'
    """
    if len(text) > MAX_TEXT:
        raise Unreadable("action", text=text[:20])
    verb, _, rest = text.strip().partition(" ")
    if verb in PLAIN and not rest:
        return PLAIN[verb]
    if verb in _WITH_CARDS and rest:
        return _WITH_CARDS[verb](take(rest, hand))
    if verb == "show" and rest:
        return _read_show(rest)
    if verb == "deal" and rest:
        return _read_deal(rest, copies)
    raise Unreadable("action", text=text[:40])


def _read_show(text: str) -> Show:
    """One rank and suit, written once for each card shown: ``BB`` for two big jokers."""
    # Not taken from the hand: whether the cards are drawn depends on the tick, which ``read`` does not have.
    faces = {(token.rank, token.suit) for token in read_tokens(text)}
    rank, suit = faces.pop() if len(faces) == 1 else (0, None)
    if suit is None:
        raise Unreadable("action", text=text[:40])
    return Show(rank, suit, len(read_tokens(text)))


def _read_deal(text: str, copies: int) -> Deal:
    """The pack in the order drawn, then the kitty, from a text that may leave cards out.

    Cards written without suit or copy are the lowest left. Cards not written at all follow those that are, low ones
    first.

    Raises Unreadable (``cards``) where a card is written too often, or too many are.
    """
    drawn, _, rest_of_it = text.partition("|")
    kitty, _, first = rest_of_it.partition("|")
    if first.strip() and first.strip() not in FIRST_SEATS:
        raise Unreadable("action", text=first.strip()[:40])
    draws = (int(first),) if first.strip() else ()
    parts = [read_tokens(drawn), read_tokens(kitty)]
    left = dict.fromkeys(deck(copies))
    found: list[dict[int, int]] = [{}, {}]
    places = [(part, at, token) for part in (0, 1) for at, token in enumerate(parts[part])]
    # Exact cards first: a card without suit must not take one that is named elsewhere.
    for part, at, token in sorted(places, key=lambda place: place[2].vague):
        number = next((number for number in left if token.fits(number)), None)
        if number is None:
            raise Unreadable("cards", text=RANKS[token.rank])
        del left[number]
        found[part][at] = number
    missing = KITTY - len(found[1])
    if not 0 <= missing <= len(left):
        raise Unreadable("cards", text=text[:40])
    rest = list(left)
    before = len(rest) - missing
    written = [[part[at] for at in range(len(part))] for part in found]
    return Deal((*written[0], *rest[:before], *written[1], *rest[before:]), draws)
