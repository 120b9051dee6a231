"""Signs of life of a child. Three missed in a row are a hang: it is ended after some 7.5 s.

Nothing here waits: the supervisor has one thread, and a frozen child must not hold it up.
"""

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
"""Seconds in which one sign is due. A child sends one a second (`gouji_site.watchdog.EVERY`)."""
MISSES = 3
STARTS_WITHIN = 60.0
"""Seconds until the first sign: a start loads Django, and on a busy machine that takes long."""
SIGN = b"WATCHDOG=1"
CREDENTIALS = struct.Struct("3i")
ANSWER_BYTES = 16


class Source(Protocol):
    """Where signs of one child come from."""

    def begin(self) -> dict[str, str]:
        """Prepare for a new process. Returns variables for its environment."""

    def heard(self, pid: int) -> bool:
        """Tell whether a sign has come since the last call, without waiting."""


class NotifiedSigns:
    """The child sends signs itself, as to systemd: see `gouji_site.watchdog`."""

    def __init__(self) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        # The kernel then says which process has sent each datagram: any process here may send some.
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        # The kernel chooses a free name that is no file, so a child of another user can reach it.
        self._socket.bind("")

    def begin(self) -> dict[str, str]:
        """Return the name of the socket, written as systemd does."""
        name: bytes = self._socket.getsockname()
        return {"NOTIFY_SOCKET": f"@{os.fsdecode(name[1:])}"}

    def heard(self, pid: int) -> bool:
        """Read all that has come. Only what the process itself has sent counts."""
        found = False
        with suppress(BlockingIOError):
            while True:
                message, ancillary, _, _ = self._socket.recvmsg(
                    4096, socket.CMSG_SPACE(CREDENTIALS.size), socket.MSG_DONTWAIT
                )
                found |= _sender(ancillary) == pid and SIGN in message
        return found


def _sender(ancillary: list[tuple[int, int, bytes]]) -> int:
    for level, kind, data in ancillary:
        if (level, kind) == (socket.SOL_SOCKET, socket.SCM_CREDENTIALS):
            return int(CREDENTIALS.unpack(data)[0])
    return 0


@dataclass
class PolledSigns:
    """A server that is asked on its socket. An answer that begins as one of `answers` is a sign."""

    path: Path
    question: bytes
    answers: tuple[bytes, ...]

    def __post_init__(self) -> None:
        self._open: socket.socket | None = None
        self._until = 0.0

    def begin(self) -> dict[str, str]:
        """Drop the question to the process before."""
        self._close()
        return {}

    def heard(self, pid: int) -> bool:  # noqa: ARG002 -- nobody else has the socket
        """Ask, and look for the answer in this call or the next ones. An answer is waited for EVERY seconds."""
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
    """Signs of a Redis, which answers even while it is loading (with an error, which counts too)."""
    return PolledSigns(path, b"PING\r\n", (b"+PONG", b"-"))


def postgres_at(path: Path) -> PolledSigns:
    """Signs of a PostgreSQL. It answers whether it speaks TLS before anything else, even while it recovers."""
    # SSLRequest of the protocol: the length of the message, and its code.
    return PolledSigns(path, struct.pack("!ii", 8, 80877103), (b"N", b"S"))


class Watch:
    """Counts the signs that one child has missed in a row."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.missed = 0
        self.ready = False
        self.due = 0.0

    def begin(self, now: float) -> dict[str, str]:
        """Begin to count for a new process that is about to start. Returns variables for its environment."""
        self.missed, self.ready, self.due = 0, False, now + STARTS_WITHIN
        return self._source.begin()

    def hangs(self, pid: int, now: float) -> bool:
        """Look for a sign, and tell whether too many are missing. To be called at `due` at the latest."""
        if self._source.heard(pid):
            self.missed, self.ready, self.due = 0, True, now + EVERY
        elif now >= self.due:
            # Before the first sign nothing is missed until STARTS_WITHIN is over, and then all at once.
            self.missed += 1 if self.ready else MISSES
            self.due = now + EVERY
        return self.missed >= MISSES

    def forgive(self, now: float) -> None:
        """Count anew, because nobody listened for a while, as when the machine slept."""
        self.missed, self.due = 0, max(self.due, now + EVERY)
