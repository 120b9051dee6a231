"""The whole log of a match 牌局记录, deal by deal, and the last trick 上一轮. Everybody may look them up at any time."""

from dataclasses import dataclass
from typing import Final

from games.engine.core.actions import CHANCE
from games.engine.core.events import visible
from games.play.display.card_display import card_faces
from games.play.display.log_text import in_words, name_of
from games.play.display.types import CardFace
from games.play.models import Move
from games.play.state.info import MatchInfo
from games.play.state.table_state import DECIDERS_SHOWN_LIVE, TableState, deciders, stored_events

MOST_MOVES: Final = 2_000
"""Moves of one deal that are shown; the longest deals of random play have some 700."""


@dataclass(frozen=True, slots=True)
class TrickRow:
    """What one seat laid in the last trick; no cards where it passed."""

    name: str
    team: int
    cards: tuple[CardFace, ...]


@dataclass(frozen=True, slots=True)
class DealLog:
    """One deal of a match in words. ``deals`` are the numbers of all its deals; ``last_trick`` is the present deal's."""

    number: int
    deals: tuple[int, ...]
    lines: tuple[str, ...]
    last_trick: tuple[TrickRow, ...]


def deal_log(table_state: TableState, deal: int | None) -> DealLog | None:
    """The log of one deal, or of the present one where there is no deal of that number; None before the first match.

    Two queries.
    """
    match = table_state.match
    if match is None:
        return None
    starts = _starts(match)
    number = deal if deal is not None and 1 <= deal <= len(starts) else len(starts)
    bounds = [*starts, match.version + 1]
    lines = _lines(table_state, match, bounds[number - 1], bounds[number]) if starts else ()
    return DealLog(number, tuple(range(1, len(starts) + 1)), lines, last_trick(table_state))


def last_trick(table_state: TableState) -> tuple[TrickRow, ...]:
    """What was laid in the trick before this one; nothing where there was none in this deal."""
    view = table_state.view(None)
    laid = view.public.last_trick if view else ()
    names, sides = [name_of(seat) for seat in table_state.seats], table_state.game.meta.sides
    return tuple(
        TrickRow(names[each.seat], sides.team_of(each.seat), card_faces(each.cards))
        for each in laid
    )


def _starts(match: MatchInfo) -> list[int]:
    """The numbers of the moves that were deals."""
    # Only up to the version in view: for a watcher that is a past one.
    moves = Move.objects.filter(match_id=match.id, number__lte=match.version)
    dealt = moves.filter(seat=CHANCE, action__startswith="deal")
    return list(dealt.order_by("number").values_list("number", flat=True))


def _lines(table_state: TableState, match: MatchInfo, first: int, end: int) -> tuple[str, ...]:
    made = Move.objects.filter(match_id=match.id, number__gte=first, number__lt=end).order_by(
        "number"
    )
    names = [name_of(seat) for seat in table_state.seats]
    lines: list[str] = []
    for stored, seat, by in made.values_list("events", "seat", "by")[:MOST_MOVES]:
        seen = visible(stored_events(table_state.game, match.id, bytes(stored)), None)
        told = deciders(seen, seat, by if by in DECIDERS_SHOWN_LIVE else "")
        lines += [
            in_words(table_state.game, event, names, decider)
            for event, decider in zip(seen, told, strict=True)
        ]
    return tuple(filter(None, lines))
