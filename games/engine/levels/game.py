"""A Shengji game: the one door through which everybody asks the rules."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

import msgspec

from games.engine.core.actions import CHANCE, Action, Chance, Deal, Seat
from games.engine.core.cards import Cards
from games.engine.core.errors import NotAllowed
from games.engine.core.events import Event
from games.engine.core.game import Outcome
from games.engine.core.options import Meta, Ruleset, Text
from games.engine.core.phases import Pace
from games.engine.core.views import Own, View

from . import dealing, events, text, words
from .actions import Bury
from .counted import Combinations
from .match import Match, Phase
from .playing import plays
from .public import Public, public_of
from .rules import KITTY, Rules
from .seats import SEATS
from .trumps import NO_SUIT, trumps_of
from .waiting import Waiting

SharedEvent = (
    events.DealBegan
    | events.Shown
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


class State(Protocol):
    """A match as a value: what it carries, and the phase it is in."""

    @property
    def match(self) -> Match:
        """What it carries from deal to deal."""
        ...

    @property
    def phase(self) -> Any:  # noqa: ANN401 -- each game has its own union of phases
        """The phase it is in."""
        ...


@dataclass(frozen=True, slots=True)
class Kind:
    """What makes one Shengji game: its state and events as types, its options, its words and text forms."""

    meta: Meta
    schema: int
    state: Callable[[Match, Any], State]
    decode_state: Callable[[bytes], State]
    decode_events: Callable[[bytes], tuple[Event, ...]]
    refusals: dict[str, Text]
    tell: Callable[[Event], Text | None] = words.tell
    read: Callable[[str, Cards, int], Action] = text.read
    write: Callable[[Action], str] = text.write


class LevelsGame:
    """A Shengji game under one ruleset (``games.engine.core.game.Game``)."""

    def __init__(self, ruleset: Ruleset, kind: Kind, rules: Rules) -> None:
        self.ruleset = ruleset
        self.meta = kind.meta
        self.schema = kind.schema
        self.kind = kind
        self.rules = rules
        self._state = kind.state

    def start(self) -> State:
        """A match before its first deal; it waits for chance."""
        return self._state(Match(), Waiting())

    def apply(
        self, state: State, seat: Seat, action: Action, tick: int = 0
    ) -> tuple[State, tuple[Event, ...]]:
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
        return self._state(match, after), told

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """The seats that may act now; (CHANCE,) for a deal or while only the clock runs; () at the end."""
        acting: tuple[Seat, ...] = state.phase.to_act(self.rules)
        return acting

    def question(self, state: State, seat: Seat) -> str:  # noqa: ARG002 -- the same for every seat
        """What is asked: the deal, and within it the drawing, the choice or the move."""
        return f"{state.match.deal}.{state.phase.question()}"

    def pace(self, state: State) -> Pace:
        """The time of the present decision."""
        pace: Pace = state.phase.pace(self.rules)
        return pace

    def defaults(self, state: State) -> tuple[tuple[Seat, Action], ...]:
        """What happens when that time is over. Nothing by itself for a deal."""
        silent: tuple[tuple[Seat, Action], ...] = state.phase.defaults(self.rules)
        return silent

    def chance(self, state: State) -> Chance | None:
        """A shuffled pack, where a deal is due."""
        return dealing.chance_of(self.rules.copies) if state.phase.deals() else None

    def legal(self, state: State, seat: Seat, tick: int = 0) -> Sequence[Action]:
        """All actions that ``apply`` accepts from this seat at this tick. Physical cards are told apart."""
        if not 0 <= seat < SEATS:
            return ()
        actions: Sequence[Action] = state.phase.legal(self.rules, seat, tick)
        return actions

    def legal_in(self, view: View) -> Sequence[Action]:
        """The same from a view: what its seat may do now. Bots ask this."""
        if view.own is None:
            return ()
        public: Public = view.public
        hand = view.own.hand
        said: list[Action] = []
        for choice in view.own.choices:
            if choice.verb == "bury":
                return Combinations(Bury, hand, KITTY)
            if choice.verb == "play":
                return self._plays(public, hand)
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

    def view(self, state: State, seat: Seat | None, tick: int = 0) -> View:
        """What this seat, or a watcher, may see when the clock shows ``tick``."""
        phase: Phase = state.phase
        public = phase.publish(self.rules, public_of(state.match), tick)
        if seat is None or not 0 <= seat < SEATS:
            return View(None, public)
        return View(seat, public, self.own(state, seat, tick))

    def own(self, state: State, seat: Seat, tick: int = 0) -> Own:
        """What this seat alone may see when the clock shows ``tick``."""
        phase: Phase = state.phase
        choices = phase.choices(self.rules, seat, tick)
        hand, barred = phase.hand_at(seat, tick), phase.barred(self.rules, seat)
        return Own(hand, choices, phase.chosen(seat), barred)

    def read(self, state: State, seat: Seat, text_: str) -> Action:
        """An action from its text form, cards taken from the seat's hand.

        Raises Unreadable (``action``, ``cards``), NotAllowed (``not_in_hand``).
        """
        hand = state.phase.hand(seat) if 0 <= seat < SEATS else 0
        return self.kind.read(text_, hand, self.rules.copies)

    def write(self, action: Action) -> str:
        """The text form of an action."""
        return self.kind.write(action)

    def outcome(self, state: State) -> Outcome | None:
        """The levels of both sides and the winner, once the match is over."""
        match = state.match
        return None if match.winner is None else Outcome(match.levels, match.winner)

    def dump(self, state: State) -> bytes:
        """The state as JSON."""
        return _ENCODER.encode(state)

    def load(self, data: bytes) -> State:
        """A dumped state. Raises ValueError when it does not fit the schema."""
        return self.kind.decode_state(data)

    def dump_events(self, told: tuple[Event, ...]) -> bytes:
        """Events as a JSON array."""
        return _ENCODER.encode(told)

    def load_events(self, data: bytes) -> tuple[Event, ...]:
        """Events from a JSON array. Raises ValueError."""
        return self.kind.decode_events(data)

    def refusal(self, code: str, params: dict[str, Any]) -> Text:
        """The sentence that tells a player why not, naming the rule."""
        return words.refuse(self.kind.refusals, code, params)

    def tell(self, event: Event) -> Text | None:
        """An event as a line of the log; None: not told."""
        return self.kind.tell(event)
