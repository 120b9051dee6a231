"""Which page opens a socket, and whose session it has."""

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


class LazyUser:
    """Puts the session's user into the scope, to be read from the database when it is first used.

    The consumer does that in a thread of the pool, with all else that the socket needs. Channels' own middleware reads
    it in the one thread that all handshakes share, so that 600 browsers reconnect one by one.
    """

    def __init__(self, inner: Any) -> None:  # noqa: ANN401 -- channels has no types
        self._inner = inner

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401
        user = SimpleLazyObject(partial(_user_of, scope["session"]))
        await self._inner({**scope, "user": user}, receive, send)


def _user_of(session: SessionBase) -> AbstractBaseUser | AnonymousUser:
    """The user of a session. Django wants a request, of which it reads nothing but the session."""
    request = HttpRequest()
    request.session = session
    return get_user(request)


def SignedIn(inner: Any) -> Any:  # noqa: ANN401, N802 -- channels has no types; it stands for a class
    """Wrap an application, so that its scope has the ``session`` and the ``user`` that the cookie names."""
    return CookieMiddleware(SessionMiddleware(LazyUser(inner)))


class FromHere:
    """Wraps an application, so that only pages of this site reach it: those whose origin has our scheme, host and port,
    or is in CSRF_TRUSTED_ORIGINS. The same holds for posts.

    Django's CSRF check does not see sockets, and Channels' AllowedHostsOriginValidator compares hosts alone: a page from another
    port, or one that came without TLS, may be somebody else's. An origin that cannot be read is refused like any other.
    """

    def __init__(self, inner: Any) -> None:  # noqa: ANN401 -- channels has no types
        self._inner = inner
        self._denier = WebsocketDenier()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401
        allowed = is_from_here(scope["headers"], scope.get("scheme", "ws"))
        await (self._inner if allowed else self._denier)(scope, receive, send)


def is_from_here(headers: Headers, scheme: str) -> bool:
    """Tell whether a handshake comes from a page of this site.

    ``scheme`` is that of the connection, ``ws`` or ``wss``.
    """
    origins, hosts = (
        [value for name, value in headers if name == key] for key in (b"origin", b"host")
    )
    # Of two, the server and a proxy might each believe another one.
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
    """Tell whether the browser came by TLS, which a proxy may have ended (HTTPS=1)."""
    if settings.SECURE_PROXY_SSL_HEADER is None:
        return scheme == "wss"
    forwarded = b",".join(value for name, value in headers if name == b"x-forwarded-proto")
    return forwarded.split(b",")[0].strip() == b"https"


class _Origin(NamedTuple):
    """The origin of a page, in one form, so that two of them can be compared."""

    scheme: str
    host: str
    port: int

    @classmethod
    def of(cls, text: str) -> "_Origin | None":
        """Read scheme, host and port. Returns None for anything else."""
        try:
            parts = urlsplit(text)
            port = parts.port
        except ValueError:
            return None
        host = parts.hostname or ""
        # A path, a user or a fragment behind the host: no browser sends that, and a proxy may read it differently.
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
        """Tell whether this is that one of CSRF_TRUSTED_ORIGINS, or a subdomain where it has a star (``*.``)."""
        base = _Origin.of(trusted.replace("*.", "", 1))
        if base is None or (self.scheme, self.port) != (base.scheme, base.port):
            return False
        return (
            self.host == base.host if "*." not in trusted else self.host.endswith(f".{base.host}")
        )
