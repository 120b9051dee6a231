"""A process's sign of life, sent once a second to the process that started it: our supervisor, or systemd
(`WatchdogSec`).

Both take systemd's form, a datagram to the socket that NOTIFY_SOCKET names. A frozen process sends nothing. One whose
work stands still sends nothing either, unless Redis or PostgreSQL does not answer: a restart would help nothing then,
and would end what else the process does.
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
    """Knows whether the work of this process goes on. The main loop reports it, and a thread sends the signs."""

    def __init__(self) -> None:
        self._last = float("-inf")
        self._thread: threading.Thread | None = None

    def work_goes_on(self) -> None:
        """Report that the main loop has come round once more. Costs next to nothing."""
        self._last = time.monotonic()

    def work_takes(self, seconds: float) -> None:
        """Report that a piece of work may hold up the main loop for so long. `work_goes_on` ends that."""
        self._last = time.monotonic() + seconds

    def is_working(self) -> bool:
        """Tell whether the main loop came round within the last FRESH seconds."""
        return time.monotonic() - self._last < FRESH

    def start(self) -> None:
        """Begin to send signs, if somebody listens (NOTIFY_SOCKET). Calls after the first do nothing.

        From then on SIGABRT, by which systemd and our supervisor end a process that hangs, makes it write where each
        of its threads is.
        """
        if self._thread is None and "NOTIFY_SOCKET" in os.environ:
            faulthandler.enable(2)  # Celery puts an object without a number in place of sys.stderr.
            self._thread = threading.Thread(target=self._send_signs, name="watchdog", daemon=True)
            self._thread.start()

    def _send_signs(self) -> None:
        # Looked for often at first, so that READY follows the begin of the work at once.
        deadline = time.monotonic() + FRESH
        while not self.is_working() and time.monotonic() < deadline:
            time.sleep(0.05)
        while True:
            if self.is_working() or some_server_is_away():
                notify(SIGN)
            time.sleep(EVERY)


watchdog: Final = Watchdog()


def notify(message: str) -> None:
    """Send a message to the process that started this one, if it asked for it. Never waits, and never fails."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    # systemd's way to write a socket that is no file.
    if address.startswith("@"):
        address = f"\0{address[1:]}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender, suppress(OSError):
        sender.setblocking(False)
        sender.sendto(message.encode(), address)
