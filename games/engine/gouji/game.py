"""Gouji as a game: the one door through which everybody asks the rules."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from games.engine.core.actions import CHANCE, Action, Chance, Deal, Seat
from games.engine.core.errors import NotAllowed
from games.engine.core.events import Event
from games.engine.core.game import Outcome
from games.engine.core.options import Meta, Ruleset, Text
from games.engine.core.phases import Pace
from games.engine.core.views import Own, View

from . import dealing, events, text, words
from .legal import from_choices
from .match import Match
from .meta import META
from .public import Public, public_of
from .rules import rules_of
from .scoring import winner
from .seats import SEATS
from .state import State
from .waiting import Between, Over, Waiting

SCHEMA: Final = 1
AnyEvent = (
    events.DealBegan
    | events.Dealt
    | events.Declared
    | events.Shown
    | events.LeadGiven
    | events.Played
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
_STATE: Final = msgspec.json.Decoder(State)
_EVENTS: Final = msgspec.json.Decoder(tuple[AnyEvent, ...])
_ENCODER: Final = msgspec.json.Encoder()


class Gouji:
    """Gouji under one ruleset (``games.engine.core.game.Game``).

    >>> from games.engine.shelf import game_of
    >>> game = game_of("gouji")
    >>> game.to_act(game.start()) == (CHANCE,)
    True
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.meta: Meta = META
        self.schema = SCHEMA
        self.rules = rules_of(ruleset)

    def start(self) -> State:
        """A match before its first deal; it waits for chance."""
        return State(Match(), Waiting())

    def apply(
        self,
        state: State,
        seat: Seat,
        action: Action,
        tick: int = 0,  # noqa: ARG002 -- no ticks here
    ) -> tuple[State, tuple[Event, ...]]:
        """The state after an action, and what happened. Raises NotAllowed (see ``words``)."""
        if seat == CHANCE:
            if not isinstance(action, Deal) or not isinstance(state.phase, Waiting | Between):
                raise NotAllowed("not_now")
            match, phase, told = dealing.deal(self.rules, state.match, action)
        elif 0 <= seat < SEATS:
            match, phase, told = state.phase.apply(self.rules, state.match, seat, action)
        else:
            raise NotAllowed("not_now")
        return State(match, phase), told  # type: ignore[arg-type]

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """The seats that may act now; (CHANCE,) for a deal; () at the end."""
        return state.phase.to_act()

    def question(self, state: State, seat: Seat) -> str:  # noqa: ARG002 -- the same for every seat
        """What is asked: the deal, and within it the window or the move."""
        return f"{state.match.deal}.{state.phase.question()}"

    def pace(self, state: State) -> Pace:
        """The time of the present decision."""
        return state.phase.pace()

    def defaults(self, state: State) -> tuple[tuple[Seat, Action], ...]:
        """What happens when that time is over (gouji §2). Nothing by itself for a deal."""
        return state.phase.defaults()

    def chance(self, state: State) -> Chance | None:
        """A shuffled pack and a fallback leader, where a deal is due."""
        return dealing.CHANCE if isinstance(state.phase, Waiting | Between) else None

    def legal(self, state: State, seat: Seat, tick: int = 0) -> Sequence[Action]:  # noqa: ARG002
        """All actions that ``apply`` accepts from this seat. Equal cards are not told apart."""
        return state.phase.legal(self.rules, seat)

    def legal_in(self, view: View) -> Sequence[Action]:
        """The same from a view: what its seat may do now. Bots ask this."""
        public: Public = view.public
        if view.own is None:
            return ()
        return from_choices(self.rules, view.own.choices, view.own.hand, public.top)

    def view(self, state: State, seat: Seat | None, tick: int = 0) -> View:  # noqa: ARG002
        """What this seat, or a watcher, may see."""
        phase = state.phase
        public = public_of(self.rules, state.match, phase)
        if seat is None or not 0 <= seat < SEATS:
            return View(None, public)
        choices = phase.choices(self.rules, state.match, seat)
        return View(seat, public, Own(phase.hand(seat), choices, phase.chosen(seat)))

    def read(self, state: State, seat: Seat, text_: str) -> Action:
        """An action from its text form, cards taken from the seat's hand.

        Raises Unreadable (``action``, ``cards``), NotAllowed (``not_in_hand``).
        """
        hand = state.phase.hand(seat) if 0 <= seat < SEATS else 0
        return text.read(text_, hand)

    def write(self, action: Action) -> str:
        """The text form of an action."""
        return text.write(action)

    def outcome(self, state: State) -> Outcome | None:
        """The result of the match once it is over."""
        if not isinstance(state.phase, Over):
            return None
        scores = state.match.scores
        return Outcome(scores, winner(scores))

    def dump(self, state: State) -> bytes:
        """The state as JSON."""
        return _ENCODER.encode(state)

    def load(self, data: bytes) -> State:
        """A dumped state. Raises ValueError when it does not fit the schema."""
        return _STATE.decode(data)

    def dump_events(self, told: tuple[Event, ...]) -> bytes:
        """Events as a JSON array."""
        return _ENCODER.encode(told)

    def load_events(self, data: bytes) -> tuple[Event, ...]:
        """Events from a JSON array. Raises ValueError."""
        return _EVENTS.decode(data)

    def refusal(self, code: str, params: dict[str, Any]) -> Text:
        """The sentence that tells a player why not, naming the rule."""
        return words.refusal(code, params)

    def tell(self, event: Event) -> Text | None:
        """An event as a line of the log; None: not told."""
        return words.tell(event)


def make(ruleset: Ruleset) -> Gouji:
    """The game under a ruleset."""
    return Gouji(ruleset)
