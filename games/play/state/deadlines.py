"""What is asked now, and whether it has a time of its own: for the clocks, and for who reads a match as it was."""

from games.engine.core.actions import Seat
from games.engine.core.game import AnyGame, AnyState
from games.engine.core.phases import Pace


def prompt_keys_of(game: AnyGame, state: AnyState) -> dict[Seat, str]:
    """What each seat that may act is asked."""
    return {seat: game.prompt_key(state, seat) for seat in game.to_act(state)}


def begins_anew(before: dict[Seat, str], after: dict[Seat, str], pace: Pace) -> bool:
    """Whether what is asked after some moves has a time of its own: something new is asked, and no clock of
    what was asked ``before`` runs on.
    """
    runs_on = pace.ticks > 0 and bool(set(after.values()) & set(before.values()))
    return not runs_on and any(before.get(seat) != key for seat, key in after.items())
