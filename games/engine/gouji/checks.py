"""Questions about plays in notation, and the published vectors: for tests and for the command line."""

import csv
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from games.engine.core.cards import take_all
from games.engine.core.errors import NotAllowed, Unreadable

from .plays import MixedJokers, Shape, beats, is_gouji, shape_of
from .tributes import open_tribute

Row: TypeAlias = dict[str, str]


def play_in(text: str, mixed: MixedJokers = "as_small") -> Shape:
    """What a play in notation reduces to. Raises Unreadable (``cards``), NotAllowed (``one_rank``)."""
    try:
        shape = shape_of(take_all(text), mixed)
    except NotAllowed:
        raise Unreadable("cards", text=text[:40]) from None
    if shape is None:
        raise NotAllowed("one_rank")
    return shape


def beats_in(new: str, old: str) -> bool:
    """Whether one play in notation beats another, options at their defaults.

    >>> beats_in("BB999", "ss888"), beats_in("sss99", "ss888")
    (True, False)
    """
    return beats(play_in(new), play_in(old))


def level_in(play: str) -> bool:
    """Whether a play in notation is a gouji play.

    >>> level_in("2222T"), level_in("22888")
    (True, False)
    """
    return is_gouji(play_in(play))


def _beats_row(row: Row) -> bool:
    return beats_in(row["new"], row["old"]) == (row["beats"] == "yes")


def _level_row(row: Row) -> bool:
    return level_in(row["play"]) == (row["gouji"] == "yes")


def _open_tribute_row(row: Row) -> bool:
    told = {key: row[key] == "yes" for key in ("x_declared", "y_declared", "x_opened", "y_opened")}
    return open_tribute(**told) == (int(row["x_pays"]), int(row["y_pays"]))


VECTORS: Final[dict[str, Callable[[Row], bool]]] = {
    "gouji_beats.csv": _beats_row,
    "gouji_level.csv": _level_row,
    "gouji_open_tribute.csv": _open_tribute_row,
}
"""A vector file's name, and the check of one of its rows."""


def checked_rows(name: str, text: str) -> Iterator[tuple[int, str, bool]]:
    """Each row of a vector file: its line number, its text, and whether it holds."""
    check = VECTORS[name]
    for number, row in enumerate(csv.DictReader(text.splitlines()), 2):
        try:
            holds = check(row)
        except (KeyError, ValueError, NotAllowed, Unreadable):
            holds = False
        yield number, ",".join(str(value) for value in row.values()), holds
