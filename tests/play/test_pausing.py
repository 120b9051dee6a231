"""While a match is paused nothing is played, and afterwards everybody has the time that was left."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.engine.core.errors import NotAllowed
from games.play import tasks
from games.play.models import Match, Pause, Seat
from games.play.services import moves, seats
from games.play.services.cleanup import tables_to_tidy
from games.play.services.pausing import pause_match, resume_match
from games.play.state.selectors import ticks_gone

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

REFEREE = Pause.Reason.REFEREE


def pause(match, by=None):
    pause_match(table_id=match.table_id, reason=REFEREE, by=by)
    match.refresh_from_db()


def resume_after(match, seconds):
    """Let it go on as if the pause had lasted so long."""
    gone = timedelta(seconds=seconds)
    for field in ("deadline", "phase_began_at", "paused_at", "bots_due_at"):
        setattr(match, field, getattr(match, field) and getattr(match, field) - gone)
    match.save()
    Pause.objects.update(began_at=match.paused_at)
    resume_match(table_id=match.table_id)
    match.refresh_from_db()


def test_no_player_plays_while_a_match_is_paused(to_play, position, post):
    game, state = position(to_play)
    seat = game.to_act(state)[0]
    text = game.write(game.legal(state, seat)[0])
    pause(to_play)
    with pytest.raises(NotAllowed, match="paused"):
        post(to_play, seat, text)
    resume_match(table_id=to_play.table_id)
    assert post(to_play, seat, text) == to_play.version + 1


def test_no_clock_acts_while_a_match_is_paused(to_play):
    pause(to_play)
    Match.objects.filter(id=to_play.id).update(deadline=timezone.now() - timedelta(minutes=1))
    assert not moves.expire(match_id=to_play.id)
    tasks.sweep()
    before = to_play.version
    to_play.refresh_from_db()
    assert to_play.version == before


def test_no_bot_plays_or_is_started_while_a_match_is_paused(people, told):
    table = seats.quick_start(user=people[0])
    match = table.matches.get()
    pause(match)
    told.bots.clear()
    Match.objects.filter(id=match.id).update(bots_due_at=timezone.now() - timedelta(minutes=1))
    tasks.sweep()
    for seat in range(1, 6):
        tasks.bot_turn(match.id, seat, match.prompt_versions[seat])
    version = match.version
    match.refresh_from_db()
    assert (match.version, told.bots) == (version, [])


def test_a_resumed_match_starts_its_bots_again(people, told, django_capture_on_commit_callbacks):
    table = seats.quick_start(user=people[0])
    match = table.matches.get()
    pause(match)
    told.bots.clear()
    with django_capture_on_commit_callbacks(execute=True):
        resume_match(table_id=table.id)
    assert [seat for _, asked in told.bots for seat in asked] == [
        seat for seat, asked in enumerate(match.prompt_versions) if asked >= 0 and seat > 0
    ]


def test_what_was_left_of_a_turn_and_its_bank_is_left_after_the_pause(to_play):
    left = to_play.deadline - timezone.now()
    banks = list(to_play.banks)
    pause(to_play)
    resume_after(to_play, 300)
    assert abs(to_play.deadline - timezone.now() - left) < timedelta(seconds=2)
    assert (to_play.banks, to_play.missed_turns, to_play.paused_at) == (banks, [0] * 6, None)


def test_a_seat_given_up_during_a_pause_changes_the_holder_and_plays_nothing(to_play, people):
    pause(to_play)
    before = to_play.version
    seats.leave(table_id=to_play.table_id, user=people[2])
    to_play.refresh_from_db()
    assert Seat.objects.get(table=to_play.table_id, number=2).bot
    assert to_play.version == before


def test_pausing_or_resuming_again_changes_nothing(to_play, people):
    pause(to_play, people[0])
    first = to_play.paused_at
    pause(to_play, people[1])
    assert (to_play.paused_at, Pause.objects.get().by) == (first, people[0])
    for _ in range(2):
        resume_match(table_id=to_play.table_id)
    assert Pause.objects.get().ended_at is not None


def test_a_table_without_a_match_cannot_be_paused(table):
    for act in (
        lambda: pause_match(table_id=table.id, reason=REFEREE),
        lambda: resume_match(table_id=table.id),
    ):
        with pytest.raises(NotAllowed, match="no_match"):
            act()


def test_a_paused_match_that_ends_is_paused_no_more(to_play, people, told):
    pause(to_play)
    for user in people:
        seats.leave(table_id=to_play.table_id, user=user)
    to_play.refresh_from_db()
    assert (to_play.status, to_play.paused_at) == (Match.Status.ABANDONED, None)
    assert Pause.objects.get().ended_at is not None


def test_everybody_at_the_table_reads_why_it_is_paused_and_by_whom(to_play, people):
    pause(to_play, people[5])
    client = Client()
    for user in (people[0], people[1], None):
        if user:
            client.force_login(user)
        else:
            client.logout()
        body = client.get(reverse("table", args=[to_play.table.code])).content.decode()
        assert "裁判暂停了牌局（方）" in body
        assert "data-deadline" not in body
    resume_match(table_id=to_play.table_id)
    body = client.get(reverse("table", args=[to_play.table.code])).content.decode()
    assert "暂停了牌局" not in body
    assert "data-deadline" in body


def test_a_drawing_shows_no_further_card_while_it_is_paused(people, told):
    table = seats.quick_start(user=people[0], game="shengji")
    match = table.matches.get()
    began = timezone.now() - timedelta(seconds=4)
    Match.objects.filter(id=match.id).update(phase_began_at=began)
    pause(match)
    Match.objects.filter(id=match.id).update(paused_at=began + timedelta(seconds=2))
    match.refresh_from_db()
    locked_match = moves.LockedMatch(match, timezone.now())
    pace = locked_match.game.pace(locked_match.state)
    assert ticks_gone(match, pace, timezone.now()) == int(2 / pace.tick_seconds)


def test_cleanup_leaves_a_paused_match_alone_for_which_nobody_is_there(to_play, people):
    Seat.objects.filter(table=to_play.table_id).update(presence=Seat.Presence.AWAY)
    long_ago = timezone.now() - timedelta(hours=1)
    Match.objects.filter(id=to_play.id).update(began_at=long_ago, auto=[True] * 6)
    assert to_play.table_id in tables_to_tidy(timezone.now())
    pause(to_play)
    assert to_play.table_id not in tables_to_tidy(timezone.now())
