"""A stage for the Shengji games: tables of four whose deals are drawn on the clock."""

from collections.abc import Iterable
from itertools import chain, zip_longest

from tests.e2e.stage import Stage


class LevelsStage(Stage):
    """Asks a browser table that knows drawings too."""

    HAND = "tests.e2e.levels_browser_table"

    def table(self, ruleset: str) -> str:
        """A table of four people, 甲 in seat 0 to 丁 in seat 3, at which no match has begun; its code."""
        return str(self._ask("table", ruleset=ruleset))

    def begin(self, code: str, deal: str, *moves: str) -> None:
        """A match with a prepared deal begins; its drawing now, or, with moves, what follows them.
        A move says when it was made: ``"0 show 3S @9"``."""
        self._ask("begin", code=code, text=deal, moves=moves)

    def drawn(self, code: str, seat: int) -> list[str]:
        """The cards that the engine shows to a seat at this moment."""
        return [str(card) for card in self._ask("drawn", code=code, seat=seat)]

    def defaults(self, code: str, count: int) -> None:
        """So many people without a browser play what the clock would play for them."""
        self._ask("defaults", code=code, count=count)

    def acted(self, code: str) -> list[list[str]]:
        """By whom each move of the last match was made, and its verb."""
        return [list(pair) for pair in self._ask("acted", code=code)]

    def draw_on(self, code: str, cards: int = 0) -> None:
        """The time goes by in which so many cards are drawn, or all of them."""
        self._ask("draw_on", code=code, cards=cards)


def deal_of(hands: Iterable[str], kitty: str) -> str:
    """The text of a deal in which the seats draw these cards, seat 0 first: ``"3S Qc …"``.

    >>> deal_of(["4S 6S", "5S", "B", "s"], "9D")
    'deal 4S5SBs6S | 9D'
    """
    rounds = zip_longest(*(hand.split() for hand in hands), fillvalue="")
    return f"deal {''.join(chain.from_iterable(rounds))} | {kitty.replace(' ', '')}"


def of_rank(ranks: str, suit: str, times: int = 1) -> str:
    """Cards of one suit.

    >>> of_rank("45", "C", 2)
    '4C 4C 5C 5C'
    """
    return " ".join(f"{rank}{suit}" for rank in ranks for _ in range(times))
