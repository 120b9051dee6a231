"""How the embedded web process settles on its machine."""

import os
import socket
import threading

import pytest
import uvicorn
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import connect

from gouji_site.embedded import web

pytestmark = pytest.mark.unit

TOO_BIG = 1009


async def echo(scope, receive, send):
    """Say again what is said over a socket."""
    while (message := await receive())["type"] != "websocket.disconnect":
        if message["type"] == "websocket.connect":
            await send({"type": "websocket.accept"})
        else:
            await send({"type": "websocket.send", "text": message["text"]})


@pytest.fixture
def address():
    """Where the application is served as the web process serves its own."""
    config = web.configured(echo)
    config.lifespan = "off"
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        yield f"ws://127.0.0.1:{listener.getsockname()[1]}/"
        server.should_exit = True
        thread.join(10)


def test_a_frame_as_large_as_allowed_is_heard_and_a_larger_one_ends_the_socket(address):
    with connect(address) as browser:
        browser.send("x" * web.MAX_FRAME)
        assert browser.recv(10) == "x" * web.MAX_FRAME
        browser.send("x" * (web.MAX_FRAME + 1))
        with pytest.raises(ConnectionClosedError) as ended:
            browser.recv(10)
    assert ended.value.rcvd is not None
    assert ended.value.rcvd.code == TOO_BIG


@pytest.mark.parametrize(("pid", "usable", "chosen"), [(6, {3}, 3), (6, {0, 1}, 0), (7, {2, 5}, 5)])
def test_the_web_process_stays_on_one_of_the_processors_that_it_may_use(
    monkeypatch, pid, usable, chosen
):
    pinned = []
    monkeypatch.setattr(os, "getpid", lambda: pid)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: usable)
    monkeypatch.setattr(os, "sched_setaffinity", lambda who, cpus: pinned.append((who, cpus)))

    web.stay_on_one_processor()

    assert pinned == [(0, {chosen})]
