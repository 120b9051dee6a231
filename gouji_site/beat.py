"""The clock that sends the tasks which come round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from celery.beat import PersistentScheduler
from celery.utils.log import get_logger

from gouji_site.watchdog import watchdog

if TYPE_CHECKING:
    from kombu import Connection

RETRY_SECONDS = 2
logger = get_logger(__name__)


class Scheduler(PersistentScheduler):
    """Goes on where the machine's clock was set back, which happens after a start with a wrong one, and shows that
    it goes on.

    Celery's would wait until the old time has come again, hours perhaps, and a restart would not help: it keeps on
    disk when each task was last sent.
    """

    def tick(self) -> float:  # type: ignore[override]  # nobody gives it more
        """Send one task, if one is due; return how many seconds to wait then."""
        watchdog.start()
        watchdog.work_goes_on()
        now = self.app.now()
        for entry in self.schedule.values():
            if entry.last_run_at is not None and entry.last_run_at > now:
                entry.last_run_at = now
                self._heap = None  # It is ordered by times of the old clock.
        return float(super().tick())

    def _ensure_connected(self) -> Connection:
        """Wait for Redis as long as it takes; Celery's pauses grow up to half a minute. To wait is no hang."""

        def away(error: Exception, seconds: float) -> None:
            logger.error("No connection to Redis: %s. Again in %s s.", error, seconds)

        connected: Connection = self.connection.ensure_connection(
            away,
            interval_start=RETRY_SECONDS,
            interval_max=RETRY_SECONDS,
            callback=watchdog.work_goes_on,
        )
        return connected
