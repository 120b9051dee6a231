"""The one way in which a match ends, and the outbox that tells the rest of the site.

What follows from an end (a record, later ratings and coins) is the work of *consumers*, registered by name when the site
starts. The transaction that ends a match writes one ``MatchEnd`` and one ``Delivery`` for each consumer. A task makes the
deliveries soon after the commit, and a sweep those whose task was lost: each end reaches each consumer at least once.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final, TypeAlias

from django.db import transaction
from django.db.models import Count, F, Q
from django.utils import timezone

from games.engine.core.errors import NotAllowed
from games.play.models import Delivery, Match, MatchEnd
from games.play.services import broadcast

log: Final = logging.getLogger(__name__)

Consumer: TypeAlias = Callable[[MatchEnd], None]
"""Runs in the transaction that marks its delivery as done. It may be called again for the same end."""

TASK_TIME: Final = timedelta(seconds=5)
"""How long the sweep leaves a delivery to its task; after that the task is taken for lost."""
WAITING: Final = timedelta(seconds=30)
"""When a delivery is looked at again that waits for an earlier one, or for a newer version of the site."""
FIRST_WAIT: Final = timedelta(seconds=5)
LONGEST_WAIT: Final = timedelta(hours=1)
"""The wait doubles from one failed attempt to the next, up to this."""
BATCH_SIZE: Final = 100
"""Deliveries that one sweep makes, so that it stays short."""
FAILING: Final = 3
"""Attempts that have failed when ``failing_consumers`` names a consumer: fewer may be a moment's trouble."""
_CHANGES: Final = {
    Match.Status.RUNNING: frozenset(Match.Status) - {Match.Status.RUNNING},
    Match.Status.FINISHED: frozenset({Match.Status.VOIDED, Match.Status.DECIDED}),
    Match.Status.DECIDED: frozenset({Match.Status.VOIDED, Match.Status.DECIDED}),
    Match.Status.ABANDONED: frozenset({Match.Status.VOIDED, Match.Status.DECIDED}),
    Match.Status.VOIDED: frozenset({Match.Status.DECIDED}),
    Match.Status.BROKEN: frozenset({Match.Status.VOIDED, Match.Status.DECIDED}),
}
"""What may become of a match in each status."""
_consumers: Final[dict[str, Consumer]] = {}


def register_consumer(name: str, consumer: Consumer) -> None:
    """Call ``consumer`` for every end from now on. Register it in ``AppConfig.ready``, so that all processes know it."""
    _consumers[name] = consumer


def finish(match: Match, status: str, now: datetime, result: object = None) -> None:
    """End a match that the caller has locked, or change how it ended. ``result`` is plain JSON, None where there is none.

    A match that has this status and result already is left alone. Raises NotAllowed (``match_over``) for a change that
    makes no sense, such as finishing what was voided. Stores the match and its outbox; on commit the consumers' task is
    started and sockets are told.
    """
    if match.status == status and (result is None or result == _stored_result(match.id)):
        return
    if status not in _CHANGES[Match.Status(match.status)]:
        raise NotAllowed("match_over")
    match.status = status
    # A later decision does not change when it was over: watchers and records count from that time.
    match.ended_at = match.ended_at or now
    match.deadline = match.bots_due_at = match.paused_at = None
    match.prompt_versions = [-1] * len(match.prompt_versions)
    fields = ["status", "ended_at", "deadline", "bots_due_at", "paused_at", "prompt_versions"]
    if result is not None:
        match.result = result
        fields.append("result")
    match.save(update_fields=fields)
    match.pauses.filter(ended_at=None).update(ended_at=now)
    # The outbox is written with the end, so that neither exists without the other; the task only makes it quick.
    end_id, table_id = _write_outbox(match, now), match.table_id
    transaction.on_commit(lambda: broadcast.table_changed(table_id), robust=True)
    transaction.on_commit(lambda: broadcast.start_deliveries(end_id), robust=True)


def _stored_result(match_id: int) -> object:
    return Match.objects.values_list("result", flat=True).get(id=match_id)


def deliver(end_id: int) -> None:
    """Make the deliveries of one end that are not made yet. A consumer that fails is logged and tried again later."""
    pending = Delivery.objects.filter(end_id=end_id, done_at=None)
    for delivery_id in pending.order_by("id").values_list("id", flat=True):
        _try(delivery_id)


def deliver_what_was_missed() -> None:
    """Make the deliveries, of any end, whose task was lost or failed and whose time has come."""
    due = Delivery.objects.filter(done_at=None, next_try_at__lte=timezone.now())
    for delivery_id in list(due.order_by("next_try_at").values_list("id", flat=True)[:BATCH_SIZE]):
        _try(delivery_id)


def _write_outbox(match: Match, now: datetime) -> int:
    end = MatchEnd.objects.create(
        match=match, number=match.ends.count() + 1, status=match.status, at=now
    )
    due = now + TASK_TIME
    Delivery.objects.bulk_create(
        Delivery(end=end, consumer=name, next_try_at=due) for name in _consumers
    )
    return end.id


def _try(delivery_id: int) -> None:
    # One consumer's fault must not keep the others from their deliveries.
    try:
        _make(delivery_id)
    except Exception as error:
        log.exception("delivery %s failed", delivery_id)
        _put_off(delivery_id, f"{type(error).__name__}: {error}")


def _make(delivery_id: int) -> None:
    """Call the consumer and mark the delivery as done, both or neither.

    Ends of one match reach a consumer in their order: a later one waits for those before it. A delivery for a consumer
    that this process does not know is left for a newer version of the site.
    """
    with transaction.atomic():
        # Without waiting: a locked delivery is being made by another process. Only its own row is locked, as the end
        # belongs to all its deliveries.
        rows = Delivery.objects.select_for_update(skip_locked=True, of=("self",))
        row = rows.select_related("end").filter(id=delivery_id, done_at=None).first()
        consumer = _consumers.get(row.consumer) if row else None
        if row is None:
            return
        if consumer is None or _waits(row):
            # Not before some time has passed: else rows that wait would fill the sweep's MOST each time.
            row.next_try_at = timezone.now() + WAITING
        else:
            consumer(row.end)
            row.done_at, row.error = timezone.now(), ""
        row.save(update_fields=["next_try_at", "done_at", "error"])


def _waits(row: Delivery) -> bool:
    earlier = Delivery.objects.filter(
        Q(end__match_id=row.end.match_id, end__number__lt=row.end.number),
        consumer=row.consumer,
        done_at=None,
    )
    return earlier.exists()


def _put_off(delivery_id: int, error: str) -> None:
    row = Delivery.objects.filter(id=delivery_id, done_at=None).first()
    if row is None:
        return
    # The exponent has a limit too: after some days of failures the power would not fit into a timedelta.
    wait = min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(row.attempts, 20))
    Delivery.objects.filter(id=delivery_id, done_at=None).update(
        attempts=F("attempts") + 1, next_try_at=timezone.now() + wait, error=error[:200]
    )


def failing_consumers() -> dict[str, int]:
    """Consumers that have failed FAILING times or more at an end, each with the number of such ends; for the site's health."""
    failing = Delivery.objects.filter(done_at=None, attempts__gte=FAILING)
    counted = failing.values_list("consumer").annotate(ends=Count("id"))
    return dict(counted.order_by("consumer"))
