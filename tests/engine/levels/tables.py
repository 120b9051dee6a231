"""Positions of the Shengji games in notation, and what the rules answer to an action there."""

from typing import Any

from msgspec.structs import replace

from games.engine.core.actions import CHANCE, Close, Deal
from games.engine.core.cards import (
    RANK_OF,
    SMALL,
    SUITS,
    TWO,
    Cards,
    cards_of,
    deck,
    each_card,
    read_tokens,
    take,
    write_cards,
)
from games.engine.core.errors import Refusal
from games.engine.levels.kitty_exchange import KittyExchange
from games.engine.levels.match import DealSetup, Match
from games.engine.levels.playing import Playing
from games.engine.levels.trumps import POINT_CARDS, points_in
from games.engine.registry import game_of
from tests.saying import en, zh


class Table:
    """A match under a ruleset that a test moves on, action by action in text form, by a clock of its own."""

    def __init__(self, ruleset: str, state: Any) -> None:
        self.game: Any = game_of(ruleset)
        self.state = state
        self.tick = 0

    @property
    def phase(self) -> Any:
        return self.state.phase

    @property
    def match(self) -> Any:
        return self.state.match

    def act(self, seat: int, text: str, tick: int | None = None) -> tuple[Any, ...]:
        """Carry out an action and give its events."""
        self.tick = self.tick if tick is None else tick
        action = self.game.read(self.state, seat, text)
        events: tuple[Any, ...]
        self.state, events = self.game.apply(self.state, seat, action, self.tick)
        return events

    def all_act(self, *moves: str) -> tuple[Any, ...]:
        """Carry out ``"0 play 9S"``, ``"1 play 8S"`` … and give the events of the last one."""
        events: tuple[Any, ...] = ()
        for move in moves:
            seat, text = move.split(" ", 1)
            events = self.act(int(seat), text)
        return events

    def close(self) -> tuple[Any, ...]:
        """The time is over."""
        events: tuple[Any, ...] = ()
        for seat, action in self.game.defaults(self.state):
            self.state, told = self.game.apply(self.state, seat, action)
            events += told
        return events

    def refused(self, seat: int, text: str, tick: int | None = None) -> str:
        """The code of the refusal; the state must not have changed. Fails if it is accepted."""
        before = self.game.dump(self.state)
        try:
            self.act(seat, text, tick)
        except Refusal as refusal:
            assert self.game.dump(self.state) == before
            sentence = self.game.refusal(refusal.code, refusal.params)
            assert zh(sentence)
            assert en(sentence)
            return refusal.code
        raise AssertionError(f"{seat} {text} was accepted")

    def to_act(self) -> Any:
        return self.game.to_act(self.state)

    def public(self, tick: int | None = None) -> Any:
        return self.game.view(self.state, None, self.tick if tick is None else tick).public

    def own(self, seat: int, tick: int | None = None) -> Any:
        return self.game.view(self.state, seat, self.tick if tick is None else tick).own

    def hand(self, seat: int, tick: int | None = None) -> str:
        return faces(self.own(seat, tick).hand)

    def legal(self, seat: int, tick: int | None = None) -> list[str]:
        """The legal actions of a seat, copies left out."""
        actions = self.game.legal(self.state, seat, self.tick if tick is None else tick)
        return sorted({bare(self.game.write(action)) for action in actions})


def bare(text: str) -> str:
    """``play 9Sb9Sa`` as ``play 9S9S``."""
    verb, _, rest = text.partition(" ")
    return f"{verb} {''.join(c for c in rest if c not in 'abcd')}" if rest else verb


def faces(cards: Cards) -> str:
    """Cards without their copies."""
    return "".join(c for c in write_cards(cards) if c not in "abcd")


def hands_from(copies: int, *written: str) -> tuple[Cards, ...]:
    """Sets of cards in notation from one pack, physical cards given out in order."""
    left = cards_of(deck(copies))
    hands = []
    for text in written:
        cards = take(text, left)
        left &= ~cards
        hands.append(cards)
    return tuple(hands)


def copies_of(ruleset: str) -> int:
    return 1 if ruleset.startswith("shengji") else 3


def level_of(symbol: str) -> int:
    return RANK_OF[symbol]


def suit_of(symbol: str) -> int:
    return SUITS.index(symbol)


def points_worth(points: int, copies: int) -> Cards:
    """Cards of the pack that are worth so many points."""
    found = 0
    for number in sorted(deck(copies), reverse=True):
        worth = points_in(1 << number)
        if worth and worth <= points:
            found |= 1 << number
            points -= worth
    assert points == 0
    return found


def position(
    *hands: str,
    ruleset: str = "shengji",
    turn: int = 0,
    dealer: int = 0,
    level: str = "3",
    suit: str = "S",
    bottom: str = "",
    points: int = 0,
    put: tuple[int, ...] = (),
    **match: Any,
) -> Table:
    """A deal in play in which the seats hold these hands, ``turn`` leads, and the side not dealing has
    taken ``points``.
    """
    *held, kitty = hands_from(copies_of(ruleset), *hands, bottom)
    setting = DealSetup(level_of(level), suit_of(suit), dealer, kitty, kitty, put)
    taken = points_worth(points, copies_of(ruleset)) & POINT_CARDS
    phase = Playing(hands=tuple(held), setting=setting, turn=turn, taken=taken)
    return table(ruleset, phase, dealer=dealer, level=level, **match)


def kitty_exchange(
    *hands: str,
    kitty: str,
    ruleset: str = "shengji",
    dealer: int = 0,
    level: str = "3",
    suit: str = "S",
    shown: tuple[int, ...] = (0, 0, 0, 0),
) -> Table:
    """The kitty in the dealer's hand."""
    *held, six = hands_from(copies_of(ruleset), *hands, kitty)
    held[dealer] |= six
    setting = DealSetup(level_of(level), suit_of(suit), dealer, shown=shown)
    return table(ruleset, KittyExchange(tuple(held), six, setting), dealer=dealer, level=level)


def table(ruleset: str, phase: Any, **match: Any) -> Table:
    """A table in a phase, both sides at the level unless ``levels`` says else."""
    level = level_of(match.pop("level", "3"))
    fields = {"deal": 1, "drawings": 1, "levels": (level, level), **match}
    game: Any = game_of(ruleset)
    return Table(ruleset, replace(game.start(), match=Match(**fields), phase=phase))


def dealt(drawn: str = "", kitty: str = "", copies: int = 1) -> Deal:
    """A deal whose cards are drawn in this order and whose kitty begins like this.

    The rest is filled up from low to high, with 3s, 2s and jokers as late as can be.
    """
    begin: list[int] = []
    bottom: list[int] = []
    left = cards_of(deck(copies))
    for text, cards in ((drawn, begin), (kitty, bottom)):
        for token in read_tokens(text):
            symbol = "3456789TJQKA2sB"[token.rank]
            suit = SUITS[token.suit] if token.rank < SMALL and token.suit is not None else ""
            one = take(symbol + suit, left)
            left &= ~one
            cards.extend(each_card(one))
    rest = sorted(each_card(left), key=lambda n: (n >> 4 >= SMALL, n >> 4 in (0, TWO), n))
    count = 54 * copies - 6 - len(begin)
    order = [*begin, *rest[:count], *bottom, *rest[count:]]
    return Deal(tuple(order))


def deal_from(drawn: str = "", kitty: str = "", ruleset: str = "shengji", **match: Any) -> Table:
    """A table in the drawing of a deal (the first one unless ``match`` says else)."""
    game: Any = game_of(ruleset)
    state = game.start()
    found = Table(ruleset, replace(state, match=replace(state.match, **match)))
    action = dealt(drawn, kitty, copies_of(ruleset))
    found.state, _ = found.game.apply(found.state, CHANCE, action)
    return found


CLOSE = Close()
