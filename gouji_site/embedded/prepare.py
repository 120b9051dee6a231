"""Brings the database and the collected static files up to date, in one Django process.

The supervisor runs it as a process of its own, as the user whom the site would run as.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import django
import redis
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.db import OperationalError, connection

from .user_errors import NO_DATABASE, NO_REDIS

STAMP = ".collected"


def fingerprint() -> str:
    """Return a digest that changes whenever any static file of the site or its packages does.

    By size and time of change: to read all files would take as long as to collect them.
    """
    digest = hashlib.sha256(str(settings.STORAGES).encode())
    for finder in finders.get_finders():
        for path, storage in finder.list([]):
            found = os.stat(storage.path(path))
            digest.update(f"{path}\0{found.st_size}\0{found.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def collect_static() -> None:
    """Collect the static files unless nothing has changed since the last time.

    Instances may share the folder (STATIC_ROOT); this waits while another one collects.
    """
    root = Path(settings.STATIC_ROOT)
    root.mkdir(parents=True, exist_ok=True)
    with _alone_in(root):
        stamp, now = root / STAMP, fingerprint()
        if stamp.exists() and stamp.read_text() == now:
            return
        # Gone until all is done: after a run that was cut off, the next one collects.
        stamp.unlink(missing_ok=True)
        call_command("collectstatic", interactive=False, verbosity=0)
        stamp.write_text(now)


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def reach_redis() -> None:
    """Return if Redis answers within 5 s. Raises redis.RedisError if not, ValueError for an address that is none."""
    client = redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=5, socket_timeout=5)
    client.ping()
    client.close()


def main() -> None:
    """Check that both servers answer, then migrate and collect. Exits with one line of text where one does not."""
    django.setup()
    try:
        reach_redis()
    except (redis.RedisError, ValueError) as error:
        sys.exit(f"{NO_REDIS}{error}")
    try:
        connection.ensure_connection()
    except OperationalError as error:
        sys.exit(f"{NO_DATABASE}{str(error).strip()}")
    call_command("migrate", interactive=False, verbosity=1)
    collect_static()


if __name__ == "__main__":
    main()
