"""What costs much to make and is asked for again: the last few are kept."""

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """The last ``most`` values by their keys, those asked for longest ago forgotten first; for all threads.

    Other than with ``lru_cache`` one may ask whether a value is there before it is made.

    >>> shelf = Kept[int](2)
    >>> shelf.keep("a", 1), shelf.keep("b", 2), shelf.get("a"), shelf.keep("c", 3), shelf.get("b")
    (1, 2, 1, 3, None)
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Hashable, T] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable) -> T | None:
        """The value under that key, if it is kept."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def keep(self, key: Hashable, value: T) -> T:
        """Keep a value, and give it back."""
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            if len(self._values) > self._most:
                self._values.popitem(last=False)
        return value

    def clear(self) -> None:
        """Forget all of them."""
        with self._lock:
            self._values.clear()
