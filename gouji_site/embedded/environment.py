"""Environment variables of the site's processes: settings are read from there only."""

from __future__ import annotations

import os
import secrets
import socket
from pathlib import Path
from urllib.parse import urlsplit

SETTINGS = "gouji_site.settings"
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
NOT_FOR_CHILDREN = (
    # The packages of another Python, and the mark of another instance, which would end our child as its leftover.
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
    """Return the secret key of a data folder, making it the first time. Only our user can read the file."""
    path = data / "secret_key"
    if path.exists() and (known := path.read_text(encoding="ascii").strip()):
        return known
    # Renamed when it is whole: with a key cut short, the next start would take that one.
    fresh = path.with_name("secret_key.new")
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as stream:
        stream.write(key := secrets.token_urlsafe(50))
    fresh.replace(path)
    return key


def broker_url(redis_url: str) -> str:
    """Return a Redis address in the form that Celery's broker reads: Celery writes unix sockets differently."""
    parts = urlsplit(redis_url)
    if parts.scheme != "unix":
        return redis_url
    number = parts.query.removeprefix("db=") or "0"
    return f"redis+socket://{parts.path}?virtual_host={number}"


def site_env(data: Path, database_url: str, redis_url: str, host: str) -> dict[str, str]:
    """Return the variables of the site's processes. The broker, the secret key and the allowed hosts of our own
    environment win over what is made here. Makes a secret key in `data` where there is none.
    """
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
    # Unbuffered: a killed process must have its last lines in the log. glibc keeps up to eight arenas a core, and
    # each holds on to the memory that its threads have freed.
    extra = {"PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1", "MALLOC_ARENA_MAX": "2"}
    return {**kept, **extra}


def names_of(host: str) -> list[str]:
    """Return the host names that a server listening on this address answers to (ALLOWED_HOSTS)."""
    if host in {"127.0.0.1", "localhost", "::1"}:
        return list(LOOPBACK)
    if host not in {"0.0.0.0", "::", ""}:  # noqa: S104 -- compared, not bound
        return [*LOOPBACK, f"[{host}]" if ":" in host else host]
    name = socket.gethostname()
    six = own_addresses(socket.AF_INET6) if host == "::" else []
    return [*LOOPBACK, name, f"{name}.local", *own_addresses(), *(f"[{one}]" for one in six)]


def own_addresses(family: socket.AddressFamily = socket.AF_INET) -> list[str]:
    """Return this machine's own addresses of a family, without loopback and link-local ones."""
    import psutil  # noqa: PLC0415 -- not installed yet when `bootstrap` imports this module

    found = [one for several in psutil.net_if_addrs().values() for one in several]
    addresses = {one.address for one in found if one.family == family}
    # A link-local address is one only together with a zone, which browsers do not take.
    return sorted(
        each for each in addresses if each != "::1" and not each.startswith(("127.", "fe80:"))
    )
