"""The web process: uvicorn on a listening socket that the supervisor holds.

The port stays ours while this process is started again; a browser that comes back just waits.
"""

from __future__ import annotations

import socket
import sys

import uvicorn

APPLICATION = "gouji_site.asgi:application"
GRACE = 3


def main(argv: list[str]) -> None:
    """Serve on the inherited socket whose number is given, until told to stop."""
    listener = socket.socket(fileno=int(argv[1]))
    config = uvicorn.Config(
        APPLICATION,
        access_log=False,
        log_level="warning",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GRACE,
        server_header=False,
        backlog=2048,
    )
    uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main(sys.argv)
