"""Rate limits: so many acts of a kind in a window of seconds, counted in the shared cache.

Where the cache is dead nothing is limited: a limit protects the site, it must not stop it.
"""

from time import time

from django.conf import settings
from django.core.cache import cache


def within_limit(kind: str, who: object, *, most: int, seconds: int) -> bool:
    """Count one act of ``who`` and say whether it is among the first ``most`` of this window."""
    if not settings.RATE_LIMITS:
        return True
    key = f"limit:{kind}:{who}:{int(time() // seconds)}"
    cache.add(key, 0, timeout=seconds * 2)
    try:
        count = cache.incr(key)
    except ValueError:
        return True
    return count is None or count <= most
