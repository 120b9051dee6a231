"""What a deal is worth (huolong §5). Pure functions of points, the last trick and the big jokers."""

from typing import Final

from games.engine.core.actions import Seat
from games.engine.core.cards import Cards
from games.engine.levels.rules import DealScore, Verdict
from games.engine.levels.seats import side_of
from games.engine.levels.trumps import BIG_JOKERS

SAME: Final = 0
NEXT: Final = 1
PARTNER: Final = 2
CHANGE: Final = 120
CLEAN: Final = 2
"""What a deal without a point for the others 秃头 is worth."""


def stars(count: int, *, three_each: bool) -> int:
    """The levels for so many big jokers in the bottom (option stars).

    >>> [stars(count, three_each=False) for count in range(4)]
    [0, 2, 5, 8]
    """
    if three_each or not count:
        return 3 * count
    return 2 + 3 * (count - 1)


def jokers_of(bottom: Cards, put: tuple[int, ...], dealer: Seat, side: int) -> int:
    """How many of the big jokers in the bottom one side put in or buried."""
    own = sum(count for seat, count in enumerate(put) if side_of(seat) == side)
    buried = (bottom & BIG_JOKERS).bit_count() - sum(put)
    return own + buried if side == side_of(dealer) else own


def judge(
    deal_score: DealScore, *, three_each: bool, own_stars: bool, partner_stays: bool
) -> Verdict:
    """The row of the table that a deal is in. The bottom's points count once, with the last trick 扣底.

    The options are stars, star_owner and no_rise_dealer.
    """
    points = deal_score.points + (deal_score.kitty_points if deal_score.took_bottom else 0)
    rising = (
        side_of(deal_score.dealer + 1) if deal_score.took_bottom else side_of(deal_score.dealer)
    )
    count = (deal_score.kitty & BIG_JOKERS).bit_count()
    if own_stars:
        count = jokers_of(deal_score.kitty, deal_score.put, deal_score.dealer, rising)
    worth = stars(count, three_each=three_each)
    change = points >= CHANGE
    dealers = others = 0
    if deal_score.took_bottom:
        others = worth + (1 if change else 0)
    elif not change:
        dealers = worth + (0 if points else CLEAN)
    if change:
        follows = NEXT
    else:
        follows = PARTNER if dealers or partner_stays else SAME
    counted = count if dealers or others else 0
    held = not change and not deal_score.took_bottom
    return Verdict(points, dealers, others, change, held, follows, counted)
