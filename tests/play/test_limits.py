"""How much one person may have going on at once."""

import pytest
from django.urls import reverse

from games.engine.core.errors import NotAllowed
from games.play.models import Match, Table
from games.play.services import seating, seats

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


@pytest.fixture
def busy(people, told, monkeypatch):
    """Somebody in as many matches as they may be in."""
    monkeypatch.setattr(seating, "MOST_MATCHES", 2)
    for _ in range(2):
        table = seats.open_table(user=people[0], ruleset="shengji")
        seats.add_bots(table_id=table.id, user=people[0])
        seats.set_ready(table_id=table.id, user=people[0], ready=True)
    assert Match.objects.filter(ended_at=None).count() == 2
    return people[0]


def test_who_is_in_too_many_matches_opens_no_table_and_takes_no_seat(busy, people, client):
    other = seats.open_table(user=people[1], ruleset="gouji")
    before = list(Table.objects.values_list("id", "version"))
    client.force_login(busy)
    page = client.post(reverse("open"), {"preset": "classic"})
    assert (page.status_code, "太多了" in page.content.decode()) == (409, True)
    sit = client.post(reverse("sit", args=[other.code]), {"seat": "3"})
    assert (sit.status_code, "太多了" in sit.content.decode()) == (409, True)
    assert list(Table.objects.values_list("id", "version")) == before


def test_who_has_ended_one_of_their_matches_may_take_a_seat_again(busy, people):
    other = seats.open_table(user=people[1], ruleset="gouji")
    with pytest.raises(NotAllowed):
        seats.sit(table_id=other.id, user=busy, number=3)
    live = Match.objects.filter(ended_at=None).first()
    assert live is not None
    seats.leave(table_id=live.table_id, user=busy)
    seats.sit(table_id=other.id, user=busy, number=3)
    assert other.seats.get(number=3).user == busy
