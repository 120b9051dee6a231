"""A stage: tables with a prepared deal in the site's database, seen from the tests' side.

The work is done by ``browser_table``, a process of its own that has Django and the site's settings.
"""

import json
import subprocess
import sys
from types import TracebackType
from typing import Any, Final, Self

from gouji_site.embedded.environment import base_env
from gouji_site.embedded.options import ROOT
from gouji_site.embedded.stack import Stack

SETTLED: Final[dict[str, Any]] = {
    "number": 1,
    "places": [1, 6, 2, 5, 4, 3],
    "finished": [0, 2, 5],
    "points": [6, -6],
    "sweep": False,
    "opened": [True, False, True, True, True, True],
}
"""The result of a deal of Gouji, for a match between two of them."""


class Stage:
    """Asks the browser table for things."""

    HAND = "tests.e2e.browser_table"

    def __init__(self, stack: Stack) -> None:
        self._hand = subprocess.Popen(
            [sys.executable, "-m", self.HAND],
            env={**base_env(), **stack.env, "RATE_LIMITS": "0", "BOT_PACE": "0"},
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._hand.communicate(timeout=20)

    def _ask(self, verb: str, **details: Any) -> Any:
        assert self._hand.stdin
        assert self._hand.stdout
        self._hand.stdin.write(json.dumps({"verb": verb, **details}) + "\n")
        self._hand.stdin.flush()
        answer = json.loads(
            self._hand.stdout.readline() or '{"error": "the browser table has ended"}'
        )
        if "error" in answer:
            raise AssertionError(answer["error"])
        return answer["value"]

    def session(self, name: str) -> str:
        """A session of a user of that name, who is made when need be."""
        return str(self._ask("session", name=name))

    def record(self, text: str, *, seconds: int = 600, watch_delay: int = 0) -> str:
        """A table where a match has come as far as a record goes; its code. People hold all seats:
        甲 in seat 0, 乙 in seat 1, up to 己 in seat 5. Watchers see it ``watch_delay`` seconds late."""
        return str(self._ask("record", text=text, seconds=seconds, watch_delay=watch_delay))

    def position(self, *hands: str, seconds: int = 600, **fields: Any) -> str:
        """A table in mid-deal where the seats hold these hands, as ``positions.position`` has it; its code.
        ``bank`` is what each has in the bank, in seconds."""
        return str(self._ask("position", hands=hands, seconds=seconds, fields=fields))

    def between(self, *, result: dict[str, Any], dues: list[list[Any]]) -> str:
        """A table where a first deal has been settled and leaves dues; its code. The next deal comes
        when the test deals it."""
        return str(self._ask("between", result=result, dues=dues))

    def clear(self) -> None:
        """No match is under way any more."""
        self._ask("clear")

    def deal(self, code: str, hands: str) -> None:
        """The next deal, its hands begun as written: ``"AAKK 3333 4 5 6 7 | 0"``."""
        self._ask("deal", code=code, hands=hands)

    def act(self, code: str, *moves: str) -> None:
        """People without a browser act: ``"3 pass"``."""
        self._ask("act", code=code, moves=moves)

    def decline(self, code: str, *seats: int) -> None:
        """These people do not burn."""
        self.act(code, *(f"{seat} decline" for seat in seats))

    def bots(self, code: str, first: int = 1) -> None:
        """Bots take the seats from this one on, and answer what those are asked now."""
        self._ask("bots", code=code, first=first)

    def open(self, name: str) -> str:
        """A table of Gouji with the usual rules that somebody without a browser has opened; its code."""
        return str(self._ask("open", name=name))

    def sit(self, code: str, name: str, number: int) -> None:
        """Somebody without a browser takes a seat at a table that waits."""
        self._ask("sit", code=code, name=name, number=number)

    def ready(self, code: str, *seats: int) -> None:
        """Who sits there without a browser is ready."""
        self._ask("ready", code=code, numbers=seats)

    def hurry(self, code: str) -> None:
        """The time of the present decision is over."""
        self._ask("hurry", code=code)

    def embargo(self, code: str, hours: int) -> None:
        """The match is for its seats alone for so many hours; negative ones: it was until then."""
        self._ask("embargo", code=code, hours=hours)

    def reserve(self, *names: str) -> str:
        """A table of an event whose first seats are kept for these people; its code."""
        return str(self._ask("reserve", names=names))

    def number(self, code: str) -> int:
        """The number of the table's last match, which its record has too."""
        return int(self._ask("number", code=code))

    def age(self, code: str, seconds: int, *seats: int) -> None:
        """So much time goes by since the holders of these seats, or of all, were last seen at a table."""
        self._ask("age", code=code, seconds=seconds, numbers=list(seats or range(6)))

    def pass_time(self, code: str, seconds: int) -> None:
        """So much time goes by since all that has been played in the table's last match."""
        self._ask("pass_time", code=code, seconds=seconds)

    def moves(self, code: str) -> list[str]:
        """All moves of the table's last match: ``"0 play 9Sb"``."""
        return [str(move) for move in self._ask("moves", code=code)]
