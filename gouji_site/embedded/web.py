"""The web process: uvicorn on a listening socket that the supervisor holds.

The port stays ours while this process is started again; a browser that comes back just waits.
"""

from __future__ import annotations

import gc
import os
import socket
import sys
from typing import TYPE_CHECKING

import uvicorn

from .patience import BoundedHeads, BoundedTalk

if TYPE_CHECKING:
    from uvicorn._types import ASGIApplication

APPLICATION = "gouji_site.asgi:application"
GRACE = 3
MAX_FRAME = 4096
"""Bytes that a browser may say at once over a socket; it has nothing to say but that it is there."""
COLLECT_AFTER = (20_000, 20, 50)
"""Python's garbage collection: a full one halts 600 sockets for 150 ms, so it shall be rare."""


def main(argv: list[str]) -> None:
    """Serve on the inherited socket whose number is given, until told to stop."""
    listener = socket.socket(fileno=int(argv[1]))
    stay_on_one_processor()
    gc.set_threshold(*COLLECT_AFTER)
    uvicorn.Server(configured(APPLICATION)).run(sockets=[listener])


def configured(application: ASGIApplication | str) -> uvicorn.Config:
    """How we serve an application."""
    return uvicorn.Config(
        application,
        http=BoundedHeads,
        access_log=False,
        log_level="warning",
        ws=BoundedTalk,
        ws_max_size=MAX_FRAME,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GRACE,
        server_header=False,
        backlog=2048,
    )


def stay_on_one_processor() -> None:
    """Keep our threads together: only one of them runs at a time, and passing its lock from one processor
    to another costs a quarter of all we do (with 100 tables at 100 moves a second 9.4 ms a move against 6.6).
    """
    usable = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {usable[os.getpid() % len(usable)]})


if __name__ == "__main__":
    main(sys.argv)
