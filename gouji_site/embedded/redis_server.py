"""Redis on a socket of its own. It keeps nothing on disk: all that must survive is in PostgreSQL."""

from __future__ import annotations

import signal
import socket
from dataclasses import dataclass
from pathlib import Path

from .children import Spec
from .os_users import can_use
from .paths import DataPaths
from .redis_programs import Program


@dataclass(frozen=True)
class Redis:
    """An embedded Redis."""

    paths: DataPaths
    program: Program

    def __str__(self) -> str:
        return str(self.program)

    def url(self) -> str:
        """Return the address for redis-py and all that is built on it."""
        return f"unix://{self.paths.redis_socket()}?db=0"

    def spec(self) -> Spec:
        """Return how to run the server."""
        socket_path = str(self.paths.redis_socket())
        os_user = self.paths.os_user
        return Spec(
            name="redis",
            argv=(
                *(str(self.program.path), "--port", "0", "--unixsocket", socket_path),
                *("--unixsocketperm", "700", "--save", "", "--appendonly", "no"),
                *("--daemonize", "no", "--loglevel", "warning", "--dir", str(self.paths.run)),
            ),
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"},
            cwd=Path("/"),
            log=self.paths.logs / "redis.log",
            # The program may be in a folder closed to that user, such as `.venv` under /root.
            os_user=os_user if can_use(os_user, self.program.path) else None,
            stop_signal=signal.SIGTERM,
            death_signal=signal.SIGKILL,  # It has nothing to save.
            grace=5.0,
            ready=self._answers,
        )

    def _answers(self) -> bool:
        return answers(self.paths.redis_socket())


def answers(path: Path) -> bool:
    """Tell whether a Redis answers on a socket, in a second or so. One that is still loading does not count."""
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(1.0)
        try:
            client.connect(str(path))
            client.sendall(b"PING\r\n")
            return client.recv(16).startswith(b"+PONG")
        except OSError:
            return False
