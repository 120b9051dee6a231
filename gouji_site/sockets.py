"""Who opens a socket."""

from typing import Any, Final

from channels.auth import AuthMiddleware, get_user
from channels.db import database_sync_to_async
from channels.sessions import CookieMiddleware, SessionMiddleware

_read: Final = database_sync_to_async(get_user.func, thread_sensitive=False)


class Reader(AuthMiddleware):  # type: ignore[misc]
    """Reads the session and its user in a thread of the pool.

    As channels has it every handshake waits for the one thread that they all share, and 600 browsers come back
    one by one (pitfall 64).
    """

    async def resolve_scope(self, scope: dict[str, Any]) -> None:
        """Put the user in his place."""
        scope["user"]._wrapped = await _read(scope)  # noqa: SLF001 -- as channels does


def SignedIn(inner: Any) -> Any:  # noqa: ANN401, N802 -- channels has no types; it stands for a class
    """An application whose scope has the ``session`` and the ``user`` that the cookie names."""
    return CookieMiddleware(SessionMiddleware(Reader(inner)))
