"""The only ways to get at a table: each says who may."""

from django.contrib.auth.models import AnonymousUser
from django.http import Http404

from accounts.models import User
from games.engine.shelf import is_known
from games.play.models import Table
from games.play.rows import table_by_code


def table_for(user: User | AnonymousUser, code: str) -> Table:  # noqa: ARG001 -- tables are public so far
    """The table of that code, for anybody: who holds no seat watches, and sees no hand.

    Raises Http404 where there is none, or one of a game that is not played here any more.
    """
    table = table_by_code(code) if code.isalnum() else None
    if table is None or not is_known(table.ruleset):
        raise Http404("no such table")
    return table
