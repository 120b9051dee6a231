"""Gouji as a ``Game``: services, bots, tests and tools use the rules through this class alone."""

# ruff: noqa: ARG002 -- all games have the same methods, whether or not one needs every parameter

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from games.engine.core.actions import CHANCE, Action, Chance, Deal, Seat
from games.engine.core.errors import NotAllowed, Param
from games.engine.core.events import Event
from games.engine.core.game import Game, Outcome
from games.engine.core.options import Meta, Ruleset
from games.engine.core.phases import Pace
from games.engine.core.texts import Text
from games.engine.core.views import Own, View

from . import dealing, events, notation, snapshots, words
from .actions import Settle
from .legal_from_view import legal_in
from .match import GoujiState, Match
from .meta import META
from .part_order import next_part
from .parts import PartFinished
from .public import Public
from .rules import Rules, rules_of
from .scoring import winner
from .seats import SEATS
from .waiting import Over, Waiting

SCHEMA: Final = 2
AnyEvent = (
    events.DealBegan
    | events.Dealt
    | events.DealVoided
    | events.CardsGiven
    | events.CardsMoved
    | events.Revolted
    | events.Charged
    | events.ChargeBeaten
    | events.ChargeSettled
    | events.HeadChosen
    | events.Declared
    | events.CardsShown
    | events.LeadGiven
    | events.Played
    | events.BurnEnded
    | events.BurnSucceeded
    | events.BurnFailed
    | events.Stifled
    | events.Passed
    | events.Yielded
    | events.WentOut
    | events.BecameHeadless
    | events.TrickWon
    | events.Opened
    | events.MeleeBegan
    | events.DealEnded
    | events.MatchEnded
)
_EVENTS: Final = msgspec.json.Decoder(tuple[AnyEvent, ...])
_ENCODER: Final = msgspec.json.Encoder()


class Gouji(Game[GoujiState, Public]):
    """Gouji under one ruleset.

    >>> from games.engine.registry import game_of
    >>> game = game_of("gouji")
    >>> game.to_act(game.start()) == (CHANCE,)
    True
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.meta: Meta = META
        self.schema = SCHEMA
        self.rules = rules_of(ruleset)

    @classmethod
    def of(cls, game: object) -> "Gouji":
        """The same game, typed as Gouji. Raises TypeError if it is another one."""
        if not isinstance(game, cls):
            raise TypeError(f"{type(game).__qualname__} is not Gouji")
        return game

    def start(self) -> GoujiState:
        """A match before its first deal; it waits for chance."""
        return GoujiState(Match(), Waiting())

    def apply(
        self,
        state: GoujiState,
        seat: Seat,
        action: Action,
        tick: int = 0,
    ) -> tuple[GoujiState, tuple[Event, ...]]:
        """The state after an action, and what happened. Raises NotAllowed (see ``words``)."""
        if seat == CHANCE and isinstance(action, Deal):
            if state.phase.CHANCE is None:
                raise NotAllowed("not_now")
            match, phase, told = dealing.deal(self.rules, state.match, action)
        elif 0 <= seat < SEATS or (seat == CHANCE and isinstance(action, Settle)):
            match, phase, told = state.phase.apply(self.rules, state.match, seat, action)
        else:
            raise NotAllowed("not_now")
        # Here and not in the parts: only ``order`` knows which part comes next (§2).
        if type(phase) is PartFinished:
            phase = next_part(self.rules, match, phase)
        return GoujiState(match, phase), told

    def to_act(self, state: GoujiState) -> tuple[Seat, ...]:
        """The seats that may act now; (CHANCE,) for a deal; () at the end."""
        return state.phase.to_act()

    def prompt_key(self, state: GoujiState, seat: Seat) -> str:
        """The deal, and within it the window or the move."""
        match = state.match
        # ``voids`` too: a deal dealt again after a revolution has the number of the void one.
        return f"{len(match.results)}.{match.voids}.{state.phase.prompt_key()}"

    def pace(self, state: GoujiState) -> Pace:
        """The time of the present decision."""
        return state.phase.pace()

    def defaults(self, state: GoujiState) -> tuple[tuple[Seat, Action], ...]:
        """What happens when that time is over (gouji §2); empty for a deal, which the service draws."""
        return state.phase.defaults(self.rules)

    def chance(self, state: GoujiState) -> Chance | None:
        """A shuffled pack and a fallback leader, where a deal is due."""
        return state.phase.CHANCE

    def legal(self, state: GoujiState, seat: Seat, tick: int = 0) -> Sequence[Action]:
        """All actions that ``apply`` accepts from this seat. Equal cards are not told apart."""
        return state.phase.legal(self.rules, seat)

    def legal_in(self, view: View[Public]) -> Sequence[Action]:
        """The same from a view: what its seat may do now. Bots ask this."""
        return legal_in(self.rules, view)

    def view(self, state: GoujiState, seat: Seat | None, tick: int = 0) -> View[Public]:
        """What this seat, or a watcher, may see."""
        phase, rules = state.phase, self.rules
        public = phase.publish(_publish(rules, state.match))
        if seat is None or not 0 <= seat < SEATS:
            return View(None, public)
        return View(seat, public, self.own(state, seat))

    def own(self, state: GoujiState, seat: Seat, tick: int = 0) -> Own:
        """What this seat alone may see."""
        phase, rules = state.phase, self.rules
        return Own(
            hand=phase.hand(seat),
            choices=phase.choices(rules, seat),
            chosen=phase.chosen(seat),
            barred=phase.barred(rules, seat),
        )

    def read(self, state: GoujiState, seat: Seat, text_: str) -> Action:
        """An action from its text form, cards taken from the seat's hand.

        Raises Unreadable (``action``, ``cards``), NotAllowed (``not_in_hand``).
        """
        hand = state.phase.hand(seat) if 0 <= seat < SEATS else 0
        return notation.read(text_, hand)

    def write(self, action: Action) -> str:
        """The text form of an action."""
        return notation.write(action)

    def outcome(self, state: GoujiState) -> Outcome | None:
        """The result of the match once it is over."""
        if not isinstance(state.phase, Over):
            return None
        scores = state.match.scores
        return Outcome(scores, winner(scores))

    def dump(self, state: GoujiState) -> bytes:
        """The state as JSON."""
        return snapshots.dump(state)

    def load(self, data: bytes) -> GoujiState:
        """A dumped state. Raises ValueError when it does not fit the schema."""
        return snapshots.load(data)

    def dump_events(self, told: tuple[Event, ...]) -> bytes:
        """Events as a JSON array."""
        return _ENCODER.encode(told)

    def load_events(self, data: bytes) -> tuple[Event, ...]:
        """Events from a JSON array. Raises ValueError."""
        return _EVENTS.decode(data)

    def refusal(self, code: str, params: Mapping[str, Param]) -> Text:
        """The sentence that tells a player why an action was refused, naming the rule."""
        return words.refusal(code, params)

    def describe(self, event: Event) -> Text | None:
        """An event as a line of the log, or None if the log does not tell it."""
        return words.describe(event)


def _publish(rules: Rules, match: Match) -> Public:
    """The public part of what a match carries. The phase adds its own."""
    last = match.last
    return Public(
        deal=match.deal,
        games=rules.games,
        scores=match.scores,
        results=match.results,
        last=last,
        dues=match.dues,
    )


def make(ruleset: Ruleset) -> Gouji:
    """The game under a ruleset."""
    return Gouji(ruleset)
