"""Updates that the sockets of a table still have to show."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from .load import LOST_AFTER
from .sockets import Version


@dataclass(eq=False)
class Update:
    """A version that pages will show, when it was posted, and the sockets that have not shown it yet."""

    version: Version
    began: float
    missing: set[int]


@dataclass
class Updates:
    """The updates of one table with so many sockets. ``seconds`` has the times of those that all sockets have shown."""

    sockets: int
    clock: Callable[[], float] = time.perf_counter
    seconds: list[float] = field(default_factory=list)
    lost: int = 0
    _coming: deque[Update] = field(default_factory=deque)

    def expect(self, version: Version) -> Update:
        """Watch for a version, from now on."""
        update = Update(version, self.clock(), set(range(self.sockets)))
        self._coming.append(update)
        return update

    def drop(self, update: Update) -> None:
        """Stop watching: the move that should have led to it was refused."""
        if update in self._coming:
            self._coming.remove(update)

    def shown(self, socket: int, version: Version) -> None:
        """Note that a socket shows this version, and with it all before: updates may be skipped."""
        now = self.clock()
        for update in self._coming:
            if update.version > version:  # They come in order.
                break
            if socket in update.missing:
                update.missing.discard(socket)
                self.lost += now - update.began > LOST_AFTER
                if not update.missing:
                    self.seconds.append(now - update.began)
        while self._coming and not self._coming[0].missing:
            self._coming.popleft()

    def give_up(self) -> None:
        """Count as lost all that has not been shown."""
        self.lost += sum(len(update.missing) for update in self._coming)
        self._coming.clear()

    @property
    def waiting(self) -> bool:
        """Whether any update is still to come."""
        return bool(self._coming)
