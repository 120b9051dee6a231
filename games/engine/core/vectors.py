"""Vector files: rows of facts in CSV that any engine of the rules must reproduce."""

import csv
from collections.abc import Callable, Iterator
from typing import TypeAlias

from .errors import Refusal

Row: TypeAlias = dict[str, str]
Check: TypeAlias = Callable[[Row], bool]
"""Whether the engine agrees with a row. Raises KeyError, ValueError or Refusal for a row that it cannot read."""


def checked_rows(check: Check, text: str) -> Iterator[tuple[int, str, bool]]:
    r"""Each row of a vector file: its line number, its text, and whether it holds. An unreadable row does not hold.

    >>> list(checked_rows(lambda row: row["a"] == "1", "a\n1\n2\n"))
    [(2, '1', True), (3, '2', False)]
    """
    # From 2: line 1 names the columns.
    for number, row in enumerate(csv.DictReader(text.splitlines()), 2):
        try:
            holds = check(row)
        except (KeyError, ValueError, TypeError, Refusal):
            holds = False
        yield number, ",".join(str(value) for value in row.values()), holds
