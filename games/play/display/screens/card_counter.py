"""The card counter 记牌器: how many cards of each rank are neither laid open nor in one's hand, as the table allows."""

from functools import lru_cache
from typing import Final

from games.engine.core.cards import BIG, RANKS, SMALL, TWO, of_rank
from games.engine.core.phases import CommonPhase
from games.engine.core.views import AnyPublic, View
from games.engine.levels.public import Public as LevelsPublic
from games.play.display.card_display import rank_label
from games.play.display.types import Unseen
from games.play.display.words import cached_words
from games.play.models import Table
from games.play.state.table_state import TableState

ALWAYS: Final = frozenset({TWO, SMALL, BIG})
"""The ranks that every player tries to remember."""


def unseen_ranks(table_state: TableState, view: View[AnyPublic]) -> tuple[Unseen, ...]:
    """High ranks first; nothing outside of play, at a table without a counter, or for a viewer without a hand.

    With ``own`` only the jokers, the 2s and the level card, with ``full`` every rank.
    """
    rule, public = table_state.table.card_counter, view.public
    if rule == Table.CardCounter.OFF or view.own is None or public.phase != CommonPhase.PLAY:
        return ()
    unseen = public.unplayed & ~view.own.hand
    ranks = _named(
        rule == Table.CardCounter.FULL, public.level if isinstance(public, LevelsPublic) else TWO
    )
    return _lines(ranks, tuple(of_rank(unseen, rank).bit_count() for rank in ranks))


@lru_cache
def _named(full: bool, level: int) -> tuple[int, ...]:  # noqa: FBT001 -- a cache's key
    ranks = range(len(RANKS)) if full else ALWAYS | {level}
    return tuple(sorted(ranks, reverse=True))


@cached_words(4096)
def _lines(ranks: tuple[int, ...], counts: tuple[int, ...]) -> tuple[Unseen, ...]:
    pairs = zip(ranks, counts, strict=True)
    return tuple(Unseen(rank_label(RANKS[rank]), count) for rank, count in pairs)
