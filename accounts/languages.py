"""The language and the time zone of a request or a socket."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header

ZONE_COOKIE: Final = "zone"
REGIONS: Final = frozenset(
    {
        *("Africa", "America", "Antarctica", "Asia", "Atlantic"),
        *("Australia", "Europe", "Indian", "Pacific"),
    }
)
WITHOUT_PLACE: Final = frozenset({"UTC", "GMT"})
"""Time zones without a place that a browser may send."""
# Both come from the browser and become keys of a cache.
MOST_ZONE: Final = 64
MOST_ACCEPTED: Final = 500


def language_of(user: object, cookies: Mapping[str, str], accepted: str) -> str:
    """The user's choice, else the cookie's, else the first of ``accepted`` (the header Accept-Language) that the site has,
    else Chinese.
    """
    spoken = dict(settings.LANGUAGES)
    for chosen in (getattr(user, "language", ""), cookies.get(settings.LANGUAGE_COOKIE_NAME, "")):
        if chosen in spoken:
            return str(chosen)
    return _accepted(accepted[:MOST_ACCEPTED])


# Browsers send a few headers again and again; the bound keeps a program from filling memory with others.
@lru_cache(maxsize=256)
def _accepted(header: str) -> str:
    for code, _ in parse_accept_lang_header(header):
        if code == "*":
            break
        try:
            return str(get_supported_language_variant(code))
        except LookupError:
            continue
    return str(settings.LANGUAGE_CODE)


def zone_of(user: object, cookies: Mapping[str, str]) -> ZoneInfo | None:
    """The user's choice, else the browser's (a cookie); None for the site's own."""
    for name in (getattr(user, "time_zone", ""), cookies.get(ZONE_COOKIE, "")):
        zone = zone_named(name) if name else None
        if zone is not None:
            return zone
    return None


@lru_cache(maxsize=256)
def zone_named(name: str) -> ZoneInfo | None:
    """The time zone of that name; None where there is none. Any text may be passed.

    >>> zone_named("Asia/Shanghai"), zone_named("../../etc/passwd")
    (zoneinfo.ZoneInfo(key='Asia/Shanghai'), None)
    """
    if not name.isascii() or len(name) > MOST_ZONE:
        return None
    # Names without a place, such as "EST" or "localtime", are files of zoneinfo too, but nobody's choice.
    if "/" not in name.strip("/") and name not in WITHOUT_PLACE:
        return None
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, LookupError):
        return None


@lru_cache(maxsize=1)
def zone_names() -> tuple[str, ...]:
    """The time zones to choose from, the site's own first."""
    named = {name for name in available_timezones() if name.partition("/")[0] in REGIONS}
    return (settings.TIME_ZONE, *sorted(named - {settings.TIME_ZONE}))
