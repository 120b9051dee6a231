"""Sessions do not pile up."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.tasks import forget_old_sessions

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def test_a_session_that_has_run_out_is_forgotten_and_a_live_one_kept():
    now = timezone.now()
    for key, days in (("over", -1), ("live", 1)):
        Session.objects.create(
            session_key=key, session_data="", expire_date=now + timedelta(days=days)
        )
    forget_old_sessions()
    forget_old_sessions()
    assert list(Session.objects.values_list("session_key", flat=True)) == ["live"]


def test_it_is_done_every_day():
    entry = settings.CELERY_BEAT_SCHEDULE["sessions"]
    assert (entry["task"], entry["schedule"]) == (forget_old_sessions.name, 24 * 60 * 60)
