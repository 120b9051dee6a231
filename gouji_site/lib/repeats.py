"""What fails again and again is logged in full once, then in one line a minute."""

import logging
from threading import Lock
from time import monotonic
from traceback import walk_tb
from typing import Final, TypeAlias

from cachetools import LRUCache

MINUTE: Final = 60.0
MOST: Final = 1000

Place: TypeAlias = tuple[str, str, int]
"""What was raised, and in which line of which file."""


def _place_of(error: BaseException | None) -> Place:
    frames = walk_tb(error.__traceback__ if error else None)
    where = [(frame.f_code.co_filename, line) for frame, line in frames]
    return (type(error).__name__, *(where[-1] if where else ("", 0)))


class Repeats(logging.Filter):
    """Lets the first record of a failure through, with its traceback, and then one line a minute with their number.

    Failures are told apart by their logger, what is said of them and where they were raised, so each row that fails has
    its own minute.
    """

    def __init__(self) -> None:
        super().__init__()
        self._said: LRUCache[tuple[str, str, Place], tuple[float, int]] = LRUCache(MOST)
        self._lock = (
            Lock()
        )  # any thread may log, and filters are asked before a handler takes its lock

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is to be written; one after others like it is made short."""
        if not record.exc_info:
            return True
        text, now = record.getMessage(), monotonic()
        key = (record.name, text, _place_of(record.exc_info[1]))
        with self._lock:
            known = self._said.get(key)
            if known is not None and now - known[0] < MINUTE:
                self._said[key] = (known[0], known[1] + 1)
                return False
            self._said[key] = (now, 0)
        if known is not None:
            record.msg, record.args = f"{text} (again, and {known[1]} times before)", ()
            record.exc_info = record.exc_text = None
        return True
