"""Redis on a socket of its own, nothing kept on disk: nothing lives only in Redis."""

from __future__ import annotations

import signal
import socket
from dataclasses import dataclass
from pathlib import Path

from .children import Spec
from .os_users import can_use
from .paths import Places
from .redis_programs import Program


@dataclass(frozen=True)
class Redis:
    """An embedded Redis."""

    places: Places
    program: Program

    def __str__(self) -> str:
        return str(self.program)

    def url(self) -> str:
        """Return the address for redis-py and all that is built on it."""
        return f"unix://{self.places.redis_socket()}?db=0"

    def spec(self) -> Spec:
        """Return how to run the server."""
        socket_path = str(self.places.redis_socket())
        account = self.places.account
        return Spec(
            name="redis",
            argv=(
                *(str(self.program.path), "--port", "0", "--unixsocket", socket_path),
                *("--unixsocketperm", "700", "--save", "", "--appendonly", "no"),
                *("--daemonize", "no", "--loglevel", "warning", "--dir", str(self.places.run)),
            ),
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"},
            cwd=Path("/"),
            log=self.places.logs / "redis.log",
            account=account if can_use(account, self.program.path) else None,
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
