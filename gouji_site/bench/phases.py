"""Phases of a match in which a fault can strike, and ways to bring a table to one of them."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.bots import STAND_IN, bot_of
from games.engine.core.actions import Action, Seat
from games.engine.core.game import AnyGame, AnyState
from games.engine.core.phases import CommonPhase
from games.play.models import Match, Move, Table
from games.play.services import moves, seats

from .people import LONG, live_match, make_ready
from .stored import SEAT

SOON: Final = timedelta(seconds=2)
"""The clock would act so long after the fault strikes."""
SHORT_TAIL: Final = 8
"""At most so many moves follow the person's last turn in a match that is about to end."""
TRIES: Final = 12
"""Deals that are tried for a short tail. As many again may have any tail."""
Reached = Callable[[AnyGame, AnyState], bool]


@dataclass(frozen=True)
class Phase:
    """A phase: its rulesets by game, and a test whether a state is in it.

    Tables of ``begun`` phases are brought there beforehand. The others last for so short a time that their person
    begins the match at the last moment.
    """

    name: str
    rulesets: dict[str, str]
    reached: Reached
    begun: bool = True


def _plays(game: AnyGame, state: AnyState) -> bool:
    return game.view(state, None).public.phase == CommonPhase.PLAY


def _window(game: AnyGame, state: AnyState) -> bool:
    return len(game.to_act(state)) > 1 and not game.pace(state).ticks


def _drawing(game: AnyGame, state: AnyState) -> bool:
    return game.pace(state).ticks > 0


def _between(game: AnyGame, state: AnyState) -> bool:
    public = game.view(state, None).public
    return public.phase == CommonPhase.BETWEEN and game.pace(state).seconds != 0


def _over(game: AnyGame, state: AnyState) -> bool:
    return game.outcome(state) is not None


ONE_DEAL: Final = {"gouji": "gouji(games=1)"}
LEVELS: Final = {key: f"{key}(draw_pace=0.1,show_grace=3)" for key in ("shengji", "huolong")}
"""With fast drawing: at the usual pace the cards of a deal take a minute, in which a table makes hardly a move."""
SEVERAL: Final = {"gouji": "gouji", **LEVELS}
PLAY: Final = Phase("play", SEVERAL, _plays)
END: Final = Phase("end", ONE_DEAL, _over)
PHASES: Final = {
    phase.name: phase
    for phase in (
        PLAY,
        Phase("window", ONE_DEAL, _window, begun=False),
        Phase("drawing", LEVELS, _drawing, begun=False),
        Phase("between", SEVERAL, _between),
        END,
    )
}
"""By name: while tricks are played, in a window that several seats answer at once, while the clock draws cards, in the
pause between two deals, and at the end of a match.
"""


def bring(table: Table, user: User, phase: Phase) -> None:
    """Begin a match and play it as bots would until the phase; for ``END`` until the person's last turn.

    A pause that the clock would end lasts until ``let_clock_act``.
    """
    # In one transaction: the sweep and the workers must not play on in between.
    with transaction.atomic():
        if phase is END:
            _bring_to_end(table, user)
            return
        locked_match = _begun(table, user)
        _play_until(locked_match, phase.reached)
        if phase.reached is _between:
            Match.objects.filter(id=locked_match.match.id).update(deadline=timezone.now() + LONG)


def let_clock_act(table_ids: list[int]) -> None:
    """Leave the clock of a drawing, or of a pause, ``SOON`` at these tables."""
    soon = timezone.now() + SOON
    for match in Match.objects.filter(table_id__in=table_ids, ended_at=None):
        if match.deadline is not None and match.deadline > soon:
            began = match.phase_began_at - (match.deadline - soon)
            live = Match.objects.filter(id=match.id, version=match.version)
            live.update(deadline=soon, phase_began_at=began)


def play_to_end(match_id: int) -> None:
    """Play a match of one deal as bots would, in one transaction, until it is over."""
    with transaction.atomic():
        _play_until(moves.open_locked(match_id), _over)


def leave_all(holders: list[tuple[int, User]]) -> None:
    """Each user leaves their table: the match is over, and the bots stop."""
    for table_id, user in holders:
        seats.leave(table_id=table_id, user=user)


def _begun(table: Table, user: User) -> moves.LockedMatch:
    make_ready(table.id, [user])
    return moves.open_locked(live_match(table.id).id)


def _bring_to_end(table: Table, user: User) -> None:
    """Bring a table to the person's last turn in a match. Raises RuntimeError where no deal has such a turn.

    Tries other deals where too much follows that turn, or where the person has none: a seat that declares a
    revolution plays no card.
    """
    for tried in range(2 * TRIES):
        point = transaction.savepoint()
        locked_match = _begun(table, user)
        last = _last_turn(locked_match)
        if last is not None and (last[1] <= SHORT_TAIL or tried >= TRIES - 1):
            _play_until(locked_match, last[0])
            return
        transaction.savepoint_rollback(point)
        table.refresh_from_db()
        table.renew_secret()
        table.save(update_fields=["secret", "commitment"])
    raise RuntimeError("in no deal the person has a turn of their own")


def _play_until(locked_match: moves.LockedMatch, reached: Reached) -> None:
    while not reached(locked_match.game, locked_match.state):
        if locked_match.game.chance(locked_match.state) is not None:
            locked_match.deal()
            continue
        if locked_match.game.pace(locked_match.state).ticks:
            locked_match.match.phase_began_at = locked_match.now - LONG
        locked_match.play(
            *_next(locked_match.game, locked_match.state, locked_match.match.id), Move.By.BOT
        )
    locked_match.save()


def _next(game: AnyGame, state: AnyState, seed: int) -> tuple[Seat, Action]:
    """What a bot would do next, in whichever seat may act; else what the clock does."""
    tick = game.pace(state).ticks
    dice = random.Random(seed)  # noqa: S311 -- load, not chance
    for seat in game.to_act(state):
        view = game.view(state, seat, tick)
        if view.own is None or not view.own.choices:
            continue
        action = bot_of(STAND_IN).choose(view, game, dice)
        if action is not None:
            return seat, action
    return game.defaults(state)[0]


def _path(locked_match: moves.LockedMatch) -> list[AnyState]:
    """The states from the present to the end of a match of one deal, as ``_play_until`` plays it."""
    game, state = locked_match.game, locked_match.state
    path = [state]
    while game.outcome(state) is None:
        state, _ = game.apply(
            state, *_next(game, state, locked_match.match.id), game.pace(state).ticks
        )
        path.append(state)
    return path


def _last_turn(locked_match: moves.LockedMatch) -> tuple[Reached, int] | None:
    """The last turn of the person before the end, and how many moves follow it."""
    path = _path(locked_match)
    turns = [at for at, state in enumerate(path) if locked_match.game.to_act(state) == (SEAT,)]
    if not turns:
        return None
    turn = path[turns[-1]]
    return (lambda _, state: state == turn), len(path) - 1 - turns[-1]
