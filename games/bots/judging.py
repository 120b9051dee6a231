"""What a play is worth to a Gouji bot, as a lead or as an answer. The unit is one lead (``card_values``).

The numbers below are estimates and no rules: they only change how well a bot plays.
"""

from typing import Final, Literal

from games.engine.gouji.burning import carried
from games.engine.gouji.plays import Shape, demand_of, is_gouji, opens

from .candidate_plays import THREE, CandidatePlay, answers, is_playable, leads
from .card_values import hand_cost
from .odds import beaten_by, holds
from .running import run
from .seat_view import Counts, SeatView

OUT: Final = 50.0
"""Going out: more than all other worths together, so that the last hand is always laid."""
LEAD: Final = 0.45
"""The lead of the next trick."""
RUN: Final = 3.5
"""Being sure to go out from here."""
OPENING: Final = 0.3
DECLARED: Final = 0.3
DENY: Final = 0.2
"""Taking the trick from an enemy."""
DENY_OPENING: Final = 0.55
OVER_PARTNER: Final = 0.9
WEAK: Final = 0.3
"""A partner's play with less than this chance to hold may be beaten all the same."""
NEAR_OUT: Final = (0.0, 1.2, 0.9, 0.7, 0.5, 0.35, 0.2)
"""By how many cards an enemy still has, from 0: what it is worth to stop them."""
YIELD_BELOW: Final = 0.35
"""An answer worth less than this can wait until partners have answered (让牌, gouji §5)."""
EARLY: Final = 0.3
"""The price of a joker while the hand is long: wild cards are worth more later."""
FAILED_BURN: Final = 5.0
STUCK: Final = 2.5
"""The price of being left with 3s alone and without the lead (被闷, gouji §3)."""


def lead(seat_view: SeatView) -> CandidatePlay | None:
    """The best lead."""
    found = [candidate for candidate in leads(seat_view) if is_playable(seat_view, candidate)]
    return max(found, key=lambda candidate: _lead_worth(seat_view, candidate), default=None)


def reply(seat_view: SeatView, *, may_yield: bool) -> CandidatePlay | Literal["yield"] | None:
    """The best answer; None to pass."""
    shape, top = seat_view.top_shape(), seat_view.public.top
    demand = demand_of(shape, two_to_one=seat_view.rules.two_to_one) if shape else None
    if demand is None or top is None:
        return None
    found = [
        candidate for candidate in answers(seat_view, demand) if is_playable(seat_view, candidate)
    ]
    if not found:
        return None
    base = _stake(seat_view)
    # Ties go to the higher candidate: a fixed order, so that equal views give equal plays.
    worth, best = max((_play_worth(seat_view, candidate) + base, candidate) for candidate in found)
    # Only going out is worth so much: it never waits for a partner.
    if worth >= OUT / 2:
        return best
    if may_yield and worth < YIELD_BELOW and _partner_after(seat_view):
        return "yield"
    return best if worth > 0 else None


def _partner_after(seat_view: SeatView) -> bool:
    top = seat_view.public.top
    if top is None:
        return False
    after = seat_view.answerers(top.seat, gouji=False)
    return (
        any(not seat_view.is_enemy(seat) for seat in after[after.index(seat_view.me) + 1 :])
        if seat_view.me in after
        else False
    )


def near_out(cards: int) -> float:
    """What it is worth to stop an enemy that has so many cards left."""
    return NEAR_OUT[cards] if cards < len(NEAR_OUT) else 0.0


def _stake(seat_view: SeatView) -> float:
    """What it is worth to take the trick from its present owner, whatever it is taken with."""
    public, top, shape = seat_view.public, seat_view.public.top, seat_view.top_shape()
    if top is None or shape is None:
        return 0.0
    if not seat_view.is_enemy(top.seat):
        kept = holds(seat_view, top.seat, shape, gouji=public.gouji)
        return 0.0 if kept < WEAK else -OVER_PARTNER * (0.5 + kept)
    stake = DENY + near_out(public.counts[top.seat])
    # Mostly nobody else may answer the opposite's gouji play, and unanswered it opens (gouji §6).
    if top.seat == seat_view.opposite and public.gouji and not seat_view.melee:
        if not public.opened[top.seat]:
            stake += DENY_OPENING
        stake += DENY
    return stake


def _lead_worth(seat_view: SeatView, candidate: CandidatePlay) -> tuple[float, int]:
    shape = candidate.shape(seat_view)
    worth = _play_worth(seat_view, candidate) + 0.03 * min(candidate.size, 6)
    # In a burn a lead that leaves too few jokers for the rest fails it (gouji §7).
    if seat_view.burning and not carried(candidate.rest(seat_view.counts), seat_view.rules):
        worth -= FAILED_BURN
    gouji = is_gouji(shape) and not seat_view.melee
    for seat in seat_view.answerers(seat_view.me, gouji=gouji):
        cards = seat_view.public.counts[seat]
        # A seat with exactly as many cards as are led may go out on this lead.
        if seat_view.is_enemy(seat) and cards == candidate.size:
            worth -= near_out(cards) * beaten_by(seat_view, seat, shape, keen=True)
        elif not seat_view.is_enemy(seat) and cards == candidate.size <= 3:
            worth += 0.3 * near_out(cards) * beaten_by(seat_view, seat, shape, keen=True)
    return worth, -candidate.rank  # of equal leads the lower rank


def _play_worth(seat_view: SeatView, candidate: CandidatePlay) -> float:
    """How much better the hand is after the play, by the chance that it wins the lead, less what it spends."""
    rest = candidate.rest(seat_view.counts)
    left = sum(rest)
    if not left:
        return OUT
    shape = candidate.shape(seat_view)
    gouji = is_gouji(shape) and not seat_view.melee
    kept = _kept(seat_view, shape, gouji=gouji)
    waiting = -hand_cost(seat_view, rest)
    worth = hand_cost(seat_view, seat_view.counts) + waiting
    # With the chance ``kept`` the rest of the hand has the lead, else it waits for it.
    worth += kept * (_leading(seat_view, rest, waiting) - waiting)
    if seat_view.rules.hold_threes and left == rest[THREE]:
        worth -= STUCK * (1 - kept)
    worth -= (
        EARLY
        * early(sum(seat_view.counts))
        * (candidate.small + candidate.big + 0.5 * candidate.twos)
    )
    if (
        gouji
        and not seat_view.public.opened[seat_view.me]
        and _may_open(seat_view, candidate, shape)
    ):
        value = OPENING + (DECLARED if seat_view.public.declared[seat_view.me] else 0.0)
        worth += value * kept
    return worth


def _kept(seat_view: SeatView, shape: Shape, *, gouji: bool) -> float:
    """The chance that a play wins the trick."""
    # A dead gouji 够死级 may only be burned (gouji §8), which is rare.
    if gouji and seat_view.public.headed == seat_view.me:
        return 1.0
    return holds(seat_view, seat_view.me, shape, gouji=gouji)


def early(cards: int) -> float:
    """How early it is for a hand of so many cards: 1 at the deal, 0 near the end."""
    return min(1.0, max(0.0, (cards - 10) / 20))


def _leading(seat_view: SeatView, rest: Counts, waiting: float) -> float:
    """What a hand with the lead is worth: it may play all its ranks in a row, the worst one last."""
    chance = run(seat_view, rest)
    return max(waiting + LEAD, chance * RUN + (1 - chance) * waiting)


def _may_open(seat_view: SeatView, candidate: CandidatePlay, shape: Shape) -> bool:
    return opens(candidate.cards(seat_view.hand), shape, with_twos=seat_view.rules.open_with_twos)
