"""What a deal is worth (huolong §5). Pure functions of points, the last trick and the stars."""

from typing import Final

from games.engine.core.actions import Seat
from games.engine.core.cards import Cards
from games.engine.levels.rules import DealScore, DealVerdict
from games.engine.levels.seats import side_of
from games.engine.levels.trumps import BIG_JOKERS

SAME: Final = 0
NEXT: Final = 1
PARTNER: Final = 2
CHANGE: Final = 120
CLEAN: Final = 2
"""The levels for a deal in which the others take no point 秃头."""


def stars(count: int, *, three_each: bool) -> int:
    """The levels for ``count`` big jokers in the bottom (option stars).

    >>> [stars(count, three_each=False) for count in range(4)]
    [0, 2, 5, 8]
    """
    if three_each or not count:
        return 3 * count
    return 2 + 3 * (count - 1)


def jokers_of(bottom: Cards, put: tuple[int, ...], dealer: Seat, side: int) -> int:
    """How many of the big jokers in the bottom come from one side: put in as stars, or buried by its dealer."""
    own = sum(count for seat, count in enumerate(put) if side_of(seat) == side)
    # Stars never come out again (§3), so that what nobody put in was buried.
    buried = (bottom & BIG_JOKERS).bit_count() - sum(put)
    return own + buried if side == side_of(dealer) else own


def judge(
    deal_score: DealScore, *, three_each: bool, own_stars: bool, partner_stays: bool
) -> DealVerdict:
    """What a deal is worth, by the table of §5. The bottom's points count once, with the last trick 扣底.

    The arguments are the options stars, star_owner and no_rise_dealer.
    """
    points = deal_score.points + (deal_score.kitty_points if deal_score.took_bottom else 0)
    # Only the side that wins the last trick can rise: with star_owner ``own`` its stars alone count.
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
    # Row 2 stays with the dealers, but the others won the last trick: A is not won by it (§1).
    held = not change and not deal_score.took_bottom
    return DealVerdict(points, dealers, others, change, held, follows, counted)
