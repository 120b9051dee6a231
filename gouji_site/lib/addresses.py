"""From where a request or a socket comes: whoever holds the connection, or where proxies of ours stand in front
(`TRUSTED_PROXIES`), whom the outermost of them saw.
"""

from collections.abc import Mapping
from ipaddress import ip_address
from typing import Any, Final

from django.conf import settings

UNKNOWN: Final = "unknown"
"""Who comes through a unix socket by a proxy that says nothing."""


def address_of(scope: Mapping[str, Any]) -> str:
    """The client's address, of an ASGI scope."""
    told = b",".join(value for name, value in scope["headers"] if name == b"x-forwarded-for")
    return client_address(told.decode("latin1"), str((scope.get("client") or ("",))[0]))


def client_address(forwarded: str, peer: str) -> str:
    """The client's address: ``forwarded`` is the header X-Forwarded-For, to which each proxy adds whom it saw, and
    ``peer`` who holds the connection. Where the header is shorter than there are proxies, or no address stands there,
    it was not written by them: then it is the peer's.
    """
    proxies = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    seen = forwarded.split(",")
    if proxies and len(seen) >= proxies:
        return _as_address(seen[-proxies]) or peer or UNKNOWN
    return peer or UNKNOWN


def _as_address(text: str) -> str:
    """An address as all write it, without a port; empty for what is none."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        return str(ip_address(text))
    except ValueError:
        return ""
