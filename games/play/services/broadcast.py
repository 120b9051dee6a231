"""What is sent and started after a commit. Nothing here raises, waits, or can undo a move.

A channel group hears that its table has changed, never how: no cards travel here. Messages and tasks are sent by a loop
and a thread of this process's own, so that no request and no task waits for a Redis that is dead or frozen. What is lost
meanwhile is found by comparing versions (sockets) and by the sweep (bots).
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
"""The group of every web process, for what concerns a user at all their tables."""

MOST_WAITING: Final = 1000
"""Tasks that may wait to be sent. While Redis is frozen further ones are left to the sweep, or memory would fill."""

_lock: Final = threading.Lock()
_loops: Final[dict[int, asyncio.AbstractEventLoop]] = {}
_threads: Final[dict[int, ThreadPoolExecutor]] = {}
_waiting: Final = threading.BoundedSemaphore(MOST_WAITING)


def group_of(table_id: int) -> str:
    """The channel group of a table's sockets."""
    return f"table.{table_id}"


def table_changed(table_id: int) -> None:
    """Tell every socket on this table, in all processes, that it has changed."""
    message: LayerMessage = {"type": TABLE_CHANGED, "table": table_id}
    asyncio.run_coroutine_threadsafe(_send(group_of(table_id), message), _loop())


def ask_who_is_here(table_id: int, user_id: int) -> None:
    """Ask the other web processes whether this user has a socket on this table there: the last one here has closed."""
    message: LayerMessage = {"type": SEAT_ASKED, "table": table_id, "user": user_id}
    asyncio.run_coroutine_threadsafe(_send(group_of(table_id), message), _loop())


def chat_changed(table_id: int, number: int) -> None:
    """Tell every socket on this table that there is a new line of chat, or (0) that one was hidden."""
    message: LayerMessage = {"type": CHAT_CHANGED, "table": table_id, "chat": number}
    asyncio.run_coroutine_threadsafe(_send(group_of(table_id), message), _loop())


def close_sockets(user_id: int) -> None:
    """Have every process close the sockets of a user who has signed out or may not sign in any more."""
    message: LayerMessage = {"type": USER_GONE, "user": user_id}
    asyncio.run_coroutine_threadsafe(_send(PEOPLE, message), _loop())


def start_bots(match_id: int, prompt_versions: dict[int, int]) -> None:
    """Start a bot for each of these seats, after BOT_PACE seconds; each with the version of its prompt."""
    # The pace is the same whatever a bot holds: a bot that answers sooner with nothing to play would tell it.
    for seat, version in prompt_versions.items():
        pace = settings.BOT_PACE or None
        start_task("games.play.tasks.bot_turn", match_id, seat, version, countdown=pace)


def start_settling(match_id: int) -> None:
    """Start what a match waits for and nobody has to answer: the tribute between two deals."""
    start_task("games.play.tasks.settle", match_id)


def start_deliveries(end_id: int) -> None:
    """Start the deliveries of one end of a match; see ``services.finish``."""
    start_task("games.play.tasks.deliver_end", end_id)


def start_task(name: str, *args: int, countdown: float | None = None) -> None:
    """Send a task to the workers, to be run after ``countdown`` seconds. One that Redis does not take is logged and lost."""
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
        # A frozen Redis takes a connection and never answers.
        async with asyncio.timeout(2):
            await layer.group_send(group, message)
    except Exception as error:  # noqa: BLE001 -- whatever Redis does, the move stands
        log.warning("%s: change not told: %s", group, error)


def _thread() -> ThreadPoolExecutor:
    # By process id: a worker's children are forked, and inherit this dict but none of its threads.
    pid = os.getpid()
    with _lock:
        if pid not in _threads:
            _threads[pid] = ThreadPoolExecutor(1, "tasks")
        return _threads[pid]


def _loop() -> asyncio.AbstractEventLoop:
    # By process id, as in ``_thread``. Not the server's own loop: services run in threads and tasks that have none.
    pid = os.getpid()
    with _lock:
        if pid not in _loops:
            loop = asyncio.new_event_loop()
            threading.Thread(target=loop.run_forever, name="broadcast", daemon=True).start()
            _loops[pid] = loop
        return _loops[pid]
