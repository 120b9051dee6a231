"""The vector files of all games (facts about the rules in CSV), and how a row is checked."""

from collections.abc import Iterator, Mapping
from typing import Final

from .core.vectors import Check, Row, checked_rows
from .gouji.vector_checks import VECTORS
from .levels.game import LevelsGame
from .levels.rules import Rules
from .levels.vector_checks import Worth, beats_in, worth_in
from .registry import game_of


def _rules_of(row: Row) -> Rules:
    return LevelsGame.of(game_of(row["ruleset"])).rules


def _beats(row: Row) -> bool:
    beats = beats_in(_rules_of(row), row["new"], row["old"], trumps=row["trumps"], led=row["led"])
    return row["beats"] in {"yes", "no"} and beats == (row["beats"] == "yes")


def _level(row: Row) -> bool:
    stars = int(row.get("stars", "0"))
    found = worth_in(_rules_of(row), int(row["points"]), bottom=row["bottom"] == "yes", stars=stars)
    return found == Worth(row["change"] == "yes", int(row["dealers"]), int(row["others"]))


FILES: Final[Mapping[str, Mapping[str, Check]]] = {
    "gouji": VECTORS,
    "shengji": {"shengji_beats.csv": _beats, "shengji_level.csv": _level},
    "huolong": {"huolong_beats.csv": _beats, "huolong_level.csv": _level},
}
"""For each game the names of its vector files, and the check of one row."""


def checked(game: str, name: str, text: str) -> Iterator[tuple[int, str, bool]]:
    """Each row of the vector file of that name: its line number, its text, and whether it holds."""
    return checked_rows(FILES[game][name], text)
