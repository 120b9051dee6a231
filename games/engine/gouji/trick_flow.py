"""The course of a trick: passing, yielding, winning it, and the next leader (gouji §5-§7)."""

from typing import Final

from msgspec.structs import replace

from games.engine.core.actions import Seat
from games.engine.core.errors import NotAllowed

from .events import BurnFailed, MeleeBegan, Opened, Passed, TrickWon, Yielded
from .leaving import eliminate, settle_awaited_head
from .legal import is_one_play
from .play_state import JOKERS, Events, PlayState
from .plays import opens
from .rules import Rules
from .scoring import is_over
from .seats import BIT, NEXT, NOBODY, OPPOSITE
from .trick import TrickEntry, next_leader

MELEE_BELOW: Final = 5
"""The melee 四户乱缠 begins with fewer active players than this (gouji §7)."""


def ask(rules: Rules, play_state: PlayState, events: Events) -> PlayState:
    """Set the turn after a play or a closed burn window: burners, then seats that may answer; else the trick is won."""
    if play_state.burners:
        # Burners first (§6): what they lay replaces the play before anybody answers it.
        return replace(play_state, turn=NOBODY)
    if play_state.pending:
        return replace(play_state, turn=NEXT[play_state.pending][_place_of(play_state)])
    return win(rules, play_state, events)


def _place_of(play_state: PlayState) -> Seat:
    return play_state.trick[-1].seat


def pass_by(rules: Rules, play_state: PlayState, seat: Seat, events: Events) -> PlayState:
    """过牌. Raises NotAllowed (``lead_must``)."""
    if play_state.top is None:
        raise NotAllowed("lead_must")
    events.append(Passed(seat))
    pending = play_state.pending & ~BIT[seat]
    # All after the seat that yielded have passed: now that seat beats or passes (§5).
    if not pending and play_state.yielder not in (NOBODY, seat):
        pending = BIT[play_state.yielder]
    play_state = replace(
        play_state,
        pending=pending,
        turn=NEXT[pending][seat],
        trick=(*play_state.trick, TrickEntry(seat, 0, "pass")),
        passed=play_state.passed | BIT[seat],
        moves=play_state.moves + 1,
    )
    # The opposite of the seat that went out does not answer its last hand: settled, in mid-trick too (§6).
    if play_state.awaited == seat:
        play_state = settle_awaited_head(play_state, events)
    return play_state if pending else win(rules, play_state, events)


def why_no_yield(play_state: PlayState, seat: Seat) -> str:
    """The code of the refusal to yield 让牌, or nothing (gouji §5)."""
    reasons = (
        (play_state.top is None, "lead_must"),
        (play_state.melee, "yield_melee"),
        (
            play_state.top is not None and play_state.top.seat != OPPOSITE[seat],
            "yield_opposite_only",
        ),
        (play_state.gouji, "yield_gouji"),
        (play_state.yielded & BIT[seat], "yield_once"),
        (not play_state.pending & ~BIT[seat], "yield_nobody_after"),
    )
    return next((code for holds, code in reasons if holds), "")


def may_yield(play_state: PlayState, seat: Seat) -> bool:
    """Whether a seat on turn may yield: ``not why_no_yield``, without the code of a refusal.

    Written out because it is asked at every turn: it stops at the first test that fails.
    """
    return (
        play_state.top is not None
        and play_state.top.seat == OPPOSITE[seat]
        and not play_state.gouji
        and not play_state.melee
        and not play_state.yielded & BIT[seat]
        and bool(play_state.pending & ~BIT[seat])
    )


def give_way(play_state: PlayState, seat: Seat, events: Events) -> PlayState:
    """让牌: the seats after this one answer first. Raises NotAllowed (``yield_…``, ``lead_must``)."""
    code = why_no_yield(play_state, seat)
    if code:
        raise NotAllowed(code)
    events.append(Yielded(seat))
    pending = play_state.pending & ~BIT[seat]
    return replace(
        play_state,
        pending=pending,
        turn=NEXT[pending][seat],
        trick=(*play_state.trick, TrickEntry(seat, 0, "yield")),
        yielded=play_state.yielded | BIT[seat],
        yielder=seat,
        moves=play_state.moves + 1,
    )


def win(rules: Rules, play_state: PlayState, events: Events) -> PlayState:
    """End the trick: the owner of the last play has won it and leads, or ``next_leader`` in their place.

    Before the melee the last play may open (§6). ``events`` is added to.
    """
    top, shape = play_state.top, play_state.shape
    if top is None or shape is None:
        raise ValueError("a trick without a play is not won")
    winner = top.seat
    opened = play_state.opened
    leader = next_leader(winner, play_state.active, rules.successor)
    events.append(TrickWon(winner, leader))
    # The opposite of a revolutionary opens or not as the revolution and the charge had it (§4, §8).
    settled = opened | (BIT[OPPOSITE[play_state.revolted]] if play_state.revolted != NOBODY else 0)
    may_open = not play_state.melee and not settled & BIT[winner]
    if may_open and opens(top.cards, shape, with_twos=rules.open_with_twos):
        opened |= BIT[winner]
        events.append(Opened(winner))
    play_state = (
        settle_awaited_head(play_state, events) if play_state.awaited != NOBODY else play_state
    )
    play_state = replace(
        play_state,
        turn=leader,
        pending=0,
        top=None,
        shape=None,
        gouji=False,
        dead=False,
        trick=(),
        last_trick=play_state.trick,
        passed=0,
        yielded=0,
        yielder=NOBODY,
        opened=opened,
    )
    # In this order: a burn that fails here ends, and may make room for the melee.
    if play_state.burner != NOBODY:
        play_state = _burn_on(rules, play_state, events)
    return _begin_melee(rules, play_state, events)


def _burn_on(rules: Rules, play_state: PlayState, events: Events) -> PlayState:
    """The burner leads on. Without a joker and with a hand that is not one play the burn has failed (§7)."""
    burner, burned = play_state.burner, play_state.burned
    hand = play_state.hands[burner]
    if hand & JOKERS or is_one_play(hand, rules):
        return play_state
    events.append(BurnFailed(burner, burned))
    play_state = eliminate(replace(play_state, burner=NOBODY, burned=NOBODY), burner, events)
    leads = burned if play_state.active & BIT[burned] else NEXT[play_state.active][burned]
    return replace(play_state, turn=leads)


def _begin_melee(rules: Rules, play_state: PlayState, events: Events) -> PlayState:
    """Begin the melee if fewer than five are active. A burn that is under way runs to its end first (§7)."""
    if (
        play_state.melee
        or play_state.burner != NOBODY
        or play_state.active.bit_count() >= MELEE_BELOW
    ):
        return play_state
    # A failed burn may just have ended the game: then there is no lead left to begin the melee.
    if is_over(play_state.active, rules.game_end):
        return play_state
    events.append(MeleeBegan())
    return replace(play_state, melee=True)
