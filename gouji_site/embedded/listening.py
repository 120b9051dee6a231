"""The site's listening socket, and asking whether the site answers on it."""

from __future__ import annotations

import errno
import http.client
import os
import socket
import stat
from contextlib import suppress
from dataclasses import dataclass

from .user_errors import UserError

HEALTH = "/healthz"
# Every socket of the site may come back at once, while the web process is still starting.
BACKLOG = 2048


@dataclass(frozen=True)
class Listener:
    """A bound and listening socket."""

    socket: socket.socket
    host: str
    port: int

    def url(self) -> str:
        """Return the address to open in a browser."""
        anywhere = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}  # noqa: S104 -- shown, not bound
        shown = anywhere.get(self.host, f"[{self.host}]" if ":" in self.host else self.host)
        return f"http://{shown}:{self.port}/"

    def answers(self) -> bool:
        """Tell whether the site answers its health page with success. Takes some 5 s at most."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)  # noqa: S104
        client = http.client.HTTPConnection(host, self.port, timeout=5)
        try:
            client.request("GET", HEALTH, headers={"Host": f"localhost:{self.port}"})
            return client.getresponse().status == http.client.OK
        except (OSError, http.client.HTTPException):
            return False
        finally:
            client.close()


def listen(host: str, port: int) -> Listener:
    """Listen on a host and port (0: any free one). Raises UserError where that is taken, forbidden or no address."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind)
        # Connections of an earlier run that are still closing would keep the port taken for a minute.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        raise _listen_error(host, port, error) from None
    return Listener(listener, host, listener.getsockname()[1])


def listen_at(path: str) -> socket.socket:
    """Listen on a unix socket for a proxy on this machine. The permissions of its folder decide who can connect.

    Replaces a socket that nobody listens on any more. Raises UserError where a process listens on it, or where the
    path cannot be used.
    """
    listener = socket.socket(socket.AF_UNIX)
    try:
        _clear(path)
        listener.bind(path)
        os.chmod(path, 0o666)  # noqa: S103 -- its folder decides
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise UserError(
            f"无法监听 {path}：{error}。", f"Cannot listen at {path}: {error}."
        ) from None
    return listener


def _clear(path: str) -> None:
    """Remove a socket file that no process listens on. Raises OSError where one does."""
    with suppress(FileNotFoundError):
        if not stat.S_ISSOCK(os.stat(path).st_mode):
            return
        # A killed process leaves the file, and only connecting shows that nobody listens on it.
        with socket.socket(socket.AF_UNIX) as probe:
            if probe.connect_ex(path) != errno.ECONNREFUSED:
                raise OSError(errno.EADDRINUSE, os.strerror(errno.EADDRINUSE))
        os.unlink(path)


def inherited(number: int) -> socket.socket:
    """Return the inherited listening socket with this descriptor. Raises UserError where it is not one."""
    try:
        listener = socket.socket(fileno=number)
        if listener.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
            return listener
        listener.detach()  # The descriptor is not ours to close.
        reason = "not listening"
    except (OSError, OverflowError, ValueError) as error:
        reason = str(error)
    raise UserError(
        f"描述符 {number} 不是监听套接字（{reason}）。",
        f"Descriptor {number} is no listening socket ({reason}).",
    )


def _listen_error(host: str, port: int, error: OSError | OverflowError) -> UserError:
    number = error.errno if isinstance(error, OSError) else None
    if number == errno.EADDRINUSE:
        return UserError(
            f"端口 {port} 已被占用。请换一个，例如 --port {port + 1}。",
            f"Port {port} is taken: choose another, for example --port {port + 1}.",
        )
    if number == errno.EACCES:
        return UserError(
            f"没有权限使用端口 {port}。请用 1024 以上的端口。",
            f"No permission to use port {port}: choose one above 1024.",
        )
    return UserError(
        f"无法监听地址 {host}:{port}：{error}。",
        f"Cannot listen on {host}:{port}: {error}.",
    )
