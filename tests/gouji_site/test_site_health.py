"""How the whole site does: its signs of life, and what follows from matches and fails."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.play.models import Delivery, Match, Outage, SignOfLife
from games.play.services import finish as outbox
from games.play.services import seats
from games.play.services.uptime import is_serving
from gouji_site.health import answered_itself

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


@pytest.fixture
def well():
    """A web process has shown that it is well, and the sweep has seen it."""
    is_serving()
    answered_itself.send(sender=None)
    is_serving()


def told(client):
    answer = client.get(reverse("site_health"))
    return answer.status_code, answer.json()


def test_a_site_whose_web_process_and_sweep_are_well_says_so(client, well):
    status, says = told(client)
    assert status == 200
    assert (says["serving"], says["failing_consumers"], says["outages"]) == (True, {}, [])
    assert says["seconds_since"].keys() == {"web", "site"}


@pytest.mark.parametrize("name", [SignOfLife.WEB, SignOfLife.SITE])
def test_a_site_without_sweep_or_web_process_for_over_five_seconds_is_not_well(client, well, name):
    SignOfLife.objects.filter(name=name).update(seen_at=timezone.now() - timedelta(seconds=6))
    status, says = told(client)
    assert (status, says["serving"]) == (503, False)


def test_a_consumer_that_fails_again_and_again_is_named(client, well, make_user, monkeypatch):
    def fail(end):
        raise RuntimeError

    monkeypatch.setattr(outbox, "_consumers", {"ratings": fail})
    user = make_user("安")
    table = seats.quick_start(user=user)
    seats.leave(table_id=table.id, user=user)
    assert Match.objects.get().status == Match.Status.ABANDONED
    for _ in range(outbox.FAILING):
        Delivery.objects.update(next_try_at=timezone.now())
        outbox.deliver_what_was_missed()
    status, says = told(client)
    assert (status, says["failing_consumers"]) == (503, {"ratings": 1})
    assert says["deliveries_to_make"] == 1


def test_outages_of_the_last_day_are_listed_with_their_length(client, well):
    now = timezone.now()
    for hours in (1, 30):
        began = now - timedelta(hours=hours)
        Outage.objects.create(began_at=began, ended_at=began + timedelta(seconds=12))
    assert [outage["seconds"] for outage in told(client)[1]["outages"]] == [12.0]


def test_it_names_nobody_and_no_table(client, well, make_user):
    user = make_user("安安安")
    table = seats.quick_start(user=user)
    body = client.get(reverse("site_health")).content.decode()
    assert user.username not in body
    assert table.code not in body


def test_it_is_only_asked_for_and_not_too_often(client, well, all_but_one):
    assert client.post(reverse("site_health")).status_code == 405
    all_but_one("health", "127.0.0.1", most=60, seconds=60)
    assert client.get(reverse("site_health")).status_code == 200
    assert client.get(reverse("site_health")).status_code == 429
