"""The sweep and the bots' turns, where something goes wrong."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.engine.core.errors import NotAllowed
from games.play import tasks
from games.play.models import Match
from games.play.services import seats

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


@pytest.fixture
def two(people, told):
    """Two matches of one person and five bots each, whose bots were lost; nobody has restarted them."""
    for user in people[:2]:
        seats.quick_start(user=user)
    past = timezone.now() - timedelta(minutes=1)
    for age, match in enumerate(Match.objects.order_by("id")):
        Match.objects.filter(id=match.id).update(bots_due_at=past + timedelta(seconds=age))
    told.bots.clear()
    return list(Match.objects.order_by("id"))


def test_a_match_that_cannot_be_read_keeps_no_other_table_from_its_bots(two, told):
    Match.objects.filter(id=two[0].id).update(snapshot=b"broken")
    two[0].moves.all().delete()
    tasks.sweep()
    assert [match for match, _ in told.bots] == [two[1].id]


def test_bots_that_another_sweep_has_started_again_are_left_alone(two, told):
    tasks.sweep()
    tasks.sweep()
    assert [match for match, _ in told.bots] == [two[0].id, two[1].id]


def test_a_bot_that_is_refused_logs_no_card(two, monkeypatch, caplog):
    match = two[0]
    seat = next(seat for seat, asked in enumerate(match.prompt_versions) if asked >= 0 and seat > 0)

    def refuse(**_):
        raise NotAllowed("not_in_hand", card="9S")

    monkeypatch.setattr(tasks, "submit_for_bot", refuse)
    tasks.bot_turn(match.id, seat, match.prompt_versions[seat])
    assert [(entry.levelname, "9S" in entry.message) for entry in caplog.records] == [
        ("ERROR", False)
    ]
    assert "not_in_hand" in caplog.text


def test_a_bot_that_was_refused_because_another_was_faster_is_no_error(two, monkeypatch, caplog):
    match = two[0]
    seat = next(seat for seat, asked in enumerate(match.prompt_versions) if asked >= 0 and seat > 0)

    def overtake(**_):
        Match.objects.filter(id=match.id).update(version=match.version + 1)
        raise NotAllowed("show_too_weak")

    monkeypatch.setattr(tasks, "submit_for_bot", overtake)
    caplog.set_level("INFO", logger=tasks.log.name)
    tasks.bot_turn(match.id, seat, match.prompt_versions[seat])
    assert [(entry.levelname, entry.message[-13:]) for entry in caplog.records] == [
        ("INFO", "show_too_weak")
    ]
