"""The main loop of a Celery worker, which shows that it turns, and is soon back when Redis is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from celery.concurrency import solo
from celery.signals import task_postrun, task_prerun
from celery.utils.log import get_logger
from celery.worker import consumer
from celery.worker.state import maybe_shutdown

from gouji_site.watchdog import EVERY, watchdog

if TYPE_CHECKING:
    from kombu import Connection
    from kombu.asynchronous import Hub

RETRY_SECONDS: Final = 2
"""Celery's own pauses grow up to half a minute, in which a worker sleeps though Redis is back."""

logger = get_logger(__name__)


class Consumer(consumer.Consumer):
    """Celery's, the loop that takes tasks from Redis and gives them to the pool."""

    def start(self) -> None:
        """Run until the worker stops."""
        watchdog.start()
        if isinstance(self.pool, solo.TaskPool):
            self._watch_tasks()
        super().start()

    def _watch_tasks(self) -> None:
        """A solo pool runs tasks in the main loop itself; each may take the time that any task may."""
        limit = self.app.conf.task_time_limit or 0
        task_prerun.connect(lambda **_: watchdog.work_takes(limit), weak=False)
        task_postrun.connect(lambda **_: watchdog.work_goes_on(), weak=False)

    def register_with_event_loop(self, hub: Hub) -> None:
        """Begin with a new connection, whose loop calls us as long as it turns."""
        super().register_with_event_loop(hub)
        watchdog.work_goes_on()
        hub.timer.call_repeatedly(EVERY, watchdog.work_goes_on)

    def ensure_connected(self, conn: Connection) -> Connection:
        """Wait for Redis as long as it takes. To wait for it is no hang."""

        def away(error: Exception, seconds: float) -> None:
            logger.error("No connection to Redis: %s. Again in %s s.", error, seconds)

        def waiting() -> None:
            maybe_shutdown()
            watchdog.work_goes_on()

        connected: Connection = conn.ensure_connection(
            away,
            interval_start=1,
            interval_step=1,
            interval_max=RETRY_SECONDS,
            callback=waiting,
        )
        self.first_connection_attempt = False
        return connected
