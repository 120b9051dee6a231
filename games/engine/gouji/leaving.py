"""Leaving a game, in any way, and what follows for the opposite (gouji §3, §6-§8)."""

from msgspec.structs import replace

from games.engine.core.actions import Seat

from .events import BecameHeadless, BurnSucceeded, WentOut
from .play_state import Events, PlayState, put
from .results import Due
from .seats import BIT, NOBODY, OPPOSITE


def make_headless(play_state: PlayState, seat: Seat, events: Events) -> PlayState:
    """A seat is headless from now on, for its opposite is out. No change in the melee, which has no heads (§7)."""
    if play_state.melee or not play_state.active & BIT[seat] & ~play_state.headless:
        return play_state
    events.append(BecameHeadless(seat))
    return replace(play_state, headless=play_state.headless | BIT[seat])


def settle_awaited_head(play_state: PlayState, events: Events) -> PlayState:
    """The play for which ``awaited`` still had a head is settled: that seat is headless now."""
    if play_state.awaited == NOBODY:
        return play_state
    seat = play_state.awaited
    return make_headless(replace(play_state, awaited=NOBODY), seat, events)


def go_out(play_state: PlayState, seat: Seat, events: Events) -> PlayState:
    """A seat has laid its last card: a burn of that seat succeeds, and the opposite loses its head.

    After a gouji play the opposite keeps it until the play is settled, and may still answer (§6).
    ``events`` is added to.
    """
    play_state = replace(
        play_state, active=play_state.active & ~BIT[seat], finished=(*play_state.finished, seat)
    )
    events.append(WentOut(seat, len(play_state.finished)))
    # At once, and not when the hand stands: whatever beats it, the burn has succeeded (§7).
    if play_state.burner == seat:
        events.append(BurnSucceeded(seat, play_state.burned))
        play_state = replace(
            play_state,
            burner=NOBODY,
            burned=NOBODY,
            owed=(*play_state.owed, Due("burn", play_state.burned, seat)),
        )
    opposite = OPPOSITE[seat]
    if not play_state.gouji:
        return make_headless(play_state, opposite, events)
    if play_state.active & BIT[opposite]:
        return replace(play_state, awaited=opposite)
    return play_state


def eliminate(play_state: PlayState, seat: Seat, events: Events) -> PlayState:
    """A seat leaves for one of the lowest places, its cards discarded unseen."""
    hand = play_state.hands[seat]
    play_state = replace(
        play_state,
        hands=put(play_state.hands, seat, 0),
        active=play_state.active & ~BIT[seat],
        fallen=(*play_state.fallen, seat),
        discarded=play_state.discarded | hand,
    )
    return make_headless(play_state, OPPOSITE[seat], events)
