"""The interface of a game: everything that services, bots, tests and tools ask of the rules."""

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
    """The legal actions of one seat. The length is known without building them."""

    def __len__(self) -> int: ...

    def __getitem__(self, index: int, /) -> Action: ...

    def __iter__(self) -> Iterator[Action]: ...


class Game(Protocol[S, P]):
    """A game under one ruleset. It holds no state: a match is a value that ``apply`` replaces by the next.

    ``S`` is the type of a state, ``P`` that of its public part (``View.public``). There are three ways to use it:

    - Code for one game uses its class, such as ``Gouji``, which is a ``Game[GoujiState, Public]``.
    - Code for any game uses ``AnyGame``, which ``registry.game_of`` returns. Its states are opaque: they come
      from ``start``, ``load`` and ``apply`` and go back to the same game. Its views are ``View[AnyPublic]``.
      ``view.of(Public)`` and ``Gouji.of(game)`` lead to the types of one game, and raise TypeError for another.
    - Code that keeps the types of a game it does not know takes a ``Game[S, P]``.

    ``tick`` is the number of clock ticks since the present phase began (see ``Pace``). A phase without ticks
    ignores it. A phase with ticks never goes back: an older tick counts as the last one seen.
    """

    ruleset: Ruleset
    meta: Meta
    schema: int
    """The version of dumped states. It changes when ``load`` can no longer read the older ones."""

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
        """A key of the question that the seat is asked. While it stays the same, a late answer still counts.

        The key is public, so it never depends on the cards that seats hold.
        """
        ...

    def pace(self, state: S) -> Pace:
        """The time of the present decision."""
        ...

    def defaults(self, state: S) -> tuple[tuple[Seat, Action], ...]:
        """The actions to apply when that time is over, in order. Earlier ones may make later ones illegal."""
        ...

    def chance(self, state: S) -> Chance | None:
        """What has to be drawn, where the state waits for it."""
        ...

    def legal(self, state: S, seat: Seat, tick: int = 0) -> Legal:
        """All actions that ``apply`` would accept from this seat; empty for a seat not to act."""
        ...

    def legal_in(self, view: View[P]) -> Legal:
        """The same, worked out from a view alone: bots know no more than their seat sees."""
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
        """The sentence that tells a player why an action was refused, naming the rule."""
        ...

    def describe(self, event: Event) -> Text | None:
        """An event as a line of the log, seats written ``{0}`` … for their names; None: not told."""
        ...


AnyState = NewType("AnyState", object)
"""A state of a game of unknown type: only that game can read it."""
AnyGame: TypeAlias = Game[AnyState, AnyPublic]
"""A game whose types are not known."""
