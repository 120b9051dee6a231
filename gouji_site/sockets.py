"""Who opens a socket."""

from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from channels.sessions import CookieMiddleware, SessionMiddleware
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest
from django.http.request import validate_host
from django.utils.functional import SimpleLazyObject

Headers: TypeAlias = list[tuple[bytes, bytes]]

PORTS: Final = {"http": 80, "https": 443}


class Reader:
    """Leaves the session and its user to be read when they are first looked at, which is in a thread of the pool and
    together with all that is read for the socket.

    As channels has it every handshake waits for the one thread that they all share, and 600 browsers come back
    one by one.
    """

    def __init__(self, inner: Any) -> None:  # noqa: ANN401 -- channels has no types
        self._inner = inner

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401
        user = SimpleLazyObject(partial(_user_of, scope["session"]))
        await self._inner({**scope, "user": user}, receive, send)


def _user_of(session: SessionBase) -> AbstractBaseUser | AnonymousUser:
    """The user of a session; Django asks for a request, of which it reads nothing else."""
    request = HttpRequest()
    request.session = session
    return get_user(request)


def SignedIn(inner: Any) -> Any:  # noqa: ANN401, N802 -- channels has no types; it stands for a class
    """An application whose scope has the ``session`` and the ``user`` that the cookie names."""
    return CookieMiddleware(SessionMiddleware(Reader(inner)))


class FromHere:
    """An application that only pages of this very site reach: of one origin that has our scheme, host and port, or is
    among CSRF_TRUSTED_ORIGINS, as it is with posts. A page of another port of this machine, or one that came without
    TLS, may be somebody else's. An origin that nobody can read is refused as any other, and no failure.
    """

    def __init__(self, inner: Any) -> None:  # noqa: ANN401 -- channels has no types
        self._inner = inner
        self._denier = WebsocketDenier()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401
        door = self._inner if is_from_here(scope["headers"], scope.get("scheme", "ws")) else None
        await (door or self._denier)(scope, receive, send)


def is_from_here(headers: Headers, scheme: str) -> bool:
    """Whether a handshake comes from a page of this site. ``scheme`` is that of the connection, ``ws`` or ``wss``."""
    origins, hosts = (
        [value for name, value in headers if name == key] for key in (b"origin", b"host")
    )
    if len(origins) != 1 or len(hosts) != 1:
        return False
    came_from = _Origin.of(origins[0].decode("latin1"))
    if came_from is None:
        return False
    secure = "https" if _is_secure(headers, scheme) else "http"
    here = _Origin.of(f"{secure}://{hosts[0].decode('latin1')}")
    if here is not None and validate_host(here.host, settings.ALLOWED_HOSTS) and came_from == here:
        return True
    return any(came_from.is_among(trusted) for trusted in settings.CSRF_TRUSTED_ORIGINS)


def _is_secure(headers: Headers, scheme: str) -> bool:
    """Whether the browser came by TLS, which a proxy may have ended (HTTPS=1)."""
    if settings.SECURE_PROXY_SSL_HEADER is None:
        return scheme == "wss"
    told = b",".join(value for name, value in headers if name == b"x-forwarded-proto")
    return told.split(b",")[0].strip() == b"https"


class _Origin(NamedTuple):
    """Where a page is from, written in one way."""

    scheme: str
    host: str
    port: int

    @classmethod
    def of(cls, text: str) -> "_Origin | None":
        """Read scheme, host and port; None for anything else."""
        try:
            parts = urlsplit(text)
            port = parts.port
        except ValueError:
            return None
        host = parts.hostname or ""
        if (
            parts.scheme not in PORTS
            or not host
            or "@" in parts.netloc
            or text.lower() != f"{parts.scheme}://{parts.netloc.lower()}"
        ):
            return None
        shown = f"[{host}]" if ":" in host else host
        return cls(parts.scheme, shown, PORTS[parts.scheme] if port is None else port)

    def is_among(self, trusted: str) -> bool:
        """Whether this is one of CSRF_TRUSTED_ORIGINS, or below it where it has a star for what stands before."""
        base = _Origin.of(trusted.replace("*.", "", 1))
        if base is None or (self.scheme, self.port) != (base.scheme, base.port):
            return False
        return (
            self.host == base.host if "*." not in trusted else self.host.endswith(f".{base.host}")
        )
