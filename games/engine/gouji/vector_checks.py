"""Questions about plays in notation, and the checks of the vector files: for tests and the command line."""

from collections.abc import Iterator
from typing import Final

from games.engine.core import vectors
from games.engine.core.cards import take_all
from games.engine.core.errors import NotAllowed, Unreadable
from games.engine.core.vectors import Check, Row

from .plays import MixedJokers, Shape, beats, is_gouji, shape_of
from .tribute_dues import open_tribute


def play_in(text: str, mixed: MixedJokers = "as_small") -> Shape:
    """What a play in notation reduces to. Raises Unreadable (``cards``), NotAllowed (``one_rank``)."""
    try:
        shape = shape_of(take_all(text), mixed)
    except NotAllowed:
        raise Unreadable("cards", text=text[:40]) from None
    if shape is None:
        raise NotAllowed("one_rank")
    return shape


def beats_in(
    new: str, old: str, mixed: MixedJokers = "as_small", *, two_to_one: bool = False
) -> bool:
    """Whether one play in notation beats another, under the options mixed_jokers and big_joker_two_to_one.

    >>> beats_in("BB999", "ss888"), beats_in("sss99", "ss888")
    (True, False)
    """
    return beats(play_in(new, mixed), play_in(old, mixed), two_to_one=two_to_one)


def is_gouji_in(play: str, mixed: MixedJokers = "as_small") -> bool:
    """Whether a play in notation is a gouji play. Raises as ``play_in``.

    >>> is_gouji_in("2222T"), is_gouji_in("22888")
    (True, False)
    """
    return is_gouji(play_in(play, mixed))


def _beats_row(row: Row) -> bool:
    return beats_in(row["new"], row["old"]) == (row["beats"] == "yes")


def _gouji_row(row: Row) -> bool:
    return is_gouji_in(row["play"]) == (row["gouji"] == "yes")


def _open_tribute_row(row: Row) -> bool:
    told = {key: row[key] == "yes" for key in ("x_declared", "y_declared", "x_opened", "y_opened")}
    return open_tribute(**told) == (int(row["x_pays"]), int(row["y_pays"]))


VECTORS: Final[dict[str, Check]] = {
    "gouji_beats.csv": _beats_row,
    # The file keeps its published name; "level" is 够级 here, and a rank to play for in Shengji.
    "gouji_level.csv": _gouji_row,
    "gouji_open_tribute.csv": _open_tribute_row,
}
"""A vector file's name, and the check of one of its rows."""


def checked_rows(name: str, text: str) -> Iterator[tuple[int, str, bool]]:
    """Each row of a vector file: its line number, its text, and whether it holds."""
    return vectors.checked_rows(VECTORS[name], text)
