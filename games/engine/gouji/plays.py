"""Plays 一手牌: what cards reduce to, what beats what, what is a gouji play (gouji §1).

The rules that tables may choose come in as arguments, so that one test runs them all.
"""

from typing import Final, Literal, NamedTuple, TypeAlias

from games.engine.core.cards import TWO, Cards

MixedJokers: TypeAlias = Literal["as_small", "keep"]

NO_RANK: Final = -1
NATURAL_BITS: Final = TWO * 16
NATURALS: Final = (1 << NATURAL_BITS) - 1
# 99 is more cards than a hand has: never.
GOUJI_COUNT: Final = (99, 99, 99, 99, 99, 99, 99, 5, 4, 3, 2, 2, 1)
"""How many cards of a rank, from 3 to 2, make a gouji play 够级牌; 3 to 9 never do (gouji §1)."""


class Shape(NamedTuple):
    """What a play reduces to: big and small jokers carrying ``count`` cards that count as ``rank``."""

    big: int
    small: int
    rank: int
    count: int  # type: ignore[assignment]  # as a tuple's own ``count``, which nobody asks here


class Demand(NamedTuple):
    """What a play needs to beat another: exactly ``size`` cards, at least ``big`` big jokers, and the cards
    that are no jokers, if any, above ``rank``.
    """

    size: int
    big: int
    rank: int


def shape_of(cards: Cards, mixed: MixedJokers) -> Shape | None:
    """What cards reduce to, 2s attached 贴钱 and jokers carrying 挂花; None if they are no play.

    ``mixed`` is the option mixed_jokers: big and small in one play all count as small, or stay what
    they are (gouji §1).

    >>> from games.engine.core.cards import take_all
    >>> shape_of(take_all("BB2229999"), "as_small")
    Shape(big=2, small=0, rank=6, count=7)
    >>> shape_of(take_all("Bs225555"), "as_small")
    Shape(big=0, small=2, rank=2, count=6)
    """
    naturals = cards & NATURALS
    wild = cards >> NATURAL_BITS
    count = (wild & 0xFFFF).bit_count()
    small = (wild >> 16 & 0xFFFF).bit_count()
    big = (wild >> 32).bit_count()
    rank = TWO if count else NO_RANK
    if naturals:
        rank = (naturals.bit_length() - 1) >> 4
        # A bit below the highest rank: two ranks are no play.
        if naturals & ((1 << (rank << 4)) - 1):
            return None
        count += naturals.bit_count()
    elif not wild:
        return None
    if big and small and mixed == "as_small":
        return Shape(0, small + big, rank, count)
    return Shape(big, small, rank, count)


def demand_of(old: Shape, *, two_to_one: bool) -> Demand | None:
    """What beats ``old``: every card strictly higher than the one it meets; None if nothing can.

    A small joker is met only by a big one, a big joker never; with the option big_joker_two_to_one
    大王2杀1 each big joker of the old play is set aside against two of the new one (gouji §1).
    """
    big, small, rank, count = old
    # Sorted high to low the jokers meet first: each small one needs a big one against it.
    if not big:
        return Demand(small + count, small, rank)
    return Demand(2 * big + small + count, 2 * big + small, rank) if two_to_one else None


def meets(new: Shape, demand: Demand | None) -> bool:
    """Whether ``new`` is what ``demand`` asks for."""
    if demand is None:
        return False
    big, small, rank, count = new
    return (
        big + small + count == demand.size
        and big >= demand.big
        # A play of jokers alone has no rank to compare: every one of them is above the cards it meets.
        and (not count or rank > demand.rank)
    )


def beats(new: Shape, old: Shape, *, two_to_one: bool = False) -> bool:
    """Whether one play beats another (gouji §1).

    >>> beats(Shape(2, 0, 6, 3), Shape(0, 2, 5, 3)), beats(Shape(0, 3, 6, 2), Shape(0, 2, 5, 3))
    (True, False)
    """
    return meets(new, demand_of(old, two_to_one=two_to_one))


def is_gouji(shape: Shape) -> bool:
    """Whether a play is a gouji play 够级牌: any joker, or enough cards of ten and above (gouji §1)."""
    return bool(shape.big or shape.small) or shape.count >= GOUJI_COUNT[shape.rank]


def opens(cards: Cards, shape: Shape, *, with_twos: bool) -> bool:
    """Whether an unanswered play opens 开点: gouji, no joker, not a single 2 (gouji §6).

    ``with_twos`` is the option open_with_twos; without it no attached and no bare 2 may be in it.
    """
    big, small, rank, count = shape
    # A joker makes a play gouji, but such a play never opens (§6).
    if big or small or count < GOUJI_COUNT[rank]:
        return False
    if not with_twos and cards >> NATURAL_BITS:
        return False
    return rank != TWO or count > 1
