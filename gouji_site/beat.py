"""The clock that sends the tasks which come round."""

from celery.beat import PersistentScheduler


class Scheduler(PersistentScheduler):
    """Goes on where the machine's clock was set back, which happens after a start with a wrong one.

    Celery's would wait until the old time has come again, hours perhaps, and a restart would not help: it keeps on
    disk when each task was last sent.
    """

    def tick(self) -> float:  # type: ignore[override]  # nobody gives it more
        """Send one task, if one is due; return how many seconds to wait then."""
        now = self.app.now()
        for entry in self.schedule.values():
            if entry.last_run_at is not None and entry.last_run_at > now:
                entry.last_run_at = now
                self._heap = None  # It is ordered by times of the old clock.
        return float(super().tick())
