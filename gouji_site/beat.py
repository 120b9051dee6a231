"""The clock that sends the tasks which come round."""

from __future__ import annotations

from datetime import datetime
from functools import cached_property

from celery.beat import PersistentScheduler, ScheduleEntry
from celery.utils.log import get_logger
from kombu import Producer

from gouji_site.watchdog import watchdog

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
        ahead = [entry for entry in self.schedule.values() if _is_after(entry, now)]
        for entry in ahead:
            entry.last_run_at = now
        if ahead:
            self.populate_heap()  # It was ordered by times of the old clock.
        return float(super().tick())

    @cached_property
    def producer(self) -> Producer:
        """What sends the tasks, once Redis is there: it is waited for as long as it takes, while Celery's pauses grow
        up to half a minute. To wait is no hang.
        """

        def away(error: Exception, seconds: float) -> None:
            logger.error("No connection to Redis: %s. Again in %s s.", error, seconds)

        connected = self.connection.ensure_connection(
            away,
            interval_start=RETRY_SECONDS,
            interval_max=RETRY_SECONDS,
            callback=watchdog.work_goes_on,
        )
        return Producer(connected, auto_declare=False)


def _is_after(entry: ScheduleEntry, now: datetime) -> bool:
    return entry.last_run_at is not None and entry.last_run_at > now
