"""Brings the database and the collected static files up to date, in one Django process."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import django
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.management import call_command

STAMP = "static.stamp"


def fingerprint() -> str:
    """Return a digest that changes whenever any static file of the site or its packages does."""
    digest = hashlib.sha256(str(settings.STORAGES).encode())
    for finder in finders.get_finders():
        for path, storage in finder.list([]):
            found = os.stat(storage.path(path))
            digest.update(f"{path}\0{found.st_size}\0{found.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def collect_static(data: Path) -> None:
    """Collect the static files unless nothing has changed since the last time."""
    stamp, now = data / STAMP, fingerprint()
    if Path(settings.STATIC_ROOT).is_dir() and stamp.exists() and stamp.read_text() == now:
        return
    stamp.unlink(missing_ok=True)
    call_command("collectstatic", interactive=False, verbosity=0)
    stamp.write_text(now)


def main() -> None:
    """Migrate and collect."""
    django.setup()
    call_command("migrate", interactive=False, verbosity=1)
    collect_static(Path(os.environ["DATA_DIR"]))


if __name__ == "__main__":
    main()
