"""Positions in notation: any table in mid-deal, and what the rules answer to an action there."""

from typing import Any

from games.engine.core.actions import CHANCE, Deal
from games.engine.core.cards import Cards, cards_of, deck, each_card, take
from games.engine.core.errors import Refusal
from games.engine.gouji.events import Dealt
from games.engine.gouji.match import Match
from games.engine.gouji.opening import Opening
from games.engine.gouji.playing import Playing
from games.engine.gouji.seats import BIT
from games.engine.gouji.state import State
from games.engine.shelf import game_of


class Table:
    """A match under a ruleset that a test moves on, action by action in text form."""

    def __init__(self, ruleset: str, state: State) -> None:
        self.game = game_of(ruleset)
        self.state = state

    @property
    def phase(self) -> Any:
        return self.state.phase

    def act(self, seat: int, text: str) -> tuple[Any, ...]:
        """Carry out an action and give its events."""
        action = self.game.read(self.state, seat, text)
        self.state, events = self.game.apply(self.state, seat, action)
        return events

    def all_act(self, *moves: str) -> tuple[Any, ...]:
        """Carry out ``"0 play 99"``, ``"1 pass"`` … and give the events of the last one."""
        events: tuple[Any, ...] = ()
        for move in moves:
            seat, text = move.split(" ", 1)
            events = self.act(int(seat), text)
        return events

    def refused(self, seat: int, text: str) -> str:
        """The code of the refusal; the state must not have changed. Fails if it is accepted."""
        before = self.game.dump(self.state)
        try:
            self.act(seat, text)
        except Refusal as refusal:
            assert self.game.dump(self.state) == before
            sentence = self.game.refusal(refusal.code, refusal.params)
            assert sentence.zh
            assert sentence.en
            return refusal.code
        raise AssertionError(f"{seat} {text} was accepted")

    def to_act(self) -> tuple[int, ...]:
        return self.game.to_act(self.state)

    def public(self) -> Any:
        return self.game.view(self.state, None).public

    def own(self, seat: int) -> Any:
        return self.game.view(self.state, seat).own

    def legal(self, seat: int) -> list[str]:
        """The legal actions of a seat, cards by rank."""
        return [by_rank(self.game.write(action)) for action in self.game.legal(self.state, seat)]


def by_rank(text: str) -> str:
    """``play 9Sb9Sa`` as ``play 99``."""
    verb, _, cards = text.partition(" ")
    return f"{verb} {''.join(c for c in cards if c not in 'CDHSabcd')}" if cards else verb


def hands_from(*written: str) -> tuple[Cards, ...]:
    """Six hands in notation from one pack, physical cards given out in order."""
    left = cards_of(deck(4))
    hands = []
    for text in written:
        cards = take(text, left)
        left &= ~cards
        hands.append(cards)
    return tuple(hands)


def position(
    *hands: str, turn: int = 0, ruleset: str = "gouji", match: Match | None = None, **fields: Any
) -> Table:
    """A deal in play in which the seats hold these hands and ``turn`` leads; seats without one are out.

    ``out`` names seats gone out, in order (default: the ones without cards, from seat 0).
    """
    held = hands_from(*hands)
    out = fields.pop("finished", tuple(seat for seat in range(6) if not held[seat]))
    active = sum(BIT[seat] for seat in range(6) if held[seat])
    fields.setdefault(
        "headless", sum(BIT[s] for s in range(6) if held[s] and not held[(s + 3) % 6])
    )
    fields.setdefault("melee", active.bit_count() < 5)
    phase = Playing(hands=held, turn=turn, active=active, finished=out, **fields)
    return Table(ruleset, State(match or Match(deal=1), phase))


def opening(*hands: str, ruleset: str = "gouji", drawn: int = 0, **fields: Any) -> Table:
    """The opening window over these hands."""
    match = fields.pop("match", Match(deal=1))
    fields.setdefault("may_show", True)
    phase = Opening(hands=hands_from(*hands), drawn=drawn, **fields)
    return Table(ruleset, State(match, phase))


def deal_from(*hands: str, ruleset: str = "gouji", drawn: int = 0) -> Table:
    """A new match dealt so that the seats' hands begin as written; the rest of the pack fills them up."""
    table = Table(ruleset, game_of(ruleset).start())
    table.state, events = table.game.apply(table.state, CHANCE, dealt(*hands, drawn=drawn))
    assert sum(event.cards.bit_count() for event in events if isinstance(event, Dealt)) == 216
    return table


def dealt(*hands: str, drawn: int = 0) -> Deal:
    """The deal action for hands that begin as written."""
    held = list(hands_from(*hands, *("" for _ in range(6 - len(hands)))))
    taken = 0
    for cards in held:
        taken |= cards
    rest = [number for number in deck(4) if not taken >> number & 1]
    order: list[int] = []
    for cards in held:
        own = list(each_card(cards))
        own += [rest.pop() for _ in range(36 - len(own))]
        order += own
    return Deal(tuple(order), (drawn,))
