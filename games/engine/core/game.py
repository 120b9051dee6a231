"""The interface of a game: all that services, bots, tests and tools may ask of the rules."""

from collections.abc import Iterator, Mapping
from typing import NewType, Protocol, TypeAlias, TypeVar

import msgspec

from .actions import Action, Chance, Seat
from .errors import Param
from .events import Event
from .options import Meta, Ruleset
from .phases import Pace
from .texts import Text
from .views import AnyPublic, Own, View

S = TypeVar("S")
P = TypeVar("P", bound=AnyPublic)


class Outcome(msgspec.Struct, frozen=True):
    """The end of a match: points per team, and the winning team (None: drawn)."""

    scores: tuple[int, ...]
    winner: int | None


class Legal(Protocol):
    """The legal actions of one seat, counted and picked without writing them all out."""

    def __len__(self) -> int: ...

    def __getitem__(self, index: int, /) -> Action: ...

    def __iter__(self) -> Iterator[Action]: ...


class Game(Protocol[S, P]):
    """A game under one ruleset. It holds no state: a match is a value that it folds actions into.

    ``S`` is the game's own type of that value, ``P`` that of what everybody may see of it (``View.public``). Who plays
    one game names its class and has both: ``make(ruleset)`` of ``games.engine.gouji.game`` is a ``Gouji``, a
    ``Game[State, Public]``. Who plays any of them has an ``AnyGame``, as ``shelf.game_of`` gives it: its states are
    opaque, made by ``start``, ``load`` and ``apply`` and given back to the same game, and its views are ``View[AnyPublic]``.
    From there to one game's types lead ``view.of(Public)`` and ``Gouji.of(game)``, which check what they are given;
    code that works for a game of unknown types without losing them takes ``Game[S, P]``.

    ``tick`` is the number of clock ticks since the present phase began (see ``Pace``); a phase without
    ticks ignores it, and one with ticks never goes back behind a tick it has seen.
    """

    ruleset: Ruleset
    meta: Meta
    schema: int
    """Changes when a dumped state of the last version can no longer be loaded."""

    def start(self) -> S:
        """A match before its first deal; it waits for chance."""
        ...

    def apply(
        self, state: S, seat: Seat, action: Action, tick: int = 0
    ) -> tuple[S, tuple[Event, ...]]:
        """The state after an action, and what happened. Raises NotAllowed; ``state`` never changes."""
        ...

    def to_act(self, state: S) -> tuple[Seat, ...]:
        """The seats that may act now, in playing order; (CHANCE,) for a deal; () at the end."""
        ...

    def prompt_key(self, state: S, seat: Seat) -> str:
        """What the seat is asked. While it stays equal, an answer to an older version still counts.

        It is public and the same whatever cards the seats hold.
        """
        ...

    def pace(self, state: S) -> Pace:
        """The time of the present decision."""
        ...

    def defaults(self, state: S) -> tuple[tuple[Seat, Action], ...]:
        """What happens when that time is over, in order. Later ones may have become void."""
        ...

    def chance(self, state: S) -> Chance | None:
        """What has to be drawn, where the state waits for it."""
        ...

    def legal(self, state: S, seat: Seat, tick: int = 0) -> Legal:
        """All actions that ``apply`` would accept from this seat; empty for a seat not to act."""
        ...

    def legal_in(self, view: View[P]) -> Legal:
        """The same from a view alone, for who plays from what it sees: bots."""
        ...

    def view(self, state: S, seat: Seat | None, tick: int = 0) -> View[P]:
        """What this seat may see."""
        ...

    def own(self, state: S, seat: Seat, tick: int = 0) -> Own:
        """The part of its view that this seat alone may see."""
        ...

    def read(self, state: S, seat: Seat, text: str) -> Action:
        """An action from its text form, cards taken from the seat's hand.

        Raises Unreadable (``action``, ``cards``) and NotAllowed (``not_in_hand``).
        """
        ...

    def write(self, action: Action) -> str:
        """The text form of an action, as records and forms carry it."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """The result of the match once it is over."""
        ...

    def dump(self, state: S) -> bytes:
        """The state as bytes for a snapshot."""
        ...

    def load(self, data: bytes) -> S:
        """A dumped state. Raises ValueError when it does not fit the schema."""
        ...

    def dump_events(self, events: tuple[Event, ...]) -> bytes:
        """Events as a JSON array."""
        ...

    def load_events(self, data: bytes) -> tuple[Event, ...]:
        """Events from a JSON array. Raises ValueError."""
        ...

    def refusal(self, code: str, params: Mapping[str, Param]) -> Text:
        """The sentence that tells a player why not, naming the rule."""
        ...

    def describe(self, event: Event) -> Text | None:
        """An event as a line of the log, seats written ``{0}`` … for their names; None: not told."""
        ...


AnyState = NewType("AnyState", object)
"""A state of a game whose type is not known: only that game reads it."""
AnyGame: TypeAlias = Game[AnyState, AnyPublic]
"""A game whose types are not known."""
