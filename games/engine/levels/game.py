"""A Shengji game as a ``Game``: services, bots, tests and tools use the rules through this class alone."""

# ruff: noqa: ARG002 -- all games have the same methods, whether or not one needs every parameter

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from games.engine.core.actions import CHANCE, Action, Chance, Deal, Seat
from games.engine.core.cards import Cards
from games.engine.core.errors import NotAllowed, Param
from games.engine.core.events import Event
from games.engine.core.game import Game, Outcome
from games.engine.core.options import Meta, Ruleset
from games.engine.core.phases import Pace
from games.engine.core.texts import Text
from games.engine.core.views import Own, View

from . import dealing, events, notation, words
from .actions import Bury
from .combinations import Combinations
from .match import DealSetup, Match
from .phases import KittyFinished, LevelsState, Phase
from .playing import plays
from .public import Public, public_of
from .rules import KITTY, Rules
from .seats import NOBODY, SEATS
from .trumps import NO_SUIT, trumps_of
from .waiting import Waiting

SharedEvent = (
    events.DealBegan
    | events.TrumpShown
    | events.SuitFixed
    | events.ShowLost
    | events.NobodyShowed
    | events.Drew
    | events.TrumpsSet
    | events.KittyTaken
    | events.KittySeen
    | events.Buried
    | events.KittyBuried
    | events.ThrowFailed
    | events.Played
    | events.TrickWon
    | events.DealEnded
    | events.MatchEnded
)
_ENCODER: Final = msgspec.json.Encoder()


@dataclass(frozen=True, slots=True)
class Kind:
    """What differs between Shengji games besides ``Rules``: options, decoders, words and text forms.

    ``after_bury`` makes the phase that follows the burying of the kitty.
    """

    meta: Meta
    schema: int
    load: Callable[[bytes], LevelsState]
    load_events: Callable[[bytes], tuple[Event, ...]]
    after_bury: Callable[[tuple[Cards, ...], DealSetup], Phase]
    refusals: Mapping[str, str]
    describe: Callable[[Event], Text | None] = words.describe
    read: Callable[[str, Cards, int], Action] = notation.read
    write: Callable[[Action], str] = notation.write


class LevelsGame(Game[LevelsState, Public]):
    """A Shengji game under one ruleset."""

    def __init__(self, ruleset: Ruleset, kind: Kind, rules: Rules) -> None:
        self.ruleset = ruleset
        self.meta = kind.meta
        self.schema = kind.schema
        self.kind = kind
        self.rules = rules

    @classmethod
    def of(cls, game: object) -> "LevelsGame":
        """The same game, typed as a Shengji game. Raises TypeError if it is another one."""
        if not isinstance(game, cls):
            raise TypeError(f"{type(game).__qualname__} is no Shengji game")
        return game

    def start(self) -> LevelsState:
        """A match before its first deal; it waits for chance."""
        return LevelsState(Match(), Waiting())

    def apply(
        self, state: LevelsState, seat: Seat, action: Action, tick: int = 0
    ) -> tuple[LevelsState, tuple[Event, ...]]:
        """The state after an action, and what happened. Raises NotAllowed (see ``words``)."""
        phase = state.phase
        if type(action) is Deal:
            if seat != CHANCE or not phase.deals():
                raise NotAllowed("not_now")
            match, after, told = dealing.deal(self.rules, state.match, action)
        elif CHANCE <= seat < SEATS:
            match, after, told = phase.apply(self.rules, state.match, seat, action, tick)
        else:
            raise NotAllowed("not_now")
        # Stars come next in Huolong, the first lead in Shengji: the shared phases do not know which.
        if type(after) is KittyFinished:
            after = self.kind.after_bury(after.hands, after.setting)
        return LevelsState(match, after), told

    def to_act(self, state: LevelsState) -> tuple[Seat, ...]:
        """The seats that may act now; (CHANCE,) for a deal or while only the clock runs; () at the end."""
        return state.phase.to_act(self.rules)

    def prompt_key(self, state: LevelsState, seat: Seat) -> str:
        """What is asked: the deal, and within it the drawing, the choice or the move."""
        return f"{state.match.deal}.{state.phase.prompt_key()}"

    def pace(self, state: LevelsState) -> Pace:
        """The time of the present decision."""
        return state.phase.pace(self.rules)

    def defaults(self, state: LevelsState) -> tuple[tuple[Seat, Action], ...]:
        """What happens when that time is over; empty for a deal, which the service draws."""
        return state.phase.defaults(self.rules)

    def chance(self, state: LevelsState) -> Chance | None:
        """A shuffled pack, where a deal is due."""
        if not state.phase.deals():
            return None
        return dealing.chance_of(self.rules.copies, takes_first=state.match.dealer == NOBODY)

    def legal(self, state: LevelsState, seat: Seat, tick: int = 0) -> Sequence[Action]:
        """All actions that ``apply`` accepts from this seat at this tick. Copies of a card are told apart."""
        if not 0 <= seat < SEATS:
            return ()
        return state.phase.legal(self.rules, seat, tick)

    def legal_in(self, view: View[Public]) -> Sequence[Action]:
        """The same from a view: what its seat may do now. Bots ask this."""
        if view.own is None:
            return ()
        hand = view.own.hand
        said: list[Action] = []
        for choice in view.own.choices:
            if choice.verb == "bury":
                return Combinations(Bury, hand, KITTY)
            if choice.verb == "play":
                return self._plays(view.public, hand)
            said += [
                self.kind.read(each, hand, self.rules.copies)
                for each in choice.picks or (choice.verb,)
            ]
        return tuple(said)

    def _plays(self, public: Public, hand: Cards) -> Sequence[Action]:
        trumps = trumps_of(public.level, public.suit, self.rules.natural)
        led, size = NO_SUIT, 0
        if public.trick:
            lead = public.trick[0].cards
            led, size = trumps.suits[lead.bit_length() - 1], lead.bit_count()
        return plays(self.rules, hand, led, size, trumps)

    def view(self, state: LevelsState, seat: Seat | None, tick: int = 0) -> View[Public]:
        """What this seat, or a watcher, may see when the clock shows ``tick``."""
        public = state.phase.publish(self.rules, public_of(state.match), tick)
        if seat is None or not 0 <= seat < SEATS:
            return View(None, public)
        return View(seat, public, self.own(state, seat, tick))

    def own(self, state: LevelsState, seat: Seat, tick: int = 0) -> Own:
        """What this seat alone may see when the clock shows ``tick``."""
        phase = state.phase
        choices = phase.choices(self.rules, seat, tick)
        hand, barred = phase.hand_at(seat, tick), phase.barred(self.rules, seat)
        return Own(hand, choices, phase.chosen(seat), barred)

    def read(self, state: LevelsState, seat: Seat, text_: str) -> Action:
        """An action from its text form, cards taken from the seat's hand.

        Raises Unreadable (``action``, ``cards``), NotAllowed (``not_in_hand``).
        """
        # No tick is needed: while cards are drawn, actions name faces and take no cards from the hand.
        hand = state.phase.hand(seat) if 0 <= seat < SEATS else 0
        return self.kind.read(text_, hand, self.rules.copies)

    def write(self, action: Action) -> str:
        """The text form of an action."""
        return self.kind.write(action)

    def outcome(self, state: LevelsState) -> Outcome | None:
        """The levels of both sides and the winner, once the match is over."""
        match = state.match
        return None if match.winner is None else Outcome(match.levels, match.winner)

    def dump(self, state: LevelsState) -> bytes:
        """The state as JSON."""
        return _ENCODER.encode(state)

    def load(self, data: bytes) -> LevelsState:
        """A dumped state. Raises ValueError when it does not fit the schema."""
        return self.kind.load(data)

    def dump_events(self, told: tuple[Event, ...]) -> bytes:
        """Events as a JSON array."""
        return _ENCODER.encode(told)

    def load_events(self, data: bytes) -> tuple[Event, ...]:
        """Events from a JSON array. Raises ValueError."""
        return self.kind.load_events(data)

    def refusal(self, code: str, params: Mapping[str, Param]) -> Text:
        """The sentence that tells a player why an action was refused, naming the rule."""
        return words.refuse(self.kind.refusals, code, params)

    def describe(self, event: Event) -> Text | None:
        """An event as a line of the log, or None if the log does not tell it."""
        return self.kind.describe(event)
