"""Playing a record's text back: what happened, how it stands, who may act, or where it breaks."""

from typing import Any, Final

import msgspec

from .core.actions import Seat
from .core.cards import write_cards
from .core.errors import Refusal
from .core.events import Event
from .core.game import Game
from .core.records import Broken, play_back, read_record
from .shelf import GAMES, game_of

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
        "barred",
    )
)
"""Fields that hold sets of cards: they are written in notation."""


def replay(text: str) -> dict[str, Any]:
    """A record played strictly, as plain data: ``ruleset``, ``events``, ``public``, ``hands``, ``outcome``, ``to_act``
    with the choices of each seat; or ``refused`` with ``line``, ``code``, ``params`` and the sentence in ``zh`` and ``en``.
    """
    try:
        record = read_record(text)
        game = game_of(record.ruleset)
    except Refusal as refusal:
        line = int(refusal.params.get("line", _ruleset_line(text)))
        return {"refused": _refused(line, refusal, None)}
    try:
        state, told = play_back(game, record.entries)
    except Broken as broken:
        line = record.lines[broken.number - 1]
        return {"refused": _refused(line, broken.refusal, game)}
    return {
        "ruleset": str(game.ruleset),
        "events": [_event(game, event) for event in told],
        **_standing(game, state),
    }


def _ruleset_line(text: str) -> int:
    lines = enumerate(text.splitlines(), 1)
    return next((number for number, line in lines if line.strip().startswith("ruleset")), 0)


def _refused(line: int, refusal: Refusal, game: Game[Any] | None) -> dict[str, Any]:
    # What is refused before there is a game has the same words in each.
    said = (game or game_of(GAMES[0])).refusal(refusal.code, dict(refusal.params))
    return {
        "line": line,
        "code": refusal.code,
        "params": refusal.params,
        "zh": said.zh,
        "en": said.en,
    }


def _event(game: Game[Any], event: Event) -> Any:  # noqa: ANN401 -- plain data
    told = game.tell(event)
    plain = _written(msgspec.to_builtins(event))
    audience = event.audience()
    return {
        **plain,
        "audience": "all" if audience is None else list(audience),
        "zh": told.zh if told else "",
    }


def _standing(game: Game[Any], state: Any) -> dict[str, Any]:  # noqa: ANN401 -- a game's own
    seats = range(game.meta.seats)
    acting = game.to_act(state)
    return {
        "public": _written(msgspec.to_builtins(game.view(state, None).public)),
        "hands": [_hand(game, state, seat) for seat in seats],
        "outcome": msgspec.to_builtins(game.outcome(state)),
        "to_act": {str(seat): _may(game, state, seat) for seat in acting},
    }


def _hand(game: Game[Any], state: Any, seat: Seat) -> str:  # noqa: ANN401 -- a game's own
    own = game.view(state, seat).own
    return write_cards(own.hand) if own else ""


def _may(game: Game[Any], state: Any, seat: Seat) -> Any:  # noqa: ANN401 -- a game's own
    if seat not in range(game.meta.seats):
        return [{"verb": "deal" if game.chance(state) else "settle"}]
    own = game.view(state, seat).own
    return msgspec.to_builtins(own.choices) if own else []


def _written(value: Any, *, cards: bool = False) -> Any:  # noqa: ANN401 -- plain data
    if isinstance(value, dict):
        return {key: _written(each, cards=key in CARDS) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_written(each, cards=cards) for each in value]
    if cards and isinstance(value, int) and not isinstance(value, bool):
        return write_cards(value)
    return value
