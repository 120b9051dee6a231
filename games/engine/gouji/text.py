"""The text form of actions, as records and forms carry them.

| action | text |
|---|---|
| play cards | ``play 9Sb9Sa``; read also as ``play 99``, taken from the hand |
| pass, yield, declare, done | ``pass`` ``yield`` ``declare`` ``done`` |
| show all 3s of one suit | ``show 3S`` |
| deal | ``deal`` six hands of 36 cards, ``|`` and the fallback leader: ``deal 3Ca... ... | 4`` |
"""

from typing import Final

from games.engine.core.actions import Action, Deal
from games.engine.core.cards import (
    RANKS,
    SMALL,
    SUITS,
    Cards,
    card,
    read_tokens,
    take,
    write_card,
    write_cards,
)
from games.engine.core.errors import Unreadable

from .actions import Declare, Done, Pass, Play, Show, Yield

PLAIN: Final[dict[str, Action]] = {
    "pass": Pass(),
    "yield": Yield(),
    "declare": Declare(),
    "done": Done(),
}
_NAMES: Final = {type(action): verb for verb, action in PLAIN.items()}
MAX_TEXT: Final = 4000
HAND: Final = 36


def write(action: Action) -> str:
    """The text form of an action.

    >>> write(Show(0, 3)), write(Pass())
    ('show 3S', 'pass')
    """
    if isinstance(action, Play):
        return f"play {write_cards(action.cards)}"
    if isinstance(action, Show):
        return f"show {RANKS[action.rank]}{SUITS[action.suit]}"
    if isinstance(action, Deal):
        cards = [write_card(number) for number in action.order]
        hands = ["".join(cards[at : at + HAND]) for at in range(0, len(cards), HAND)]
        return f"deal {' '.join(hands)} | {' '.join(map(str, action.draws))}".rstrip()
    return _NAMES[type(action)]


def read(text: str, hand: Cards) -> Action:
    """An action from its text form, its cards taken from a hand.

    Raises Unreadable (``action``, ``cards``) and NotAllowed (``not_in_hand``).

    >>> from games.engine.core.cards import take_all
    >>> write(read("play BB9", take_all("BcBd9S9D")))
    'play BdBc9Da'
    """
    if len(text) > MAX_TEXT:
        raise Unreadable("action", text=text[:20])
    verb, _, rest = text.strip().partition(" ")
    if verb in PLAIN and not rest:
        return PLAIN[verb]
    if verb == "play" and rest:
        return Play(take(rest, hand))
    if verb == "show" and rest:
        return _read_show(rest)
    if verb == "deal" and rest:
        return _read_deal(rest)
    raise Unreadable("action", text=text[:40])


def _read_show(text: str) -> Show:
    tokens = read_tokens(text)
    if len(tokens) != 1 or tokens[0].suit is None or tokens[0].rank >= SMALL:
        raise Unreadable("action", text=text[:40])
    return Show(tokens[0].rank, tokens[0].suit)


def _read_deal(text: str) -> Deal:
    written, _, drawn = text.partition("|")
    order: list[int] = []
    for token in read_tokens(written):
        if token.suit is None or token.copy is None:
            raise Unreadable("cards", text=RANKS[token.rank])
        order.append(card(token.rank, token.suit, token.copy))
    draws = drawn.split()
    if not all(draw.isdecimal() and len(draw) < 3 for draw in draws):
        raise Unreadable("action", text=drawn[:40])
    return Deal(tuple(order), tuple(map(int, draws)))
