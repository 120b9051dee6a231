"""When bots are started, and started again."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.engine.core.cards import each_card, write_card
from games.play.models import Match
from games.play.services import moves, seats

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


@pytest.fixture
def with_bots(people, told, django_capture_on_commit_callbacks):
    """A match just dealt to one person and five bots."""
    with django_capture_on_commit_callbacks(execute=True):
        table = seats.quick_start(user=people[0])
    return Match.objects.get(table=table)


def started(told):
    return [seat for _, asked in told.bots for seat in asked]


def test_every_bot_that_is_asked_is_started_once(with_bots, told):
    assert started(told) == [1, 2, 3, 4, 5]


def test_a_sealed_answer_starts_no_bot_that_was_started_before(
    with_bots, told, people, django_capture_on_commit_callbacks
):
    told.bots.clear()
    with django_capture_on_commit_callbacks(execute=True):
        moves.submit_action(
            match_id=with_bots.id,
            table_id=with_bots.table_id,
            user=people[0],
            text="stay",
            version=with_bots.version,
        )
    assert started(told) == []


def test_a_bot_that_has_acted_and_is_still_to_act_is_started_again(
    with_bots, told, position, django_capture_on_commit_callbacks
):
    game, state = position(with_bots)
    while game.view(state, None).public.phase != "opening":
        Match.objects.filter(id=with_bots.id).update(deadline=timezone.now())
        moves.expire(match_id=with_bots.id)
        game, state = position(with_bots)
    asked = with_bots.prompt_versions[3]
    told.bots.clear()
    with django_capture_on_commit_callbacks(execute=True):
        assert moves.submit_for_bot(
            match_id=with_bots.id, seat=3, prompt_version=asked, text="declare"
        )
    assert told.bots == [(with_bots.id, {3: asked})]


def test_a_lost_bot_is_started_again_when_its_time_is_over_and_by_one_sweep_alone(with_bots, told):
    told.bots.clear()
    moves.restart_bots(match_id=with_bots.id)
    assert started(told) == []

    late = timezone.now() - timedelta(seconds=1)
    Match.objects.filter(id=with_bots.id).update(bots_due_at=late)
    moves.restart_bots(match_id=with_bots.id)
    moves.restart_bots(match_id=with_bots.id)

    assert started(told) == [1, 2, 3, 4, 5]


def test_what_starts_a_bot_names_no_card(with_bots, told, position):
    game, state = position(with_bots)
    own = game.view(state, 1).own
    cards = {write_card(number) for number in each_card(own.hand)}
    assert len(cards) == 36
    assert not [card for card in cards if card in repr(told.bots)]
