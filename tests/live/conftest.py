"""Real sockets on the real ASGI application, real Redis between them."""

from contextlib import asynccontextmanager

import pytest
from asgiref.testing import ApplicationCommunicator
from channels.db import database_sync_to_async
from django.db import connections
from django.test import Client

from games.play.services import moves
from games.play.sockets.table_hub import Found
from tests.play.seated import begin, open_full

QUIET = 1.0


class Browser:
    """One socket on a table, and the frames it was sent."""

    def __init__(self, socket):
        self.socket = socket
        self.connected = False
        self.frames: list[str] = []

    async def open(self):
        """Shake hands; whether the server accepted."""
        await self.socket.send_input({"type": "websocket.connect"})
        answer = await self.socket.receive_output(5)
        return answer["type"] == "websocket.accept"

    async def next_frame(self, within=5.0):
        """The next frame, kept."""
        message = await self.socket.receive_output(within)
        assert message["type"] == "websocket.send", message
        self.frames.append(message["text"])
        return message["text"]

    async def closed(self):
        """The code with which the server ends the socket."""
        message = await self.socket.receive_output(5)
        assert message["type"] == "websocket.close", message
        return message["code"]

    async def say(self, text):
        """A frame from the browser."""
        await self.socket.send_input({"type": "websocket.receive", "text": text})

    async def settle(self, quiet=QUIET):
        """All frames until the socket is silent for a while."""
        while not await self.socket.receive_nothing(timeout=quiet):
            await self.next_frame()
        return self.frames

    async def close(self):
        """The browser goes."""
        await self.socket.send_input({"type": "websocket.disconnect", "code": 1001})
        await self.socket.wait(5)


@pytest.fixture(autouse=True)
def _no_lasting_connections(settings):
    connections.databases["default"]["CONN_MAX_AGE"] = 0


@pytest.fixture
def connect():
    """A function that opens a socket as a user (None: nobody) on a table."""
    from gouji_site.asgi import application

    @asynccontextmanager
    async def open_socket(code, user=None, origin=b"http://localhost"):
        headers = [(b"origin", origin), (b"host", b"localhost")]
        if user is not None:
            cookie = await database_sync_to_async(_cookie)(user)
            headers.append((b"cookie", cookie))
        path = f"/ws/table/{code}/"
        scope = {"type": "websocket", "path": path, "query_string": b"", "headers": headers}
        browser = Browser(ApplicationCommunicator(application, {**scope, "subprotocols": []}))
        browser.connected = await browser.open()
        try:
            yield browser
        finally:
            await browser.close()

    return open_socket


def _cookie(user):
    client = Client()
    client.force_login(user)
    return f"sessionid={client.cookies['sessionid'].value}".encode()


@pytest.fixture
def found_at():
    """A coroutine that reads what is read for a socket that comes to a table."""

    @database_sync_to_async
    def read(table):
        table.refresh_from_db()
        return Found.of(table)

    return read


@pytest.fixture
def dealt(transactional_db, make_user, known_deal):
    """A match just dealt to six people: the table, the match and the people."""
    people = [make_user(name) for name in "安柏程丁尔方"]
    table = open_full("gouji(games=1)", people)
    known_deal(table)
    return table, begin(table, people), people


@pytest.fixture
def act():
    """A coroutine that submits an action for somebody at the present version."""

    @database_sync_to_async
    def submit(match, user, text):
        match.refresh_from_db()
        return moves.submit_action(
            match_id=match.id,
            table_id=match.table_id,
            user=user,
            text=text,
            version=match.last_prompt_version,
        )

    return submit
