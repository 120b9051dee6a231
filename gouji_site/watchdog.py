"""A process's sign of life, sent once a second to whoever started it: our supervisor, or systemd (`WatchdogSec`).

Both are told in systemd's way, by a datagram to the socket that NOTIFY_SOCKET names. A frozen process sends
nothing. One whose work stands still sends nothing either, unless it waits for Redis or PostgreSQL: to start it
again would mend nothing then, and would end what else it does.
"""

from __future__ import annotations

import faulthandler
import os
import socket
import threading
import time
from contextlib import suppress
from typing import Final

from gouji_site.servers import some_server_is_away

EVERY: Final = 1.0
"""Seconds between two signs."""
FRESH: Final = 2.0
"""Seconds for which a process counts as working after its work last went on."""
SIGN: Final = "READY=1\nWATCHDOG=1"


class Watchdog:
    """Whether the work of this process goes on. Its main loop says so; a thread of its own passes it on."""

    def __init__(self) -> None:
        self._last = float("-inf")
        self._thread: threading.Thread | None = None

    def work_goes_on(self) -> None:
        """Called wherever the main work of the process has come round once more. Costs nothing."""
        self._last = time.monotonic()

    def work_takes(self, seconds: float) -> None:
        """One piece of work begins that may hold up the main loop for so long; `work_goes_on` ends it."""
        self._last = time.monotonic() + seconds

    def is_working(self) -> bool:
        """Whether the main work went on a moment ago."""
        return time.monotonic() - self._last < FRESH

    def start(self) -> None:
        """Begin to send signs, once in a process, where somebody listens. What hangs and is ended by SIGABRT,
        as systemd does, writes where each of its threads was.
        """
        if self._thread is None and "NOTIFY_SOCKET" in os.environ:
            faulthandler.enable(2)  # Celery puts an object without a number in place of sys.stderr.
            self._thread = threading.Thread(target=self._send_signs, name="watchdog", daemon=True)
            self._thread.start()

    def _send_signs(self) -> None:
        deadline = time.monotonic() + FRESH
        while not self.is_working() and time.monotonic() < deadline:
            time.sleep(0.05)
        while True:
            if self.is_working() or some_server_is_away():
                notify(SIGN)
            time.sleep(EVERY)


watchdog: Final = Watchdog()


def notify(message: str) -> None:
    """Tell whoever started this process, if they asked for it. Never waits, and never fails."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if address.startswith("@"):
        address = f"\0{address[1:]}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender, suppress(OSError):
        sender.setblocking(False)
        sender.sendto(message.encode(), address)
