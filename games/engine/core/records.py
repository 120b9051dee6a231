"""Records: a match as the actions that made it, the fold that plays them, and their readable text.

A record's text has a line for the ruleset, then one for each action: the seat (``chance`` deals) and the
action's text form. Empty lines, and what follows a ``#``, are ignored::

    ruleset gouji(games=1)
    chance deal AAKK 3333 4 5 6 7 | 0
    0 stay
    0 play 99@2

``@2`` after an action is its tick, in games that have ticks. A match that was dealt from a secret (``fair``) has
lines before its ruleset. To a reader that does not check deals they are comments. Without ``scheme`` it is 1::

    # commitment 64 hex digits
    # secret 64 hex digits
    # salts ["of seat 0", "of seat 1"]
    # scheme 2
"""

import json
import re
from collections.abc import Iterable
from typing import Final, TypeVar

import msgspec

from .actions import CHANCE, Action, Seat
from .errors import NotAllowed, Refusal, Unreadable
from .events import Event
from .fair import SCHEME_BY_MOVE, Proof
from .game import Game
from .views import AnyPublic

S = TypeVar("S")
P = TypeVar("P", bound=AnyPublic)
# Limits of what a visitor may upload: they bound the work before any rule is asked.
MAX_RECORD: Final = 2_000_000
MAX_SEAT: Final = 9
MAX_TICK: Final = 999_999
_HEADER: Final = re.compile(r"# (commitment|secret|salts|scheme|first) (.*)")
# Three digits for a seat: seat 12 is readable, and ``read_entry`` can say which seats there are.
_LINE: Final = re.compile(r"(chance|\d{1,3}) +([^@]*?)(?: *@(\d{1,6}))?")


class Entry(msgspec.Struct, frozen=True):
    """One accepted action in its text form. ``tick`` as in ``Game.apply``."""

    seat: Seat
    action: str
    tick: int = 0


class Record(msgspec.Struct, frozen=True):
    """A match, finished or not.

    ``lines`` are the line numbers of its entries in the text. ``proof`` is None where the text does not say from
    which secret it was dealt.
    """

    ruleset: str
    entries: tuple[Entry, ...]
    lines: tuple[int, ...]
    proof: Proof | None = None


class Export(msgspec.Struct, frozen=True):
    """The part of a record's JSON that is needed to play it back. Its other fields are for readers."""

    ruleset: str
    moves: tuple[Entry, ...]
    proof: Proof | None = None


class Broken(ValueError):  # noqa: N818 -- reads as what the record is
    """A record that the rules refuse; ``number`` counts entries from 1."""

    def __init__(self, number: int, refusal: Refusal) -> None:
        super().__init__(f"entry {number}: {refusal}")
        self.number = number
        self.refusal = refusal


def play_back(game: Game[S, P], entries: Iterable[Entry]) -> tuple[S, tuple[Event, ...]]:
    """The state and all events after playing entries from the start, each checked by the rules.

    Raises Broken with the first entry that is refused.
    """
    state = game.start()
    told: list[Event] = []
    for number, entry in enumerate(entries, 1):
        try:
            action = read_entry(game, state, entry)
            state, events = game.apply(state, entry.seat, action, entry.tick)
        except Refusal as refusal:
            raise Broken(number, refusal) from refusal
        told.extend(events)
    return state, tuple(told)


def read_entry(game: Game[S, P], state: S, entry: Entry) -> Action:
    """The action of an entry. Raises NotAllowed (``seat``) for a seat that the game does not have, and what
    ``Game.read`` raises.
    """
    if entry.seat != CHANCE and not 0 <= entry.seat < game.meta.seats:
        raise NotAllowed("seat", seat=entry.seat, last=game.meta.seats - 1)
    return game.read(state, entry.seat, entry.action)


def write_record(ruleset: str, entries: Iterable[Entry]) -> str:
    """A match as readable text.

    >>> print(write_record("gouji", [Entry(2, "play 99"), Entry(-1, "settle")]))
    ruleset gouji
    2 play 99
    chance settle
    <BLANKLINE>
    """
    lines = [f"ruleset {ruleset}"]
    for entry in entries:
        seat = "chance" if entry.seat == CHANCE else str(entry.seat)
        tick = f" @{entry.tick}" if entry.tick else ""
        lines.append(f"{seat} {entry.action}{tick}")
    return "\n".join(lines) + "\n"


def write_proof(proof: Proof) -> str:
    """The lines before a record's ruleset that let anybody check its deals."""
    salts = json.dumps(proof.salts, ensure_ascii=False)
    # Not written for scheme 1: records from before there was a second one keep their text.
    scheme = "" if proof.scheme == SCHEME_BY_MOVE else f"# scheme {proof.scheme}\n"
    first = "" if proof.first is None else f"# first {proof.first}\n"
    opening = f"# commitment {proof.commitment}\n# secret {proof.secret}\n# salts {salts}\n"
    return f"{opening}{scheme}{first}"


def read_any(text: str) -> Record:
    """A match from its text or from its JSON. Raises Unreadable (``record``)."""
    if not text.lstrip().startswith("{"):
        return read_record(text)
    try:
        export = msgspec.json.decode(text, type=Export)
    except (ValueError, RecursionError) as error:  # deeply nested JSON exhausts the stack
        raise Unreadable("record", line=0) from error
    # JSON has no lines of moves: the number of the move stands for it.
    numbers = tuple(range(1, len(export.moves) + 1))
    for number, entry in zip(numbers, export.moves, strict=True):
        if not (CHANCE <= entry.seat <= MAX_SEAT and 0 <= entry.tick <= MAX_TICK):
            raise Unreadable("record", line=number)
    return Record(export.ruleset, export.moves, numbers, export.proof)


def read_record(text: str) -> Record:
    r"""A match from its text. Raises Unreadable (``record``) with the number of the line.

    >>> read_record("ruleset gouji\n\n2 play 99  # a pair").entries
    (Entry(seat=2, action='play 99', tick=0),)
    """
    if len(text) > MAX_RECORD:
        raise Unreadable("record", line=0)
    ruleset = ""
    entries: list[Entry] = []
    lines: list[int] = []
    headers: dict[str, str] = {}
    for number, written in enumerate(text.splitlines(), 1):
        # Before the "#" is cut off, and only above the ruleset: later ones are comments of players.
        header = None if ruleset else _HEADER.fullmatch(written)
        if header is not None:
            headers[header[1]] = header[2]
        line = written.partition("#")[0].strip()
        if not line:
            continue
        if not ruleset:
            word, _, ruleset = line.partition(" ")
            if word != "ruleset" or not ruleset:
                raise Unreadable("record", line=number)
            continue
        match = _LINE.fullmatch(line)
        if match is None:
            raise Unreadable("record", line=number)
        seat = CHANCE if match[1] == "chance" else int(match[1])
        entries.append(Entry(seat, match[2], int(match[3] or 0)))
        lines.append(number)
    if not ruleset:
        raise Unreadable("record", line=0)
    return Record(ruleset.strip(), tuple(entries), tuple(lines), _proof_of(headers))


def _proof_of(headers: dict[str, str]) -> Proof | None:
    try:
        salts = json.loads(headers.get("salts", ""))
        scheme = int(headers.get("scheme", SCHEME_BY_MOVE))
        first = int(headers["first"]) if "first" in headers else None
        told = {**headers, "salts": salts, "scheme": scheme, "first": first}
        return msgspec.convert(told, Proof)
    except (ValueError, RecursionError):
        # A damaged proof leaves a record that can still be played back, only not checked.
        return None
