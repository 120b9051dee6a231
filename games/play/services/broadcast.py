"""What is told and started after a commit. Nothing here can undo a move, and nothing here waits.

A channel group hears that its table has changed, never what: no cards travel here. Sends run on a loop
and a thread of this process's own, so that neither a request nor a task waits for Redis, dead or
frozen; what is lost meanwhile is found by comparing versions (sockets) and by the sweep (bots).
"""

import asyncio
import logging
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from celery import current_app
from channels.layers import get_channel_layer
from django.conf import settings

from gouji_site.lib.channels_types import ChannelLayer, LayerMessage

log: Final = logging.getLogger(__name__)

TABLE_CHANGED: Final = "table.changed"
CHAT_CHANGED: Final = "table.chat"
SEAT_ASKED: Final = "seat.asked"
USER_GONE: Final = "user.gone"
PEOPLE: Final = "people"
"""The group that every web process hears: news of users."""

MOST_WAITING: Final = 1000
"""Tasks that may wait to be sent; while Redis is frozen further ones are left to the sweep."""

_lock: Final = threading.Lock()
_loops: Final[dict[int, asyncio.AbstractEventLoop]] = {}
_threads: Final[dict[int, ThreadPoolExecutor]] = {}
_waiting: Final = threading.BoundedSemaphore(MOST_WAITING)


def group_of(table_id: int) -> str:
    """The channel group of a table's sockets."""
    return f"table.{table_id}"


def table_changed(table_id: int) -> None:
    """Let every socket on this table know that it has changed."""
    news: LayerMessage = {"type": TABLE_CHANGED, "table": table_id}
    asyncio.run_coroutine_threadsafe(_send(group_of(table_id), news), _loop())


def ask_who_is_here(table_id: int, user_id: int) -> None:
    """Ask the other web processes whether this user has a socket on this table with them: the last one
    here has closed.
    """
    message: LayerMessage = {"type": SEAT_ASKED, "table": table_id, "user": user_id}
    asyncio.run_coroutine_threadsafe(_send(group_of(table_id), message), _loop())


def chat_changed(table_id: int, number: int) -> None:
    """Let every socket on this table know that there is a new line, or (0) that one was taken away."""
    said: LayerMessage = {"type": CHAT_CHANGED, "table": table_id, "chat": number}
    asyncio.run_coroutine_threadsafe(_send(group_of(table_id), said), _loop())


def close_sockets(user_id: int) -> None:
    """Let every socket of a user who has signed out end."""
    gone: LayerMessage = {"type": USER_GONE, "user": user_id}
    asyncio.run_coroutine_threadsafe(_send(PEOPLE, gone), _loop())


def start_bots(match_id: int, prompt_versions: dict[int, int]) -> None:
    """Start a bot for each of these seats, asked at that version, at the bots' pace."""
    for seat, version in prompt_versions.items():
        pace = settings.BOT_PACE or None
        start_task("games.play.tasks.bot_turn", match_id, seat, version, countdown=pace)


def start_settling(match_id: int) -> None:
    """Start what a match waits for and nobody has to answer: tribute between two deals."""
    start_task("games.play.tasks.settle", match_id)


def start_deliveries(end_id: int) -> None:
    """Start what the rest of the site does about the end of a match; see ``services.finish``."""
    start_task("games.play.tasks.deliver_end", end_id)


def start_task(name: str, *args: int, countdown: float | None = None) -> None:
    """Send a task to the workers, soon; one that Redis does not take is lost and logged."""
    if not _waiting.acquire(blocking=False):
        log.warning("%s%s: too many tasks wait to be sent", name, args)
        return
    _thread().submit(_publish, name, args, countdown)


def _publish(name: str, args: tuple[int, ...], countdown: float | None) -> None:
    try:
        current_app.send_task(name, args=args, countdown=countdown, retry=False)
    except Exception as error:  # noqa: BLE001 -- whatever Redis does, the move stands
        log.warning("%s%s: not sent: %s", name, args, error)
    finally:
        _waiting.release()


async def _send(group: str, message: LayerMessage) -> None:
    layer: ChannelLayer = get_channel_layer()
    try:
        async with asyncio.timeout(2):
            await layer.group_send(group, message)
    except Exception as error:  # noqa: BLE001 -- whatever Redis does, the move stands
        log.warning("%s: change not told: %s", group, error)


def _thread() -> ThreadPoolExecutor:
    pid = os.getpid()
    with _lock:
        if pid not in _threads:
            _threads[pid] = ThreadPoolExecutor(1, "tasks")
        return _threads[pid]


def _loop() -> asyncio.AbstractEventLoop:
    pid = os.getpid()
    with _lock:
        if pid not in _loops:
            loop = asyncio.new_event_loop()
            threading.Thread(target=loop.run_forever, name="news", daemon=True).start()
            _loops[pid] = loop
        return _loops[pid]
