"""Who opens a socket."""

from functools import partial
from typing import Any
from urllib.parse import urlsplit

from channels.auth import AuthMiddleware, get_user
from channels.security.websocket import AllowedHostsOriginValidator, WebsocketDenier
from channels.sessions import CookieMiddleware, SessionMiddleware
from django.utils.functional import SimpleLazyObject


class Reader(AuthMiddleware):  # type: ignore[misc]
    """Leaves the session and its user to be read when they are first looked at, which is in a thread of the pool and
    together with all that is read for the socket.

    As channels has it every handshake waits for the one thread that they all share, and 600 browsers come back
    one by one (pitfall 64).
    """

    async def resolve_scope(self, scope: dict[str, Any]) -> None:
        """Put the user in his place, still to be found."""
        scope["user"] = SimpleLazyObject(partial(get_user.func, scope))


def SignedIn(inner: Any) -> Any:  # noqa: ANN401, N802 -- channels has no types; it stands for a class
    """An application whose scope has the ``session`` and the ``user`` that the cookie names."""
    return CookieMiddleware(SessionMiddleware(Reader(inner)))


class FromHere:
    """An application that only pages of our own hosts reach. A page that says where it is from in a way that nobody
    can read is refused as any other, and no failure.
    """

    def __init__(self, inner: Any) -> None:  # noqa: ANN401 -- channels has no types
        self._validator = AllowedHostsOriginValidator(inner)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401
        origins = [value for name, value in scope["headers"] if name == b"origin"]
        door = self._validator if all(map(_is_address, origins)) else WebsocketDenier()
        await door(scope, receive, send)


def _is_address(origin: bytes) -> bool:
    try:
        urlsplit(origin.decode("latin1"))
    except ValueError:
        return False
    return True
