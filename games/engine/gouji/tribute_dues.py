"""Pure functions for the tribute that is owed after a game, and how it is paid (gouji §9)."""

from collections.abc import Iterable
from typing import Final

from games.engine.core.cards import TWO, Cards

from .results import Due
from .rules import Rules
from .scoring import swept_by
from .seats import OPPOSITE, SIDES

ORDERS: Final = {
    "classic": ("stifle", "burn", "open", "place"),
    "charge": ("open", "burn", "stifle", "place"),
}
"""Option tribute_order: which dues are served first."""
PAIRS: Final = tuple((seat, OPPOSITE[seat]) for seat in range(SIDES.per_team))


def open_tribute(
    *, x_declared: bool, y_declared: bool, x_opened: bool, y_opened: bool
) -> tuple[int, int]:
    """How many cards two opposites X and Y pay each other as 点贡: X's number, then Y's.

    >>> open_tribute(x_declared=True, y_declared=False, x_opened=False, y_opened=False)
    (1, 2)
    """
    if x_declared == y_declared:
        stake = 4 if x_declared else 1
        if x_opened != y_opened:
            return (0, stake) if x_opened else (stake, 0)
        both = 2 if x_declared else 0 if x_opened else 1
        return both, both
    # The table of §9 is symmetric: only Y declared is only X declared with the seats exchanged.
    if y_declared:
        y_pays, x_pays = open_tribute(
            x_declared=True, y_declared=False, x_opened=y_opened, y_opened=x_opened
        )
        return x_pays, y_pays
    if x_opened:
        return (2, 0) if y_opened else (0, 3)
    return (3, 0) if y_opened else (1, 2)


def dues_after(
    rules: Rules,
    placed: tuple[int, ...],
    opened: tuple[bool, ...],
    declared: tuple[bool, ...],
    arisen: tuple[Due, ...],
) -> tuple[Due, ...]:
    """What is owed in the next game, in the order in which it is served.

    ``arisen`` are the stifle and burn dues of play. Nothing is owed between partners.
    """
    if not rules.tribute:
        return ()
    sweeper = swept_by(placed)
    if sweeper is not None:
        if rules.sweep_tribute == "none":
            return ()
        losers = SIDES.seats_of(1 - sweeper)
        return tuple(Due("sweep", seat, OPPOSITE[seat]) for seat in losers)
    dues = [*arisen, *_open_dues(opened, declared), *_place_dues(placed)]
    order = ORDERS[rules.tribute_order]
    # Stable: within a kind the order in which they arose stays.
    dues.sort(key=lambda due: order.index(due.kind))
    return between_sides(dues)


def between_sides(dues: Iterable[Due]) -> tuple[Due, ...]:
    """The dues without those between partners, who owe each other nothing."""
    return tuple(due for due in dues if not SIDES.are_partners(due.payer, due.receiver))


def _open_dues(opened: tuple[bool, ...], declared: tuple[bool, ...]) -> list[Due]:
    dues = []
    for x, y in PAIRS:
        x_pays, y_pays = open_tribute(
            x_declared=declared[x],
            y_declared=declared[y],
            x_opened=opened[x],
            y_opened=opened[y],
        )
        if x_pays:
            dues.append(Due("open", x, y, x_pays))
        if y_pays:
            dues.append(Due("open", y, x, y_pays))
    return dues


def _place_dues(placed: tuple[int, ...]) -> list[Due]:
    """大落 pays 头科 two, 二落 pays 二科 one."""
    seat = {place: each for each, place in enumerate(placed)}
    return [Due("place", seat[6], seat[1], 2), Due("place", seat[5], seat[2])]


def payments(
    hands: tuple[Cards, ...], dues: tuple[Due, ...], tribute_cards: str
) -> tuple[tuple[Due, Cards], ...]:
    """The cards that serve each due: the payer's largest of those dealt or bought.

    With the option tribute_cards ``wild`` only 2s and jokers are paid; a seat without them pays nothing.
    """
    # The hands before tribute, never added to: cards received are not passed on 吃贡不进.
    pools = [
        hand >> (16 * TWO) << (16 * TWO) if tribute_cards == "wild" else hand for hand in hands
    ]
    paid = []
    for due in dues:
        cards = 0
        for _ in range(due.count):
            if pools[due.payer]:
                # The highest bit is the largest card; dues served earlier have taken the larger ones.
                top = 1 << (pools[due.payer].bit_length() - 1)
                cards |= top
                pools[due.payer] ^= top
        if cards:
            paid.append((due, cards))
    return tuple(paid)
