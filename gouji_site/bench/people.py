"""People at tables, made through the services as the site makes them."""

from __future__ import annotations

from importlib import import_module

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import transaction

from accounts.models import User
from games.play import news
from games.play.models import Match, Table
from games.play.services import seats

SEATS = 6
RULESET = "gouji(games=1)"
PATIENCE = 30_000
"""Seconds for a decision: no deadline shall pass in a bench."""


def seat_six(number: int) -> tuple[Table, list[User]]:
    """A table with six people of its own seated, nobody ready."""
    with transaction.atomic():
        names = [f"bench{number:04}{seat}" for seat in range(SEATS)]
        users = User.objects.bulk_create(User(username=name, password="!") for name in names)  # noqa: S106 -- unusable
        table = seats.open_table(user=users[0], ruleset=RULESET, decision_seconds=PATIENCE)
        for seat, user in enumerate(users[1:], 1):
            seats.sit(table_id=table.id, user=user, number=seat)
    return table, users


def sign_in(user: User) -> str:
    """A session of this user's, as the login makes it; its key is the cookie."""
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)


def make_ready(table_id: int, users: list[User]) -> None:
    """Say for all that they are ready: the deal begins."""
    for user in users:
        seats.set_ready(table_id=table_id, user=user, ready=True)


def live_match(table_id: int) -> Match:
    """The match under way at a table."""
    return Match.objects.get(table_id=table_id, ended_at=None)


def be_quiet() -> None:
    """Tell nobody of what is prepared here: nobody watches yet."""

    def tell(table_id: int) -> None:
        """Not told."""

    news.tell = tell
