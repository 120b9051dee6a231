"""The address of the client of a request or a socket: the other end of the connection, or, behind proxies of ours
(`TRUSTED_PROXIES`), the address that the outermost of them saw.
"""

from collections.abc import Mapping
from ipaddress import ip_address
from typing import Any, Final

from django.conf import settings

UNKNOWN: Final = "unknown"
"""For a connection through a unix socket, by a proxy that names no client."""


def address_of(scope: Mapping[str, Any]) -> str:
    """The client's address, from an ASGI scope."""
    # The header may come several times, which means the same as one list.
    forwarded = b",".join(value for name, value in scope["headers"] if name == b"x-forwarded-for")
    return client_address(forwarded.decode("latin1"), str((scope.get("client") or ("",))[0]))


def client_address(forwarded: str, peer: str) -> str:
    """The client's address. ``forwarded`` is the header X-Forwarded-For, ``peer`` the other end of the connection.

    Where the header is shorter than there are proxies, or holds no address there, our proxies did not write it: then
    it is the peer's.
    """
    proxies = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    seen = forwarded.split(",")
    if proxies and len(seen) >= proxies:
        # Counted from the right: each proxy adds the address it saw, and the client can write anything before that.
        return _as_address(seen[-proxies]) or peer or UNKNOWN
    return peer or UNKNOWN


def _as_address(text: str) -> str:
    """An address in its usual form and without a port, or an empty string where the text is none."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        return str(ip_address(text))
    except ValueError:
        return ""
