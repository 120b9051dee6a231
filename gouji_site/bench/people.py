"""People at tables, made by the site's own services."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module
from typing import Final

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.engine.core.actions import CHANCE, Action, Seat
from games.engine.core.game import AnyGame, AnyState
from games.engine.levels.public import PhaseName, Public
from games.engine.registry import game_of
from games.play.models import Match, Move, Table
from games.play.services import broadcast, moves, seats

RULESETS: Final = {"gouji": "gouji(games=1)"}
"""Rulesets that differ from the game's default."""
DECISION_SECONDS = 30_000
"""Seconds for a decision: no deadline may pass in a bench."""
LONG: Final = timedelta(hours=1)
"""Longer than any drawing or pause."""


def seat_people(number: int, game: str) -> tuple[Table, list[User]]:
    """Make a table of a game, with new people in all seats and none ready."""
    ruleset = RULESETS.get(game, game)
    with transaction.atomic():
        names = [f"bench{number:04}{seat}" for seat in range(game_of(ruleset).meta.seats)]
        users = User.objects.bulk_create(User(username=name, password="!") for name in names)  # noqa: S106 -- unusable
        table = seats.open_table(user=users[0], ruleset=ruleset, decision_seconds=DECISION_SECONDS)
        for seat, user in enumerate(users[1:], 1):
            seats.sit(table_id=table.id, user=user, number=seat)
    return table, users


def seat_with_bots(name: str, ruleset: str) -> tuple[Table, User]:
    """Make a table with one person, in seat 0 and not ready, and bots in all other seats."""
    with transaction.atomic():
        user = User.objects.create(username=name, password="!")  # noqa: S106 -- unusable
        table = seats.open_table(user=user, ruleset=ruleset, decision_seconds=DECISION_SECONDS)
        seats.add_bots(table_id=table.id, user=user)
    return table, user


def sign_in(user: User) -> str:
    """Make a session for a user, as the login does, and return its key, which is the cookie."""
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)


def make_ready(table_id: int, users: list[User]) -> None:
    """Set all users of a table ready: the deal begins."""
    for user in users:
        seats.set_ready(table_id=table_id, user=user, ready=True)


def live_match(table_id: int) -> Match:
    """The match under way at a table."""
    return Match.objects.get(table_id=table_id, ended_at=None)


def waits_for_clock(game: AnyGame, state: AnyState) -> bool:
    """Whether the clock alone goes on: in the pause after a deal, and while cards are drawn."""
    return CHANCE in game.to_act(state) or game.pace(state).ticks > 0


def skip_clock(table_id: int) -> None:
    """Make happen now what the clock alone would do, up to the next decision.

    In a drawing all cards count as drawn, and somebody shows if they can.
    """
    while _skipped(live_match(table_id).id):
        pass


def _skipped(match_id: int) -> bool:
    with transaction.atomic():
        locked_match = moves.open_locked(match_id)
        if not waits_for_clock(locked_match.game, locked_match.state):
            return False
        locked_match.match.phase_began_at = locked_match.now - LONG
        show = _show(locked_match)
        if show is not None:
            locked_match.play(*show, Move.By.PLAYER)
            locked_match.save()
        past = timezone.now() - LONG
        Match.objects.filter(id=match_id).update(phase_began_at=past, deadline=past)
    moves.expire(match_id=match_id)
    return True


def _show(locked_match: moves.LockedMatch) -> tuple[Seat, Action] | None:
    """A show that the cards allow once they are all drawn, while nobody has shown."""
    game, state = locked_match.game, locked_match.state
    public, ticks = game.view(state, None).public, game.pace(state).ticks
    if not isinstance(public, Public) or public.phase is not PhaseName.DRAWING or public.shows:
        return None
    for seat in game.to_act(state):
        for action in game.legal(state, seat, ticks):
            if game.write(action).startswith("show "):
                return seat, action
    return None


def silence_broadcasts() -> None:
    """Send nothing to sockets from this process: it prepares tables that nobody watches yet."""

    def report(table_id: int) -> None:
        """Send nothing."""

    broadcast.table_changed = report
