"""The only ways from a table's code to the table: each says who may."""

from django.http import Http404

from accounts.permissions import Act, Somebody
from games.engine.registry import is_known
from games.permission import check_may_see
from games.play.models import Table
from games.play.state.sql import table_by_code


def table_for(user: Somebody, code: str) -> Table:
    """The table of that code for somebody who wants to see it, from a seat or as a watcher.

    Raises Http404 as ``find_table`` does, PermissionDenied for somebody who may not watch.
    """
    table = find_table(code)
    check_may_see(user, Act.WATCH, table)
    return table


def find_table(code: str) -> Table:
    """The table of that code for somebody who wants to act there; the service asks whether they may.

    Raises Http404 where there is none, or one of a game that is not played here any more.
    """
    # A code from an address may hold a NUL byte, which PostgreSQL refuses with an error.
    table = table_by_code(code) if code.isalnum() else None
    if table is None or not is_known(table.ruleset):
        raise Http404("no such table")
    return table
