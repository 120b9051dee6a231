"""The card counter 记牌器: what of the deck is neither laid open nor in one's hand, by rank, as far as the table's rule allows."""

from typing import Final

from games.engine.core.cards import BIG, RANKS, SMALL, TWO, rank_counts
from games.engine.core.views import View
from games.play.models import Table
from games.play.present import Loaded, Unseen, rank_label

ALWAYS: Final = frozenset({TWO, SMALL, BIG})
"""The ranks that everybody tries to remember."""


def memory_of(loaded: Loaded, view: View) -> tuple[Unseen, ...]:
    """High ranks first; nothing outside of play, where the table has no counter, or for who holds no hand.

    With ``own`` it names the jokers, the 2s and the level card alone, with ``full`` every rank of the deck.
    """
    rule, public = loaded.table.memory, view.public
    if rule == Table.Memory.OFF or view.own is None or public.phase != "play":
        return ()
    counts = rank_counts(public.unplayed & ~view.own.hand)
    named = (
        ALWAYS | {getattr(public, "level", TWO)} if rule == Table.Memory.OWN else range(len(RANKS))
    )
    return tuple(
        Unseen(rank_label(RANKS[rank]), counts[rank]) for rank in sorted(named, reverse=True)
    )
