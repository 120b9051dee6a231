"""What a running supervisor writes for other commands: a private file in the data folder."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path

from .locks import is_locked

NAME = "state.json"


@dataclass
class InstanceState:
    """The supervisor's pid, the site's address, the environment of the children, their pids and their restarts."""

    supervisor: int
    url: str = ""
    ready: bool = False
    env: dict[str, str] = field(default_factory=dict)
    processes: dict[str, int] = field(default_factory=dict)
    restarts: dict[str, int] = field(default_factory=dict)

    def save(self, data: Path) -> None:
        """Replace the file. Only our user can read it: it holds the secret key. Raises OSError."""
        # Renamed when it is whole: other commands read it at any moment.
        fresh = data / f"{NAME}.new"
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            json.dump(asdict(self), stream, indent=1)
        fresh.replace(data / NAME)


def read(data: Path) -> InstanceState | None:
    """Return what the file says, even of a run that has ended. None where it is missing or cannot be read."""
    try:
        content = json.loads((data / NAME).read_text(encoding="utf-8"))
        return InstanceState(**content)
    except (OSError, ValueError, TypeError):
        return None


def running(data: Path) -> InstanceState | None:
    """Return the state of the instance that runs on a data folder now, or None."""
    # By the lock, which the kernel drops with its holder; the pid in the file may be another process's by now.
    return read(data) if is_locked(data) else None
