"""The web process, ``python -m gouji_site.web``: what `play` and production both run, so that the bounds of the one
are those of the other.

It listens on the socket that it was given (`--fd`, or systemd's), else on a path (`--unix`), else on host and port.
Whoever starts several gives each its own, or all the same inherited one.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import socket
import sys
from typing import Final

import uvicorn
import uvloop
from asgiref.typing import (
    ASGI3Application,
    ASGIReceiveCallable,
    ASGISendCallable,
    LifespanScope,
)
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.utils.module_loading import import_string

from gouji_site.embedded.cli_args import Parser
from gouji_site.embedded.http_limits import BoundedFrames, BoundedHeads
from gouji_site.embedded.listening import inherited, listen, listen_at
from gouji_site.embedded.user_errors import UserError
from gouji_site.health import ask_itself
from gouji_site.lib.env import SettingError, env_int, env_text
from gouji_site.watchdog import watchdog

APPLICATION = "gouji_site.asgi.application"
GRACE = 3
MAX_FRAME = 4096
"""Bytes that a browser may say at once over a socket; it has nothing to say but that it is there."""
COLLECT_AFTER = (20_000, 20, 50)
"""Python's garbage collection: a full one halts 600 sockets for 150 ms, so it must be rare."""
FIRST_OF_SYSTEMD = 3
"""The first descriptor that systemd hands over."""

OTHER_SERVER: Final = (
    "请用 python -m gouji_site.web 启动网站：直接用别的服务器，请求头和连接都没有限制。\n"
    "Start the site with python -m gouji_site.web: under another server heads and connections have no bounds."
)


def main(argv: list[str]) -> int:
    """Serve until told to stop; returns the exit code. What a person can mend is said in one sentence."""
    try:
        with listener(parse(argv)) as listening:
            application: ASGI3Application = import_string(APPLICATION)
            check_proxies(listening)
            stay_on_one_processor()
            gc.set_threshold(*COLLECT_AFTER)
            uvloop.run(serve(application, listening))
    except UserError as user_error:
        user_error.show()
        return 1
    except (ImproperlyConfigured, SettingError) as error:
        UserError(f"设置有误：{error}", "The settings do not fit.").show()
        return 1
    return 0


async def serve(application: ASGI3Application, listening: socket.socket) -> None:
    """Serve until a signal comes, and show meanwhile that we do: see `gouji_site.health` and `gouji_site.watchdog`."""
    asking = asyncio.create_task(ask_itself(application))
    watchdog.start()
    try:
        await uvicorn.Server(configured(application)).serve(sockets=[listening])
    finally:
        asking.cancel()


def parse(argv: list[str]) -> argparse.Namespace:
    """Read the command line; what it leaves open is None."""
    parser = Parser(
        prog="python -m gouji_site.web", description="网站的一个进程 One web process of the site"
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--fd", type=int, help="已打开的监听套接字 an inherited listening socket")
    where.add_argument("--unix", metavar="PATH", help="套接字文件 a unix socket (WEB_UNIX)")
    where.add_argument("--host", help="监听地址 address (WEB_HOST, 127.0.0.1)")
    parser.add_argument("--port", type=int, help="端口 port (WEB_PORT, 8000)")
    return parser.parse_args(argv)


def listener(asked: argparse.Namespace) -> socket.socket:
    """Return the socket to serve on: the command line counts first, then systemd's, then the environment.

    Raises UserError where it cannot be had, SettingError for a variable that does not fit.
    """
    fd, path = asked.fd, asked.unix
    if fd is None and path is None and asked.host is None and asked.port is None:
        fd = handed_by_systemd()
        path = env_text("WEB_UNIX") or None
    if fd is not None:
        return inherited(fd)
    if path is not None:
        return listen_at(path)
    port = asked.port if asked.port is not None else env_int("WEB_PORT", 8000)
    return listen(asked.host or env_text("WEB_HOST", "127.0.0.1"), port).socket


def handed_by_systemd() -> int | None:
    """Return the socket of a systemd socket unit, None where none was handed to this process. Its variables are
    removed, so that no child takes them for its own.
    """
    for_us = os.environ.pop("LISTEN_PID", "") == str(os.getpid())
    many = os.environ.pop("LISTEN_FDS", "")
    os.environ.pop("LISTEN_FDNAMES", None)
    return FIRST_OF_SYSTEMD if for_us and many.isdigit() and int(many) else None


def check_proxies(listening: socket.socket) -> None:
    """Raises UserError for a unix socket without TRUSTED_PROXIES: who connects there is a proxy and has no address, so
    that all the world would share the limits of one.
    """
    if listening.family == socket.AF_UNIX and not settings.ALLAUTH_TRUSTED_PROXY_COUNT:
        raise UserError(
            "套接字文件前面总有代理：请设置 TRUSTED_PROXIES（前面有几层代理）。",
            "Before a unix socket stands a proxy: set TRUSTED_PROXIES to how many there are.",
        )


def configured(application: ASGI3Application) -> uvicorn.Config:
    """Return how an application is served. It is told nothing about clients but who holds the connection: of what
    proxies say `TRUSTED_PROXIES` and `HTTPS` decide (`gouji_site/lib/addresses.py`, `settings.py`).
    """
    return uvicorn.Config(
        application,
        http=BoundedHeads,
        access_log=False,
        log_config=None,  # The site's own handler cuts what strangers make long.
        log_level="warning",
        lifespan="off",
        proxy_headers=False,
        ws=BoundedFrames,
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


async def refuse_other_servers(
    scope: LifespanScope,  # noqa: ARG001 -- as ASGI has it
    receive: ASGIReceiveCallable,
    send: ASGISendCallable,
) -> None:
    """End the start of a server that is not ours. Ours sets bounds to heads, connections and what is said over sockets,
    before an application hears of them, and asks nothing at its start; every other asks here.
    """
    await receive()
    await send({"type": "lifespan.startup.failed", "message": OTHER_SERVER})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
