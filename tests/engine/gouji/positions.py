"""Positions in notation: any table in mid-deal, and what the rules answer to an action there."""

from typing import Any

from games.engine.core.actions import CHANCE, Deal
from games.engine.core.cards import Cards, cards_of, deck, each_card, take
from games.engine.core.errors import Refusal
from games.engine.gouji.actions import Decline
from games.engine.gouji.events import Dealt
from games.engine.gouji.game import Gouji
from games.engine.gouji.match import GoujiState, Match
from games.engine.gouji.opening import Opening
from games.engine.gouji.playing import Playing
from games.engine.gouji.seats import BIT
from games.engine.gouji.setup import Setup
from games.engine.registry import game_of
from tests.saying import en, zh


class Table:
    """A match under a ruleset that a test moves on, action by action in text form.

    Unless ``burns``, everybody who is asked to burn declines at once, without a word in the test.
    """

    def __init__(self, ruleset: str, state: GoujiState, *, burns: bool = False) -> None:
        self.any_game = game_of(ruleset)
        self.game = Gouji.of(self.any_game)
        self.state = state
        self.burns = burns

    @property
    def phase(self) -> Any:
        return self.state.phase

    def act(self, seat: int, text: str) -> tuple[Any, ...]:
        """Carry out an action and give its events."""
        action = self.game.read(self.state, seat, text)
        self.state, events = self.game.apply(self.state, seat, action)
        if not self.burns:
            events += self.decline()
        return events

    def decline(self, *seats: int) -> tuple[Any, ...]:
        """These seats decline to burn (default: all that have not answered in the present window)."""
        told: tuple[Any, ...] = ()
        if self.public().window == "burn":
            for seat in seats or self.to_act():
                self.state, events = self.game.apply(self.state, seat, Decline())
                told += events
        return told

    def all_pass(self) -> tuple[Any, ...]:
        """Nobody burns or answers: the events of the last pass."""
        events: tuple[Any, ...] = ()
        self.decline()
        while self.public().trick:
            events = self.act(self.to_act()[0], "pass")
        return events

    def defaults(self) -> tuple[tuple[int, Any], ...]:
        return self.game.defaults(self.state)

    def default(self) -> tuple[Any, ...]:
        """The time is over: the events of what then happens."""
        told: tuple[Any, ...] = ()
        for seat, action in self.defaults():
            self.state, events = self.game.apply(self.state, seat, action)
            told += events
        return told

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
            assert zh(sentence)
            assert en(sentence)
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


def start(ruleset: str) -> GoujiState:
    """A match before its first deal."""
    return Gouji.of(game_of(ruleset)).start()


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


PLAIN = "gouji(hold_threes=off)"
"""Threes are ordinary cards, so that hands may be short."""


def plain(*changes: str) -> str:
    """The plain ruleset with further options changed: ``plain("lead=last_place")``."""
    return f"gouji({','.join(['hold_threes=off', *changes])})"


def position(
    *hands: str,
    turn: int = 0,
    ruleset: str = PLAIN,
    match: Match | None = None,
    burns: bool = False,
    **fields: Any,
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
    return Table(ruleset, GoujiState(match or Match(deal=1), phase), burns=burns)


def opening(*hands: str, ruleset: str = PLAIN, drawn: int = 0, **fields: Any) -> Table:
    """The opening window over these hands; fields of ``Setup`` may be given."""
    match = fields.pop("match", Match(deal=1))
    may_show = fields.pop("may_show", True)
    setup = Setup(hands=hands_from(*hands), drawn=drawn, **fields)
    phase = Opening(setup, may_show=may_show)
    return Table(ruleset, GoujiState(match, phase))


def deal_from(*hands: str, ruleset: str = PLAIN, drawn: int = 0) -> Table:
    """A new match dealt so that the seats' hands begin as written; the rest of the pack fills them up.

    Nobody revolts, so that it stands in the opening window.
    """
    table = Table(ruleset, start(ruleset))
    table.state, events = table.game.apply(table.state, CHANCE, dealt(*hands, drawn=drawn))
    assert sum(event.cards.bit_count() for event in events if isinstance(event, Dealt)) == 216
    table.default()
    return table


def dealt(*hands: str, drawn: int = 0) -> Deal:
    """The deal action for hands that begin as written; the rest goes to the shortest hand, low cards first."""
    held = list(hands_from(*hands, *("" for _ in range(6 - len(hands)))))
    taken = 0
    for cards in held:
        taken |= cards
    owns = [list(each_card(cards)) for cards in held]
    for number in deck(4):
        if not taken >> number & 1:
            min((own for own in owns if len(own) < 36), key=len).append(number)
    return Deal(tuple(number for own in owns for number in own), (drawn,))
