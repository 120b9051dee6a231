"""The site's listening socket, and asking whether the site answers on it."""

from __future__ import annotations

import errno
import http.client
import socket
from dataclasses import dataclass

from .trouble import Trouble

HEALTH = "/healthz"


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
        """Tell whether the site says it is well."""
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
    """Bind an address, port 0 meaning any; `Trouble` when it is taken or not ours."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(2048)
    except (OSError, OverflowError) as error:
        raise _listen_trouble(host, port, error) from None
    return Listener(listener, host, listener.getsockname()[1])


def _listen_trouble(host: str, port: int, error: OSError | OverflowError) -> Trouble:
    number = error.errno if isinstance(error, OSError) else None
    if number == errno.EADDRINUSE:
        return Trouble(
            f"端口 {port} 已被占用。请换一个，例如 --port {port + 1}。",
            f"Port {port} is taken: choose another, for example --port {port + 1}.",
        )
    if number == errno.EACCES:
        return Trouble(
            f"没有权限使用端口 {port}。请用 1024 以上的端口。",
            f"No permission to use port {port}: choose one above 1024.",
        )
    return Trouble(
        f"无法监听地址 {host}:{port}：{error}。",
        f"Cannot listen on {host}:{port}: {error}.",
    )
