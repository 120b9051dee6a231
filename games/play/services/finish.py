"""The one end of a match, and the outbox that tells the rest of the site of it.

Whatever follows from an end (a record, later ratings and coins) is a *consumer*, registered by name when the site starts.
The transaction that ends a match writes one ``MatchEnd`` and one ``Delivery`` for each consumer; a task makes
the deliveries soon after the commit, and a sweep makes those whose task was lost.
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
"""Does what follows from an end, in the transaction that marks it as done; it may be called again for the same end."""

TASK_TIME: Final = timedelta(seconds=5)
"""After so long a delivery that was not made is one whose task was lost."""
WAITING: Final = timedelta(seconds=30)
"""How long a delivery rests that an earlier one, or a newer version of the site, has to make possible."""
FIRST_WAIT: Final = timedelta(seconds=5)
LONGEST_WAIT: Final = timedelta(hours=1)
MOST: Final = 100
FAILING: Final = 3
"""After so many failed attempts a consumer is said to fail."""
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
    """Have ``consumer`` told of every end from now on. Call it from ``AppConfig.ready``, alike in all processes."""
    _consumers[name] = consumer


def finish(match: Match, status: str, now: datetime, result: object = None) -> None:
    """End a locked match as ``status`` says, or change how it ended; ``result`` is plain JSON, None where there is none.

    A match that has this status and result already is left alone. Raises NotAllowed (``match_over``) for a change that
    makes no sense, such as finishing what was voided. Side effects: the match's row, its outbox; on commit the
    consumers' task starts and sockets are told.
    """
    if match.status == status and (result is None or result == _stored_result(match.id)):
        return
    if status not in _CHANGES[Match.Status(match.status)]:
        raise NotAllowed("match_over")
    match.status = status
    match.ended_at = match.ended_at or now
    match.deadline = match.bots_due_at = match.paused_at = None
    match.prompt_versions = [-1] * len(match.prompt_versions)
    fields = ["status", "ended_at", "deadline", "bots_due_at", "paused_at", "prompt_versions"]
    if result is not None:
        match.result = result
        fields.append("result")
    match.save(update_fields=fields)
    match.pauses.filter(ended_at=None).update(ended_at=now)
    end_id, table_id = _write_outbox(match, now), match.table_id
    transaction.on_commit(lambda: broadcast.table_changed(table_id), robust=True)
    transaction.on_commit(lambda: broadcast.start_deliveries(end_id), robust=True)


def _stored_result(match_id: int) -> object:
    return Match.objects.values_list("result", flat=True).get(id=match_id)


def deliver(end_id: int) -> None:
    """Make the deliveries of one end that have yet to be made."""
    pending = Delivery.objects.filter(end_id=end_id, done_at=None)
    for delivery_id in pending.order_by("id").values_list("id", flat=True):
        _try(delivery_id)


def deliver_what_was_missed() -> None:
    """Make the deliveries whose task was lost or failed and whose time has come."""
    due = Delivery.objects.filter(done_at=None, next_try_at__lte=timezone.now())
    for delivery_id in list(due.order_by("next_try_at").values_list("id", flat=True)[:MOST]):
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
    """Make one delivery; where its consumer fails, note that and when to try again."""
    try:
        _make(delivery_id)
    except Exception as error:
        log.exception("delivery %s failed", delivery_id)
        _put_off(delivery_id, f"{type(error).__name__}: {error}")


def _make(delivery_id: int) -> None:
    """Call the consumer and mark the delivery as done, both or neither.

    A delivery that another process is making is left to it, and so is one whose consumer only a newer version of the
    site knows. Ends of one match reach a consumer in their order: a later one waits for those before it.
    """
    with transaction.atomic():
        rows = Delivery.objects.select_for_update(skip_locked=True, of=("self",))
        row = rows.select_related("end").filter(id=delivery_id, done_at=None).first()
        consumer = _consumers.get(row.consumer) if row else None
        if row is None:
            return
        if consumer is None or _waits(row):
            # Looked at again later, or the sweep's first MOST rows would be those that wait.
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
    wait = min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(row.attempts, 20))
    Delivery.objects.filter(id=delivery_id, done_at=None).update(
        attempts=F("attempts") + 1, next_try_at=timezone.now() + wait, error=error[:200]
    )


def failing_consumers() -> dict[str, int]:
    """Consumers that have failed FAILING times or more at an end, each with the number of such ends."""
    failing = Delivery.objects.filter(done_at=None, attempts__gte=FAILING)
    counted = failing.values_list("consumer").annotate(ends=Count("id"))
    return dict(counted.order_by("consumer"))
