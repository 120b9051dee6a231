"""One trick: the plays in it, and what a follower has to play (shengji §4)."""

import msgspec

from games.engine.core.actions import Seat
from games.engine.core.cards import Cards
from games.engine.core.errors import NotAllowed


class TrickPlay(msgspec.Struct, frozen=True):
    """The cards that a seat played in a trick. ``tried`` are those of a throw that failed, else none."""

    seat: Seat
    cards: Cards
    tried: Cards = 0


def owed(hand: Cards, suit: Cards, count: int) -> tuple[Cards, Cards, int]:
    """What a hand has to play to a lead of ``count`` cards of a suit, given as the mask of that suit in play.

    Returns ``(fixed, pool, free)``: all of ``fixed``, and any ``free`` cards of ``pool``.
    """
    own = hand & suit
    held = own.bit_count()
    return (0, own, count) if held >= count else (own, hand ^ own, count - held)


def check_following(hand: Cards, cards: Cards, suit: Cards, count: int) -> None:
    """Check a play that follows: as many cards as led, and of the led suit as many as the hand has.

    Raises NotAllowed (``wrong_count``, ``follow_suit``).
    """
    if cards.bit_count() != count:
        raise NotAllowed("wrong_count", count=count)
    due = min(count, (hand & suit).bit_count())
    if (cards & suit).bit_count() < due:
        raise NotAllowed("follow_suit", count=due)
