"""What is asked now, and whether its time begins anew: for the clocks, and for matches that are read as they were."""

from games.engine.core.actions import Seat
from games.engine.core.game import AnyGame, AnyState
from games.engine.core.phases import Pace


def prompt_keys_of(game: AnyGame, state: AnyState) -> dict[Seat, str]:
    """The engine's key of what is asked, for each seat that may act. The same key is the same prompt."""
    return {seat: game.prompt_key(state, seat) for seat in game.to_act(state)}


def begins_anew(before: dict[Seat, str], after: dict[Seat, str], pace: Pace) -> bool:
    """Whether the time for what is asked ``after`` some moves begins anew, given the prompt keys ``before`` them."""
    # Where cards come by the clock (ticks), the others draw on while one seat is asked something new.
    runs_on = pace.ticks > 0 and bool(set(after.values()) & set(before.values()))
    return not runs_on and any(before.get(seat) != key for seat, key in after.items())
