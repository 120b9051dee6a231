"""A TCP proxy between browser and site, to cut the connection as a tunnel does: no close frame, just silence."""

import socket
import threading
import time
from contextlib import suppress
from typing import Self
from urllib.parse import urlsplit


class Proxy:
    """Hands bytes on in both ways. ``cut`` ends every connection and lets no new one through."""

    def __init__(self, site: str) -> None:
        parts = urlsplit(site)
        self._site = (parts.hostname or "", parts.port or 80)
        self._gate = threading.Lock()
        self._open: set[socket.socket] = set()
        self._through = True
        self._answers = True
        self._sockets = True
        self._deaf = False
        self._dead: set[socket.socket] = set()
        self._delay = 0.0
        self._door = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._door.getsockname()[1]}/"

    def __enter__(self) -> Self:
        threading.Thread(target=self._listen, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._door.close()
        self.cut()

    def cut(self) -> None:
        """The cable is out."""
        with self._gate:
            self._through = False
            ends, self._open = self._open, set()
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def swallow_answers(self) -> None:
        """What the browser says still arrives; what the site says is lost."""
        self._answers = False

    def hush(self) -> None:
        """A tunnel without an end: nothing arrives any more, and no end hears of it. What is open now stays dead for
        ever; what is opened from now on dies with it.
        """
        with self._gate:
            self._deaf = True
            self._dead |= self._open

    def slow(self, seconds: float) -> None:
        """Everything from the browser takes so much longer."""
        self._delay = seconds

    def mend(self, *, sockets: bool = True) -> None:
        """The cable is in again; without ``sockets`` for plain requests only."""
        with self._gate:
            self._through = self._answers = True
            self._sockets = sockets
            self._deaf = False
        self._delay = 0.0

    def _listen(self) -> None:
        while True:
            try:
                browser, _ = self._door.accept()
            except OSError:
                return
            with self._gate:
                if not self._through:
                    browser.close()
                    continue
                try:
                    site = socket.create_connection(self._site)
                except OSError:
                    browser.close()
                    continue
                self._open |= {browser, site}
                if self._deaf:
                    self._dead |= {browser, site}
            for source, target, answers in ((browser, site, False), (site, browser, True)):
                threading.Thread(
                    target=self._hand_on, args=(source, target, answers), daemon=True
                ).start()

    def _hand_on(self, source: socket.socket, target: socket.socket, answers: bool) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if data.startswith(b"GET /ws/") and not self._sockets:
                    break
                if not answers:
                    time.sleep(self._delay)
                if source not in self._dead and (self._answers or not answers):
                    target.sendall(data)
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
