"""From where a request or a socket comes."""

from collections.abc import MutableMapping
from typing import Any

from django.conf import settings


def address_of(scope: MutableMapping[str, Any]) -> str:
    """The client's address. Of those that proxies tell, that counts which the outermost one of ours saw."""
    proxies = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    if proxies:
        told = b",".join(value for name, value in scope["headers"] if name == b"x-forwarded-for")
        seen = [part.strip() for part in told.decode("latin1").split(",")]
        if len(seen) >= proxies:
            return seen[-proxies]
    return str((scope.get("client") or ("",))[0])
