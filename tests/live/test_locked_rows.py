"""A row that somebody holds for long starves no web process."""

import asyncio

import httpx
import psycopg
import pytest
from channels.db import database_sync_to_async
from django.db import connection, connections
from django.test import Client

FIRST = asyncio.FIRST_COMPLETED

pytestmark = [pytest.mark.live, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def _patient(monkeypatch):
    """No wait for a lock ends by itself within this test."""
    monkeypatch.setitem(
        connections.databases["default"]["OPTIONS"], "options", "-c lock_timeout=60s"
    )


@pytest.fixture
def browser_of():
    """A function that makes a browser which somebody has signed in with."""
    from gouji_site.asgi import application

    def make(user):
        client = Client()
        client.force_login(user)
        client.get("/")
        cookies = {name: morsel.value for name, morsel in client.cookies.items()}
        return httpx.AsyncClient(
            transport=httpx.ASGITransport(application),
            base_url="http://localhost",
            cookies=cookies,
            headers={"X-CSRFToken": cookies["csrftoken"], "HX-Request": "true"},
        )

    return make


@pytest.fixture
def holder(transactional_db):
    """Another connection, which may hold rows."""
    with psycopg.connect(**connection.get_connection_params()) as other:
        yield other


@pytest.mark.parametrize("do", ["stay", "leave"])
@pytest.mark.usefixtures("_patient")
async def test_while_a_match_is_locked_half_of_the_threads_wait_and_the_site_answers(
    holder, dealt, browser_of, do
):
    table, match, people = dealt
    browsers = [await database_sync_to_async(browser_of)(user) for user in people]
    holder.execute("SELECT 1 FROM play_match WHERE id = %s FOR UPDATE", [match.id])
    form = {"do": do, "seen": f"{match.id}-{match.version}"}
    presses = [
        asyncio.create_task(browser.post(f"/table/{table.code}/act/", data=form))
        for browser in browsers
    ]
    try:
        await asyncio.wait(presses, timeout=30, return_when=FIRST)
        answers = [await asyncio.wait_for(browser.get("/"), 30) for browser in browsers]
        waiting = set(presses)
        while len(waiting) > 2:
            refused, waiting = await asyncio.wait(waiting, timeout=30, return_when=FIRST)
            assert refused
    finally:
        holder.rollback()
    answered = await asyncio.gather(*waiting)
    assert {answer.status_code for answer in answers} == {200}
    refused = set(presses) - waiting
    assert len(waiting) == 2
    assert {press.result().status_code for press in refused} == {409}
    assert all("这一下没有生效" in press.result().text for press in refused)
    assert {answer.status_code for answer in answered} == {200}
