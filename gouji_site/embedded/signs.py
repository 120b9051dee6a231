"""Signs of life of a child. Three missed in a row are a hang."""

from __future__ import annotations

import os
import socket
import struct
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

EVERY = 2.5
"""Seconds in which one sign is due. A child sends them more often."""
MISSES = 3
STARTS_WITHIN = 60.0
"""Seconds until the first sign."""
SIGN = b"WATCHDOG=1"
CREDENTIALS = struct.Struct("3i")
ANSWER_BYTES = 16


class Source(Protocol):
    """Where signs of one child come from."""

    def begin(self) -> dict[str, str]:
        """Prepare for a new process; return what its environment has to say."""

    def heard(self, pid: int) -> bool:
        """Tell whether a sign has come since the last call, without waiting."""


class NotifiedSigns:
    """The child tells of itself, as to systemd: see `gouji_site.watchdog`."""

    def __init__(self) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        self._socket.bind(
            ""
        )  # The kernel chooses a free name that is no file, so no rights keep the child away.

    def begin(self) -> dict[str, str]:
        """Name the socket, as systemd writes it."""
        name: bytes = self._socket.getsockname()
        return {"NOTIFY_SOCKET": f"@{os.fsdecode(name[1:])}"}

    def heard(self, pid: int) -> bool:
        """Read all that has come. Of what others on the machine send nothing counts."""
        found = False
        with suppress(BlockingIOError):
            while True:
                said, extra, _, _ = self._socket.recvmsg(
                    4096, socket.CMSG_SPACE(CREDENTIALS.size), socket.MSG_DONTWAIT
                )
                found |= _sender(extra) == pid and SIGN in said
        return found


def _sender(extra: list[tuple[int, int, bytes]]) -> int:
    for level, kind, data in extra:
        if (level, kind) == (socket.SOL_SOCKET, socket.SCM_CREDENTIALS):
            return int(CREDENTIALS.unpack(data)[0])
    return 0


@dataclass
class PolledSigns:
    """A server that we ask on its socket; whatever answer begins as one of those expected is a sign."""

    path: Path
    question: bytes
    answers: tuple[bytes, ...]

    def __post_init__(self) -> None:
        self._open: socket.socket | None = None
        self._until = 0.0

    def begin(self) -> dict[str, str]:
        """Forget what the process before was asked."""
        self._close()
        return {}

    def heard(self, pid: int) -> bool:  # noqa: ARG002 -- nobody else has the socket
        """Ask, and look for the answer in this call or the next ones."""
        if self._open is None or time.monotonic() > self._until:
            self._ask()
        if self._open is None:
            return False
        try:
            answer = self._open.recv(ANSWER_BYTES)
        except BlockingIOError:
            return False
        except OSError:
            answer = b""
        self._close()
        return answer.startswith(self.answers)

    def _ask(self) -> None:
        self._close()
        client = socket.socket(socket.AF_UNIX)
        client.setblocking(False)
        try:
            client.connect(str(self.path))
            client.sendall(self.question)
        except OSError:
            client.close()
            return
        self._open, self._until = client, time.monotonic() + EVERY

    def _close(self) -> None:
        if self._open is not None:
            self._open.close()
            self._open = None


def redis_at(path: Path) -> PolledSigns:
    """A Redis, which answers even while it is loading."""
    return PolledSigns(path, b"PING\r\n", (b"+PONG", b"-"))


def postgres_at(path: Path) -> PolledSigns:
    """A PostgreSQL: the question whether it speaks TLS is answered before anything else, even while it recovers."""
    return PolledSigns(path, struct.pack("!ii", 8, 80877103), (b"N", b"S"))


class Watch:
    """Counts the signs that one child has missed in a row."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.missed = 0
        self.ready = False
        self.due = 0.0

    def begin(self, now: float) -> dict[str, str]:
        """A new process is about to start; return what its environment has to say."""
        self.missed, self.ready, self.due = 0, False, now + STARTS_WITHIN
        return self._source.begin()

    def hangs(self, pid: int, now: float) -> bool:
        """Look for a sign; tell whether too many are missing."""
        if self._source.heard(pid):
            self.missed, self.ready, self.due = 0, True, now + EVERY
        elif now >= self.due:
            self.missed += 1 if self.ready else MISSES
            self.due = now + EVERY
        return self.missed >= MISSES

    def forgive(self, now: float) -> None:
        """Count anew: we were not there ourselves, as when the machine slept."""
        self.missed, self.due = 0, max(self.due, now + EVERY)
