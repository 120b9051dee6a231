"""Outages of the site: found by times that are stamped while it serves, and given back to those who had to act.

The site serves while the sweep runs every second and a web process has shown within OUTAGE that it answers. After a longer
gap every deadline is put off by the time that nobody could use, before any is acted on: an outage costs no bank and
counts as no missed turn.
"""

import logging
from datetime import datetime, timedelta
from typing import Final

from django.db import connection, transaction

# ruff: noqa: S608 -- statements are put together from our own names

log: Final = logging.getLogger(__name__)

OUTAGE: Final = timedelta(seconds=5)
"""A shorter gap is a slow moment, and shorter than any limit of a decision."""

# clock_timestamp, not now(): a transaction that has waited for the row would stamp the time when it began to wait.
_STAMP: Final = """
    INSERT INTO play_signoflife (name, seen_at) VALUES ('web', clock_timestamp())
    ON CONFLICT (name) DO UPDATE SET seen_at = clock_timestamp()"""
# The row ``site`` is the lock of all sweeps: of several that find an outage, one puts off the deadlines.
_SIGNS: Final = """
    SELECT clock_timestamp(), web.seen_at, site.seen_at FROM play_signoflife site
    LEFT JOIN play_signoflife web ON web.name = 'web' WHERE site.name = 'site' FOR UPDATE OF site"""
_BEGIN: Final = """
    INSERT INTO play_signoflife (name, seen_at) VALUES ('site', clock_timestamp())
    ON CONFLICT (name) DO NOTHING"""
_SEEN: Final = "UPDATE play_signoflife SET seen_at = %s WHERE name = 'site'"
_OUTAGE: Final = "INSERT INTO play_outage (began_at, ended_at) VALUES (%s, %s)"
# A decision that was asked during the outage has lost only the rest of it.
_LOST: Final = "%(until)s - GREATEST(%(since)s, LEAST(phase_began_at, %(until)s))"
# Tables before matches, as everywhere. A row that is locked now belongs to somebody who is acting, and needs no more time.
_PUT_OFF_TABLES: Final = """
    UPDATE play_table SET ready_by = ready_by + (%(until)s - %(since)s), version = version + 1
    WHERE id IN (
        SELECT t.id FROM play_table t WHERE NOT t.closed AND (t.ready_by IS NOT NULL OR EXISTS (
            SELECT 1 FROM play_match m WHERE m.table_id = t.id AND m.ended_at IS NULL))
        ORDER BY t.id FOR NO KEY UPDATE SKIP LOCKED)"""
_PUT_OFF_MATCHES: Final = f"""
    UPDATE play_match SET deadline = deadline + ({_LOST}), bots_due_at = bots_due_at + ({_LOST}),
    phase_began_at = phase_began_at + ({_LOST})
    WHERE id IN (
        SELECT id FROM play_match WHERE ended_at IS NULL AND paused_at IS NULL
        ORDER BY id FOR UPDATE SKIP LOCKED)"""


def stamp_web(**signal: object) -> None:  # noqa: ARG001 -- it receives a signal
    """Stamp that a web process serves: its loop and a thread of its requests have both just answered."""
    with connection.cursor() as cursor:
        cursor.execute(_STAMP)


def is_serving() -> bool:
    """Whether deadlines may be acted on now; every sweep asks it before anything else.

    False while no web process has shown within OUTAGE that it serves. After an outage it first puts off all deadlines by
    its length: once, however many sweeps run. A site whose web processes were never seen, as in a test, serves.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_SIGNS)
        row = cursor.fetchone()
        if row is None:
            cursor.execute(_BEGIN)
            return True
        now, web, site = row
        if web is None:
            cursor.execute(_SEEN, [now])
            return True
        if now - web > OUTAGE:
            return False
        if now - site > OUTAGE:
            _put_off(site, now)
        # The site is known to have served until the last sign of a web process, and no longer.
        cursor.execute(_SEEN, [max(site, min(now, web))])
        return True


def _put_off(since: datetime, until: datetime) -> None:
    log.warning("the site was away from %s to %s: deadlines are put off", since, until)
    lost = {"since": since, "until": until}
    with connection.cursor() as cursor:
        cursor.execute(_OUTAGE, [since, until])
        cursor.execute(_PUT_OFF_TABLES, lost)
        cursor.execute(_PUT_OFF_MATCHES, lost)
