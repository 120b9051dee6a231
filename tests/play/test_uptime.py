"""A time in which the site did not serve costs nobody anything: deadlines are put off by its length, once."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.play import tasks
from games.play.models import Match, Outage, SignOfLife, Table
from games.play.services.uptime import is_serving, stamp_web

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def seen(*, web, site):
    """The site was last known to serve so many seconds ago."""
    now = timezone.now()
    for name, ago in ((SignOfLife.WEB, web), (SignOfLife.SITE, site)):
        sign = {"seen_at": now - timedelta(seconds=ago)}
        SignOfLife.objects.update_or_create(name=name, defaults=sign)


def left(match, began, deadline):
    """Give the match's turn so many seconds since it began, and until its deadline."""
    now = timezone.now()
    Match.objects.filter(id=match.id).update(
        phase_began_at=now - timedelta(seconds=began), deadline=now + timedelta(seconds=deadline)
    )


def seconds_left(match):
    match.refresh_from_db()
    return round((match.deadline - timezone.now()).total_seconds())


def test_a_deadline_that_passed_while_the_site_was_away_is_put_off_and_plays_for_nobody(to_play):
    left(to_play, began=40, deadline=-18)  # 2 of its 22 seconds were used when the site went away
    before = to_play.version
    seen(web=0, site=38)
    tasks.sweep()
    assert seconds_left(to_play) == 20
    assert (to_play.version, to_play.missed_turns) == (before, [0] * 6)


def test_an_outage_costs_no_bank(to_play, position, post):
    left(to_play, began=300, deadline=-200)
    seen(web=0, site=299)
    tasks.sweep()
    game, state = position(to_play)
    seat = game.to_act(state)[0]
    banks = list(to_play.banks)
    post(to_play, seat, game.write(game.legal(state, seat)[0]))
    to_play.refresh_from_db()
    assert to_play.banks == banks


def test_while_no_web_process_serves_no_deadline_is_acted_on(to_play):
    left(to_play, began=30, deadline=-5)
    before = to_play.version
    seen(web=20, site=21)
    tasks.sweep()
    to_play.refresh_from_db()
    assert to_play.version == before
    stamp_web()
    tasks.sweep()
    assert seconds_left(to_play) == 16


def test_a_short_gap_is_no_outage(to_play):
    left(to_play, began=10, deadline=10)
    seen(web=3, site=4)
    tasks.sweep()
    assert seconds_left(to_play) == 10
    assert not Outage.objects.exists()


def test_an_outage_is_given_back_once_however_many_sweeps_run(to_play):
    left(to_play, began=60, deadline=-30)
    seen(web=0, site=50)
    for _ in range(3):
        tasks.sweep()
    assert seconds_left(to_play) == 20
    outage = Outage.objects.get()
    assert round((outage.ended_at - outage.began_at).total_seconds()) == 50


def test_a_turn_that_began_during_the_outage_is_put_off_by_its_own_part_of_it(to_play):
    left(to_play, began=10, deadline=10)
    seen(web=0, site=60)
    tasks.sweep()
    assert seconds_left(to_play) == 20


def test_the_time_to_be_ready_is_put_off_too(table):
    by = timezone.now() - timedelta(seconds=10)
    Table.objects.filter(id=table.id).update(ready_by=by)
    seen(web=0, site=30)
    tasks.sweep()
    table.refresh_from_db()
    assert round((table.ready_by - by).total_seconds()) == 30


def test_a_paused_match_is_not_put_off_twice(to_play):
    left(to_play, began=10, deadline=10)
    Match.objects.filter(id=to_play.id).update(paused_at=timezone.now())
    seen(web=0, site=60)
    tasks.sweep()
    assert seconds_left(to_play) == 10


def test_screens_are_told_that_a_deadline_was_put_off(to_play):
    before = Table.objects.get(id=to_play.table_id).version
    seen(web=0, site=60)
    assert is_serving()
    assert Table.objects.get(id=to_play.table_id).version == before + 1


def test_the_site_is_known_to_have_served_until_its_web_process_last_did():
    seen(web=4, site=6)
    SignOfLife.objects.filter(name=SignOfLife.SITE).update(
        seen_at=timezone.now() - timedelta(seconds=4.5)
    )
    assert is_serving()
    site, web = (SignOfLife.objects.get(name=name).seen_at for name in ("site", "web"))
    assert site == web
