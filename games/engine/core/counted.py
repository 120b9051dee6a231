"""Legal actions as a sequence whose length is computed and whose items are built when asked for."""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import overload

from .actions import Action
from .cards import Cards


class CountedSequence(Sequence[Action]):
    """A sequence of actions: first ``extras``, which have no cards, then ``total`` actions with cards.

    Action number ``i`` of the latter is ``make(pick(i))``. A subclass counts them and implements ``pick``.
    """

    # A lead in single-deck Shengji may be any set of one suit: a list of all would be 2 to the n long.

    __slots__ = ("extras", "make", "total")

    def __init__(
        self, make: Callable[[Cards], Action], total: int = 0, extras: tuple[Action, ...] = ()
    ) -> None:
        self.make = make
        self.total = total
        self.extras = extras

    def __len__(self) -> int:
        return len(self.extras) + self.total

    @overload
    def __getitem__(self, index: int) -> Action: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...

    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        if isinstance(index, slice):
            return tuple(self[i] for i in range(*index.indices(len(self))))
        if index < 0:
            index += len(self)
        rest = index - len(self.extras)
        if index < 0 or rest >= self.total:
            raise IndexError(index)
        return self.extras[index] if rest < 0 else self.make(self.pick(rest))

    def __iter__(self) -> Iterator[Action]:
        yield from self.extras
        for index in range(self.total):
            yield self.make(self.pick(index))

    @abstractmethod
    def pick(self, index: int) -> Cards:
        """The cards of one action, counted from 0 without the extras."""
