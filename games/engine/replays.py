"""Plays a record's text back: what happened, the position at its end and who may act, or where it is refused."""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias, TypedDict, TypeVar

import msgspec

from .core.actions import Seat
from .core.cards import RANKS, SUITS, write_card, write_cards
from .core.errors import Param, Refusal
from .core.events import Event
from .core.game import AnyGame, Game
from .core.records import Broken, play_back, read_any
from .core.texts import Text, chinese
from .core.views import AnyPublic
from .registry import GAMES, game_of

S = TypeVar("S")
P = TypeVar("P", bound=AnyPublic)
English: TypeAlias = Callable[[Text], str]
"""Gives a text in English. It comes from the caller: the engine has no translations."""
Plain: TypeAlias = object
"""Data that JSON can hold."""
CARDS: Final = frozenset(
    (
        "cards",
        "sets",
        "hands",
        "hand",
        "shown",
        "charge",
        "kitty",
        "taken",
        "tried",
        "barred",
        "discarded",
        "laid",
        "unplayed",
        "received",
        "given",
    )
)
"""Fields that hold sets of cards and are therefore written in notation."""
NAMES: Final[Mapping[str, Callable[[int], str]]] = {
    "level": lambda level: RANKS[level],
    "suit": lambda suit: SUITS[suit] if suit >= 0 else "",
    "card": lambda card: write_card(card) if card >= 0 else "",
    "fixed_by": lambda card: write_card(card) if card >= 0 else "",
}
"""Fields that hold the number of a level, a suit or one card (-1: none). ``…_name`` beside them has its notation."""


class Refused(TypedDict):
    """Where a record breaks, and why."""

    line: int
    code: str
    params: Mapping[str, Param]
    zh: str
    en: str


class Position(TypedDict, total=False):
    """The position after a record: what happened and how it stands. Or ``refused``, and the position before that."""

    ruleset: str
    events: list[dict[str, Plain]]
    public: dict[str, Plain]
    hands: list[str]
    outcome: Plain
    to_act: dict[str, list[dict[str, Plain]]]
    refused: Refused


def replay(text: str, english: English) -> Position:
    """Play a record strictly and return the position as plain data. Raises nothing: a refusal is in the result.

    ``to_act`` has the choices of each seat that may act. Where a line is ``refused``, the position is the one
    before that line, without ``events``. A text without a readable ruleset has ``refused`` alone.
    """
    try:
        record = read_any(text)
        game = game_of(record.ruleset)
    except Refusal as refusal:
        line = int(refusal.params.get("line", _ruleset_line(text)))
        return {"refused": _refused(line, refusal, None, english)}
    try:
        state, told = play_back(game, record.entries)
    except Broken as broken:
        line = record.lines[broken.number - 1]
        # Played a second time up to there: ``play_back`` keeps no states on its way.
        before, _ = play_back(game, record.entries[: broken.number - 1])
        refused = _refused(line, broken.refusal, game, english)
        return {"refused": refused, "ruleset": str(game.ruleset), **_position(game, before)}
    return {
        "ruleset": str(game.ruleset),
        "events": [_event(game, event) for event in told],
        **_position(game, state),
    }


def _ruleset_line(text: str) -> int:
    lines = enumerate(text.splitlines(), 1)
    return next((number for number, line in lines if line.strip().startswith("ruleset")), 0)


def _refused(line: int, refusal: Refusal, game: AnyGame | None, english: English) -> Refused:
    # What is refused before there is a game has the same words in each.
    said = (game or game_of(GAMES[0])).refusal(refusal.code, dict(refusal.params))
    return {
        "line": line,
        "code": refusal.code,
        "params": refusal.params,
        "zh": chinese(said),
        "en": english(said),
    }


def _event(game: AnyGame, event: Event) -> dict[str, Plain]:
    told = game.describe(event)
    audience = event.audience()
    return {
        **_fields(event),
        "audience": "all" if audience is None else list(audience),
        "zh": chinese(told) if told else "",
    }


def _position(game: Game[S, P], state: S) -> Position:
    seats = range(game.meta.seats)
    acting = game.to_act(state)
    return {
        "public": _fields(game.view(state, None).public),
        "hands": [_hand(game, state, seat) for seat in seats],
        "outcome": msgspec.to_builtins(game.outcome(state)),
        "to_act": {str(seat): _may(game, state, seat) for seat in acting},
    }


def _hand(game: Game[S, P], state: S, seat: Seat) -> str:
    own = game.view(state, seat).own
    return write_cards(own.hand) if own else ""


def _may(game: Game[S, P], state: S, seat: Seat) -> list[dict[str, Plain]]:
    if seat not in range(game.meta.seats):
        return [{"verb": "deal" if game.chance(state) else "settle"}]
    own = game.view(state, seat).own
    return [msgspec.to_builtins(choice) for choice in own.choices] if own else []


def _fields(value: object) -> dict[str, Plain]:
    fields: dict[str, Plain] = msgspec.to_builtins(value)
    return _named({key: _written(each, cards=key in CARDS) for key, each in fields.items()})


def _written(value: Plain, *, cards: bool = False) -> Plain:
    if isinstance(value, dict):
        return _named({key: _written(each, cards=key in CARDS) for key, each in value.items()})
    if isinstance(value, list | tuple):
        return [_written(each, cards=cards) for each in value]
    # A bool is an int in Python, and flags stand beside sets of cards.
    if cards and isinstance(value, int) and not isinstance(value, bool):
        return write_cards(value)
    return value


def _named(fields: dict[str, Plain]) -> dict[str, Plain]:
    """The fields, with the notation of levels, suits and single cards beside their numbers ("" for none)."""
    names: dict[str, Plain] = {}
    for key, value in fields.items():
        name = NAMES.get(key)
        if name is not None and isinstance(value, int):
            names[f"{key}_name"] = name(value)
    levels = fields.get("levels")
    if isinstance(levels, list):
        names["level_names"] = [RANKS[level] for level in levels]
    return {**fields, **names}
