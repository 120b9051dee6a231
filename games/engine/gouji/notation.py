"""The text form of actions, as records and forms carry them.

| action | text |
|---|---|
| play cards | ``play 9Sb9Sa``; read also as ``play 99``, taken from the hand |
| burn with cards, return cards | ``burn BaBb`` ``return 4Da5Ca``, read as above |
| pass, yield, declare, done, decline | ``pass`` ``yield`` ``declare`` ``done`` ``decline`` |
| revolt or stay; be headed or headless | ``revolt`` ``stay``; ``head`` ``headless`` |
| show all 4s of one suit | ``show 4S`` |
| charge with three sets, in order | ``charge AAA KK QQQ``, or ``charge AAAKKQQQ`` for a set a rank |
| chance settles the tribute | ``settle`` |
| deal | ``deal``, six hands of 36 cards, ``|`` and the fallback leader: ``deal 3Ca... ... | 4`` |

A deal written by hand may leave out suits and copies, and cards: ``deal AAKK 3333 4 5 6 7 | 0``.
"""

from typing import Final

from games.engine.core.actions import Action, Deal
from games.engine.core.cards import (
    RANKS,
    SMALL,
    SUITS,
    Cards,
    Token,
    deck,
    read_tokens,
    take,
    write_card,
    write_cards,
)
from games.engine.core.errors import Unreadable

from .actions import (
    Burn,
    Charge,
    Declare,
    Decline,
    Done,
    Head,
    Headless,
    Pass,
    Play,
    Return,
    Revolt,
    Settle,
    Show,
    Stay,
    Yield,
)
from .seats import SEATS

PLAIN: Final[dict[str, Action]] = {
    "pass": Pass(),
    "yield": Yield(),
    "declare": Declare(),
    "done": Done(),
    "decline": Decline(),
    "revolt": Revolt(),
    "stay": Stay(),
    "head": Head(),
    "headless": Headless(),
    "settle": Settle(),
}
_WITH_CARDS: Final[dict[str, type[Play | Burn | Return]]] = {
    "play": Play,
    "burn": Burn,
    "return": Return,
}
_CARD_VERBS: Final = {kind: verb for verb, kind in _WITH_CARDS.items()}
_NAMES: Final = {type(action): verb for verb, action in PLAIN.items()}
# A whole deal takes about 660 characters; longer text from a request is refused unread.
MAX_TEXT: Final = 4000
HAND: Final = 36


def write(action: Action) -> str:
    """The text form of an action.

    >>> write(Show(0, 3)), write(Pass())
    ('show 3S', 'pass')
    """
    if isinstance(action, Play | Burn | Return):
        return f"{_CARD_VERBS[type(action)]} {write_cards(action.cards)}"
    if isinstance(action, Charge):
        return f"charge {' '.join(map(write_cards, action.sets))}"
    if isinstance(action, Show):
        return f"show {RANKS[action.rank]}{SUITS[action.suit]}"
    if isinstance(action, Deal):
        cards = [write_card(number) for number in action.order]
        hands = ["".join(cards[at : at + HAND]) for at in range(0, len(cards), HAND)]
        return f"deal {' '.join(hands)} | {' '.join(map(str, action.draws))}".rstrip()
    return _NAMES[type(action)]


def read(text: str, hand: Cards) -> Action:
    """An action from its text form, its cards taken from a hand.

    Raises Unreadable (``action``, ``cards``, ``deal_hands``) and NotAllowed (``not_in_hand``).

    >>> from games.engine.core.cards import take_all
    >>> write(read("play BB9", take_all("BcBd9S9D")))
    'play BdBc9Da'
    """
    if len(text) > MAX_TEXT:
        raise Unreadable("action", text=text[:20])
    verb, _, rest = text.strip().partition(" ")
    if verb in PLAIN and not rest:
        return PLAIN[verb]
    if verb in _WITH_CARDS and rest:
        return _WITH_CARDS[verb](take(rest, hand))
    if verb == "charge" and rest:
        return _read_charge(rest, hand)
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


def _read_charge(text: str, hand: Cards) -> Charge:
    """Sets with spaces between them; or all in one word, a set for each rank in the order named."""
    # A form that picks cards sends one word without spaces; two sets of one rank need the spaces.
    parts = text.split()
    if len(parts) == 1:
        parts = _by_rank(parts[0])
    sets = []
    for part in parts:
        cards = take(part, hand)
        hand &= ~cards  # so that AA AA takes four aces and not the same two twice
        sets.append(cards)
    return Charge(tuple(sets))


def _by_rank(text: str) -> list[str]:
    found: dict[int, str] = {}
    for token in read_tokens(text):
        found[token.rank] = found.get(token.rank, "") + token.text
    return list(found.values())


def _read_deal(text: str) -> Deal:
    written, _, drawn = text.partition("|")
    hands = [list(read_tokens(hand)) for hand in written.split()]
    draws = drawn.split()
    if len(hands) != SEATS:
        raise Unreadable("deal_hands", hands=SEATS, count=len(hands))
    # Two digits, so that a wrong seat is read and refused by ``dealing`` as a bad deal.
    if not all(draw.isdecimal() and len(draw) < 3 for draw in draws):
        raise Unreadable("action", text=text[:40])
    return Deal(_order_of(hands), tuple(map(int, draws)))


def _order_of(hands: list[list[Token]]) -> tuple[int, ...]:
    """The pack in the order in which it is dealt, from hands that may be written in part.

    Cards written without suit or copy are the lowest left. Then hands are filled up to 36: the lowest card left
    goes to the shortest hand.

    Raises Unreadable (``cards``) where a card is written too often, or a hand is too long.
    """
    left = dict.fromkeys(deck(4))
    dealt: list[dict[int, int]] = [{} for _ in hands]
    places = [(seat, at, token) for seat, hand in enumerate(hands) for at, token in enumerate(hand)]
    # Exact cards first: a card without suit must not take one that another hand names.
    for seat, at, token in sorted(places, key=lambda place: place[2].vague):
        number = next((number for number in left if token.fits(number)), None)
        if number is None or at >= HAND:
            raise Unreadable("cards", text=RANKS[token.rank])
        del left[number]
        dealt[seat][at] = number
    for number in left:
        short = min(dealt, key=len)
        short[len(short)] = number
    return tuple(hand[at] for hand in dealt for at in range(HAND))
