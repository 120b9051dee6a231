"""Tables whose rules an older site knew and this one does not."""

import pytest
from django.urls import reverse

from games.play import tasks
from games.play.models import Match, Table
from games.play.services import seats

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


@pytest.fixture
def strange(make_user, told):
    """Somebody plays at one table, somebody else waits at another, and nobody knows by which rules."""
    ann, ben = make_user("安"), make_user("本")
    playing, waiting = seats.quick_start(user=ann), seats.open_table(user=ben, ruleset="gouji")
    Table.objects.update(ruleset="gouji(gone=on)")
    Match.objects.update(ruleset="gouji(gone=on)")
    return ann, playing, waiting


def test_a_table_whose_rules_nobody_knows_is_passed_over_and_takes_no_page_down(client, strange):
    ann, playing, waiting = strange
    for user in (None, ann):
        if user:
            client.force_login(user)
            assert client.get(reverse("mine")).status_code == 200
        for page in ("lobby", "watch"):
            shown = client.get(reverse(page))
            assert shown.status_code == 200
            assert not {
                code for code in (playing.code, waiting.code) if code in shown.content.decode()
            }
        for name in ("table", "log"):
            assert client.get(reverse(name, args=[playing.code])).status_code == 404
    for verb in ("pass", "leave", "hint", "ready"):
        assert client.post(reverse("act", args=[playing.code]), {"do": verb}).status_code == 404


def test_such_a_table_is_closed_and_its_match_ended_within_a_minute(strange):
    ann, _, _ = strange
    usual = seats.open_table(user=ann, ruleset="shengji")
    tasks.tidy()
    tasks.tidy()
    assert list(Table.objects.filter(closed=False)) == [usual]
    assert not Match.objects.filter(ended_at=None).exists()
    tasks.sweep()
