"""Buying threes 买三 and begging for one 要三, with the option hold_threes (gouji §3)."""

from typing import Final

from games.engine.core.actions import Seat
from games.engine.core.cards import BIG, SMALL, TWO, Cards, of_rank

from .events import CardsGiven, CardsMoved
from .play_state import THREES, Events
from .seats import NOBODY, OPPOSITE, SEATS, SIDES
from .setup import may_revolt, move

SPARE: Final = 2
"""A seat sells or gives away a 3 only while it holds at least this many."""


def forced_to_revolt(hands: tuple[Cards, ...]) -> int:
    """The seats with no 3, no 2 and no joker: they buy and beg nothing and revolt automatically."""
    return sum(1 << seat for seat, hand in enumerate(hands) if _buys(hand) and may_revolt(hand))


def buy_threes(hands: tuple[Cards, ...], events: Events) -> tuple[Cards, ...]:
    """The hands after buying. Buyers take turns from seat 0, each with the hands as they then are.

    A card that was bought counts as dealt, so tribute may take it. ``events`` is added to.
    """
    # As dealt: a 2 got by selling does not free a seat from its automatic revolution (§3).
    forced = forced_to_revolt(hands)
    for buyer in range(SEATS):
        if forced >> buyer & 1 or not _buys(hands[buyer]):
            continue
        seller = _first_with_spare(hands, _sellers(buyer))
        kind, price = "buy", 0
        if seller == NOBODY:
            kind, seller = "beg", _first_with_spare(hands, SIDES.partners_of(buyer))
        else:
            price = _price(hands[buyer])
        if seller == NOBODY:
            continue  # cannot be with 16 threes: five seats with fewer than two hold at most five
        three = hands[seller] & THREES
        three &= -three  # the lowest copy, so that a deal has one outcome
        hands = move(move(hands, seller, buyer, three), buyer, seller, price)
        events.append(CardsGiven(kind, seller, buyer, 1))
        events.append(CardsMoved(seller, buyer, three))
        if price:
            events.append(CardsMoved(buyer, seller, price))
    return hands


def _buys(hand: Cards) -> bool:
    return not hand & THREES


def _sellers(buyer: Seat) -> tuple[Seat, ...]:
    """The opposite, then its two partners in playing order from the buyer."""
    # Sorting is stable: behind the opposite the other two stay in playing order.
    enemies = (seat for seat in SIDES.after(buyer) if not SIDES.are_partners(seat, buyer))
    return tuple(sorted(enemies, key=lambda seat: seat != OPPOSITE[buyer]))


def _first_with_spare(hands: tuple[Cards, ...], seats: tuple[Seat, ...]) -> Seat:
    able = (seat for seat in seats if (hands[seat] & THREES).bit_count() >= SPARE)
    return next(able, NOBODY)


def _price(hand: Cards) -> Cards:
    """A 2, else a small joker, else a big one."""
    for rank in (TWO, SMALL, BIG):
        cards = of_rank(hand, rank) << (16 * rank)
        if cards:
            return cards & -cards
    return 0
