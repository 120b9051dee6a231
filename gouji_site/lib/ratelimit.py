"""Rate limits: so many acts of a kind in a window of seconds, counted in the shared cache.

Where the cache is dead nothing is limited: a limit protects the site, it must not stop it.
"""

from time import time

from django.conf import settings
from django.core.cache import cache


def within_limit(kind: str, who: object, *, most: int, seconds: int) -> bool:
    """Count one act of ``who`` and tell whether it is among the first ``most`` of this window.

    Windows are fixed, so up to twice as many acts may follow each other where two meet.
    """
    if not settings.RATE_LIMITS:
        return True
    key = f"limit:{kind}:{who}:{int(time() // seconds)}"
    # Sets nothing where the key is there. `incr` is one step in Redis, so no act of another process is lost.
    cache.add(key, 0, timeout=seconds * 2)
    try:
        count = cache.incr(key)
    except ValueError:  # The cache was emptied in between, or is away.
        return True
    return count is None or count <= most
