"""Views: what one seat, or a watcher, may see. Screens and bots get nothing else."""

from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar

import msgspec

from .actions import Seat
from .cards import Cards


class Choice(msgspec.Struct, frozen=True):
    """One thing the viewer may do now. The screen makes a button of it, a bot an action.

    ``picks`` are complete actions in text form to choose from. Without picks the action is ``verb``
    alone, or, with ``cards``, ``verb`` and cards of the hand: ``count`` of them, any number where it is None.
    """

    verb: str
    cards: bool = False
    count: int | None = None
    picks: tuple[str, ...] = ()


class Own(msgspec.Struct, frozen=True):
    """The part of a view that only its seat may see: the hand, the choices, and what it has chosen in secret.

    ``barred`` are cards of the hand that no choice may take now.
    """

    hand: Cards
    choices: tuple[Choice, ...] = ()
    chosen: str = ""
    barred: Cards = 0


class AnyTrickEntry(Protocol):
    """What a seat did in a trick, in any game: the cards it laid, 0 where it laid none."""

    @property
    def seat(self) -> Seat: ...

    @property
    def cards(self) -> Cards: ...


class AnyPublic(Protocol):
    """What the public parts of all games have in common."""

    @property
    def phase(self) -> str:
        """The phase by its name: one of ``CommonPhase``, or of the game's own."""
        ...

    @property
    def deal(self) -> int:
        """The number of the present deal, 0 before the first."""
        ...

    @property
    def counts(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        ...

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that are asked, as far as everybody may know."""
        ...

    @property
    def trick(self) -> Sequence[AnyTrickEntry]:
        """The trick on the table, in the order laid."""
        ...

    @property
    def last_trick(self) -> Sequence[AnyTrickEntry]:
        """The trick before it in the same deal."""
        ...

    @property
    def unplayed(self) -> Cards:
        """In play the cards that nobody has laid open."""
        ...


P_co = TypeVar("P_co", bound=AnyPublic, covariant=True)
K = TypeVar("K", bound=AnyPublic)


class View(msgspec.Struct, Generic[P_co], frozen=True):
    """One viewer's picture of a match: ``seat`` is None for a watcher, and then ``own`` is None too.

    ``public`` is the game's own type and holds nothing hidden. Code that does not know the game uses
    ``View[AnyPublic]``.
    """

    seat: Seat | None
    public: P_co
    own: Own | None = None

    def of(self, kind: type[K]) -> "View[K]":
        """The same view, typed for one game. Raises TypeError if its public part is not a ``kind``."""
        if not isinstance(self.public, kind):
            raise TypeError(
                f"a view of {type(self.public).__qualname__}, not of {kind.__qualname__}"
            )
        return View(self.seat, self.public, self.own)
