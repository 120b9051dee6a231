"""Judging plays: what leading or answering with a bunch is worth, in leads."""

from typing import Final, Literal

from games.engine.gouji.burning import carried
from games.engine.gouji.plays import Shape, demand_of, is_gouji, opens

from .candidate_plays import THREE, Bunch, answers, is_playable, leads
from .card_values import hand_cost
from .odds import beaten_by, holds
from .running import run
from .seat_view import Counts, Sight

OUT: Final = 50.0
LEAD: Final = 0.45
"""To lead the next trick."""
RUN: Final = 3.5
"""To be sure to go out from here."""
OPENING: Final = 0.3
DECLARED: Final = 0.3
DENY: Final = 0.2
"""To take the trick from an enemy."""
DENY_OPENING: Final = 0.55
OVER_PARTNER: Final = 0.9
WEAK: Final = 0.3
"""A partner's play that holds with less than this chance is not worth sparing."""
NEAR_OUT: Final = (0.0, 1.2, 0.9, 0.7, 0.5, 0.35, 0.2)
YIELD_BELOW: Final = 0.35
"""An answer worth no more than this may as well wait for what partners do (让牌)."""
EARLY: Final = 0.3
"""Wild cards are kept all the more while the hand is long."""
FAILED_BURN: Final = 5.0
STUCK: Final = 2.5
"""To be left with 3s alone and without the lead (被闷)."""


def lead(sight: Sight) -> Bunch | None:
    """The best lead."""
    found = [bunch for bunch in leads(sight) if is_playable(sight, bunch)]
    return max(found, key=lambda bunch: _lead_worth(sight, bunch), default=None)


def reply(sight: Sight, *, may_yield: bool) -> Bunch | Literal["yield"] | None:
    """The best answer; None to pass."""
    shape, top = sight.top_shape(), sight.public.top
    demand = demand_of(shape, two_to_one=sight.rules.two_to_one) if shape else None
    if demand is None or top is None:
        return None
    found = [bunch for bunch in answers(sight, demand) if is_playable(sight, bunch)]
    if not found:
        return None
    base = _stake(sight)
    worth, best = max((_play_worth(sight, bunch) + base, bunch) for bunch in found)
    if worth >= OUT / 2:
        return best
    if may_yield and worth < YIELD_BELOW and _partner_after(sight):
        return "yield"
    return best if worth > 0 else None


def _partner_after(sight: Sight) -> bool:
    top = sight.public.top
    if top is None:
        return False
    after = sight.answerers(top.seat, gouji=False)
    return (
        any(not sight.is_enemy(seat) for seat in after[after.index(sight.me) + 1 :])
        if sight.me in after
        else False
    )


def near_out(cards: int) -> float:
    """How pressing it is to stop an enemy with so few cards."""
    return NEAR_OUT[cards] if cards < len(NEAR_OUT) else 0.0


def _stake(sight: Sight) -> float:
    """What taking the trick from its present owner is worth by itself."""
    public, top, shape = sight.public, sight.public.top, sight.top_shape()
    if top is None or shape is None:
        return 0.0
    if not sight.is_enemy(top.seat):
        kept = holds(sight, top.seat, shape, gouji=public.gouji)
        return 0.0 if kept < WEAK else -OVER_PARTNER * (0.5 + kept)
    stake = DENY + near_out(public.counts[top.seat])
    if top.seat == sight.opposite and public.gouji and not sight.melee:
        if not public.opened[top.seat]:
            stake += DENY_OPENING
        stake += DENY
    return stake


def _lead_worth(sight: Sight, bunch: Bunch) -> tuple[float, int]:
    shape = bunch.shape(sight)
    worth = _play_worth(sight, bunch) + 0.03 * min(bunch.size, 6)
    if sight.burning and not carried(bunch.rest(sight.counts), sight.rules):
        worth -= FAILED_BURN
    gouji = is_gouji(shape) and not sight.melee
    for seat in sight.answerers(sight.me, gouji=gouji):
        cards = sight.public.counts[seat]
        if sight.is_enemy(seat) and cards == bunch.size:
            worth -= near_out(cards) * beaten_by(sight, seat, shape, keen=True)
        elif not sight.is_enemy(seat) and cards == bunch.size <= 3:
            worth += 0.3 * near_out(cards) * beaten_by(sight, seat, shape, keen=True)
    return worth, -bunch.rank


def _play_worth(sight: Sight, bunch: Bunch) -> float:
    """What the hand is worth afterwards, with and without the lead, against what it is worth now."""
    rest = bunch.rest(sight.counts)
    left = sum(rest)
    if not left:
        return OUT
    shape = bunch.shape(sight)
    gouji = is_gouji(shape) and not sight.melee
    kept = _kept(sight, shape, gouji=gouji)
    waiting = -hand_cost(sight, rest)
    worth = hand_cost(sight, sight.counts) + waiting
    worth += kept * (_leading(sight, rest, waiting) - waiting)
    if sight.rules.hold_threes and left == rest[THREE]:
        worth -= STUCK * (1 - kept)
    worth -= EARLY * early(sum(sight.counts)) * (bunch.small + bunch.big + 0.5 * bunch.twos)
    if gouji and not sight.public.opened[sight.me] and _may_open(sight, bunch, shape):
        value = OPENING + (DECLARED if sight.public.declared[sight.me] else 0.0)
        worth += value * kept
    return worth


def _kept(sight: Sight, shape: Shape, *, gouji: bool) -> float:
    """The chance to win the trick with it; a dead gouji play 够死级 surely does."""
    if gouji and sight.public.headed == sight.me:
        return 1.0
    return holds(sight, sight.me, shape, gouji=gouji)


def early(cards: int) -> float:
    """How early it is for a hand of so many cards: 1 at the deal, 0 near the end."""
    return min(1.0, max(0.0, (cards - 10) / 20))


def _leading(sight: Sight, rest: Counts, waiting: float) -> float:
    """What a hand that leads is worth: it may run out at once, its worst bunch last."""
    chance = run(sight, rest)
    return max(waiting + LEAD, chance * RUN + (1 - chance) * waiting)


def _may_open(sight: Sight, bunch: Bunch, shape: Shape) -> bool:
    return opens(bunch.cards(sight.hand), shape, with_twos=sight.rules.open_with_twos)
