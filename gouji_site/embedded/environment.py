"""What the processes of the site are told: settings are read from the environment only."""

from __future__ import annotations

import os
import secrets
import socket
from pathlib import Path
from urllib.parse import urlsplit

SETTINGS = "gouji_site.settings"
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
NOT_FOR_CHILDREN = (
    *("PYTHONHOME", "PYTHONPATH", "GOUJI_STACK", "VIRTUAL_ENV"),
    "PYTHONIOENCODING",  # It is the terminal's, and they write logs.
)
PLACEHOLDERS = {
    "DATABASE_URL": "postgres:///gouji",
    "REDIS_URL": "redis://127.0.0.1:6379/0",
    "CELERY_BROKER_URL": "redis://127.0.0.1:6379/0",
    "SECRET_KEY": "only-for-commands-that-serve-nobody",
}


def secret_key(data: Path) -> str:
    """Return the secret key of a data folder, made once and readable by us alone."""
    path = data / "secret_key"
    if path.exists() and (known := path.read_text(encoding="ascii").strip()):
        return known
    fresh = path.with_name("secret_key.new")
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as stream:
        stream.write(key := secrets.token_urlsafe(50))
    fresh.replace(path)
    return key


def broker_url(redis_url: str) -> str:
    """Return a Redis address as Celery's broker wants it; sockets are written differently there."""
    parts = urlsplit(redis_url)
    if parts.scheme != "unix":
        return redis_url
    number = parts.query.removeprefix("db=") or "0"
    return f"redis+socket://{parts.path}?virtual_host={number}"


def site_env(data: Path, database_url: str, redis_url: str, host: str) -> dict[str, str]:
    """Return what the site's processes are told; what the caller's environment sets wins."""
    return {
        "DJANGO_SETTINGS_MODULE": SETTINGS,
        "DATABASE_URL": database_url,
        "REDIS_URL": redis_url,
        "CELERY_BROKER_URL": os.environ.get("CELERY_BROKER_URL") or broker_url(redis_url),
        "DATA_DIR": str(data),
        "SECRET_KEY": os.environ.get("SECRET_KEY") or secret_key(data),
        "ALLOWED_HOSTS": os.environ.get("ALLOWED_HOSTS") or ",".join(names_of(host)),
    }


def base_env() -> dict[str, str]:
    """Return our environment for a Python child, without what belongs to our own interpreter."""
    kept = {key: value for key, value in os.environ.items() if key not in NOT_FOR_CHILDREN}
    extra = {"PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1", "MALLOC_ARENA_MAX": "2"}
    return {**kept, **extra}


def names_of(host: str) -> list[str]:
    """Return the host names under which a server on this address may be asked for."""
    if host in {"127.0.0.1", "localhost", "::1"}:
        return list(LOOPBACK)
    if host not in {"0.0.0.0", "::", ""}:  # noqa: S104 -- compared, not bound
        return [*LOOPBACK, f"[{host}]" if ":" in host else host]
    name = socket.gethostname()
    six = own_addresses(socket.AF_INET6) if host == "::" else []
    return [*LOOPBACK, name, f"{name}.local", *own_addresses(), *(f"[{one}]" for one in six)]


def own_addresses(family: socket.AddressFamily = socket.AF_INET) -> list[str]:
    """Return this machine's own addresses of a family, other than the loopback's and those of one link only."""
    import psutil  # noqa: PLC0415 -- not there before the installation

    found = [one for several in psutil.net_if_addrs().values() for one in several]
    addresses = {one.address for one in found if one.family == family}
    return sorted(
        each for each in addresses if each != "::1" and not each.startswith(("127.", "fe80:"))
    )
