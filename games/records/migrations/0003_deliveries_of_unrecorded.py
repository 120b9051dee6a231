"""Matches that ended before there was an outbox and have no record yet get their rows in it."""

from django.db import migrations
from django.utils import timezone


def deliver_unrecorded(apps, schema_editor):
    ends = apps.get_model("play", "MatchEnd").objects
    deliveries = apps.get_model("play", "Delivery").objects
    finished = apps.get_model("play", "Match").objects.filter(status="finished")
    for match in finished.filter(record=None, ends=None).only("id", "ended_at"):
        end = ends.create(match=match, number=1, status="finished", at=match.ended_at)
        deliveries.create(end=end, consumer="records", next_try_at=timezone.now())


class Migration(migrations.Migration):

    dependencies = [
        ("play", "0006_ends_pauses_origin"),
        ("records", "0002_proof_and_privacy"),
    ]

    operations = [
        migrations.RunPython(deliver_unrecorded, migrations.RunPython.noop),
    ]
