"""How many sockets a visitor may have, how much they may say over one, and what is left of one that is torn."""

import asyncio

import pytest

from games.play.services import seats
from games.play.sockets import connection_limits, consumers
from games.play.sockets.hubs import hubs

pytestmark = [pytest.mark.live, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def table(transactional_db, make_user):
    """A table with its opener."""
    return seats.open_table(user=make_user("安"), ruleset="gouji")


async def test_a_user_has_so_many_sockets_and_one_more_when_one_has_gone(
    table, connect, monkeypatch
):
    monkeypatch.setattr(connection_limits, "MOST_OF_USER", 2)
    user = table.host
    async with connect(table.code, user) as first:
        await first.next_frame()
        async with connect(table.code, user) as second:
            await second.next_frame()
            async with connect(table.code, user) as third:
                assert await third.closed() == consumers.TOO_MANY
            async with connect(table.code) as stranger:
                assert await stranger.next_frame()
        async with connect(table.code, user) as another:
            assert await another.next_frame()


async def test_an_address_has_so_many_sockets_of_strangers(table, connect, monkeypatch):
    monkeypatch.setattr(connection_limits, "MOST_OF_ADDRESS", 1)
    async with connect(table.code) as first:
        await first.next_frame()
        async with connect(table.code) as second:
            assert await second.closed() == consumers.TOO_MANY
        async with connect(table.code, table.host) as known:
            assert await known.next_frame()


@pytest.mark.parametrize(
    ("proxies", "told", "owner"),
    [
        (0, b"6.6.6.6", "10.0.0.9"),
        (1, b"6.6.6.6, 1.2.3.4", "1.2.3.4"),
        (2, b"6.6.6.6, 1.2.3.4, 10.0.0.1", "1.2.3.4"),
        (2, b"6.6.6.6", "10.0.0.9"),
        (1, b"", "10.0.0.9"),
    ],
)
def test_a_stranger_is_known_by_the_address_that_our_own_proxy_saw(settings, proxies, told, owner):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    scope = {"headers": [(b"x-forwarded-for", told)], "client": ("10.0.0.9", 1)}
    assert connection_limits.owner_of(None, scope) == owner
    assert connection_limits.owner_of(7, scope) == 7


async def test_a_browser_that_does_not_stop_talking_is_hung_up_on(table, connect, monkeypatch):
    monkeypatch.setattr(consumers, "MOST_SAID", 3)
    monkeypatch.setattr(consumers, "SAID_SECONDS", 3600.0)
    async with connect(table.code) as browser:
        await browser.next_frame()
        for _ in range(4):
            await browser.say("x")
        assert await browser.closed() == consumers.TOO_MUCH


async def test_of_a_socket_torn_while_it_was_spoken_to_nothing_is_left(table, connect, caplog):
    from gouji_site.asgi import application

    said = iter(
        [
            {"type": "websocket.connect"},
            {"type": "websocket.receive", "text": consumers.PROBE},
        ]
    )

    async def receive():
        return next(said, None) or await asyncio.Event().wait()

    async def send(message):
        if message["type"] != "websocket.accept":
            raise ConnectionResetError

    async with connect(table.code) as watcher:
        await watcher.next_frame()
        path = f"/ws/table/{table.code}/"
        headers = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
        scope = {"type": "websocket", "path": path, "query_string": b"", "headers": headers}
        with pytest.raises(ConnectionResetError):
            await application({**scope, "subprotocols": []}, receive, send)
        assert len(hubs()._hubs[table.id].sockets) == 1
    assert not caplog.records
