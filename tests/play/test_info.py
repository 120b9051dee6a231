"""What is read of a table is a value; no page, socket or move asks the database for a column it left out."""

from dataclasses import FrozenInstanceError, fields

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.play.models import Match, Seat, Table
from games.play.services import moves, seats
from games.play.state.delayed import visible_state_for
from games.play.state.info import MATCH_COLUMNS, TABLE_COLUMNS, MatchInfo, SeatInfo, TableInfo
from games.play.state.table_state import load

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


@pytest.fixture
def no_deferred_load(monkeypatch):
    """A row that is asked for a column it was read without would ask the database, which nobody sees: here it fails."""
    for model in (Match, Table, Seat):
        read = model.refresh_from_db

        def refuse(row, using=None, fields=None, from_queryset=None, read=read):
            assert fields is None, f"{type(row).__name__}.{fields} was read later"
            read(row, using, fields, from_queryset)

        monkeypatch.setattr(model, "refresh_from_db", refuse)


def test_the_guard_itself_sees_a_deferred_load(match, no_deferred_load):
    row = Match.objects.defer("salts").get(id=match.id)
    with pytest.raises(AssertionError, match="salts"):
        assert row.salts


def test_a_whole_deal_is_played_and_shown_without_a_deferred_load(
    match, people, told, no_deferred_load
):
    """Watchers see the present one time and the past another."""
    client, watcher = Client(), Client()
    client.force_login(people[0])
    code = Table.objects.values_list("code", flat=True).get(id=match.table_id)
    address, whole_log = reverse("table", args=[code]), reverse("log", args=[code])
    ended = None
    for step in range(2_000):
        if ended is not None:
            break
        Match.objects.filter(id=match.id).update(deadline=timezone.now())
        assert moves.expire(match_id=match.id)
        if step % 25 == 0:
            Table.objects.filter(id=match.table_id).update(watch_delay=30 * (step % 2))
            assert client.get(address).status_code == 200
            assert watcher.get(address).status_code == 200
            assert client.get(whole_log).status_code == 200
        ended = Match.objects.values_list("ended_at", flat=True).get(id=match.id)
    assert ended is not None
    assert client.get(address).status_code == 200


def test_leaving_readiness_and_the_lobby_need_no_deferred_load(match, people, no_deferred_load):
    client = Client()
    client.force_login(people[1])
    assert client.get(reverse("lobby")).status_code == 200
    assert Client().get(reverse("watch")).status_code == 200
    seats.leave(table_id=match.table_id, user=people[1])
    seats.set_auto_decline(table_id=match.table_id, user=people[0], auto_decline=True)
    seen = visible_state_for(match.table_id, people[0].id)
    assert seen is not None
    assert seen.table_state.seats[0].auto_decline


def test_what_was_read_holds_no_secret_and_never_changes(match):
    loaded = load(match.table_id)
    assert loaded is not None
    assert loaded.match is not None
    with pytest.raises(FrozenInstanceError):
        setattr(loaded.match, "version", 0)  # noqa: B010 -- a type checker would not let it be written
    names = {*MATCH_COLUMNS, *TABLE_COLUMNS, *(field.name for field in fields(SeatInfo))}
    assert not names & {"secret", "salt", "salts"}
    assert match.secret not in repr(loaded)


def test_a_value_read_by_columns_is_that_of_the_row(match):
    loaded = load(match.table_id)
    assert loaded is not None
    match.refresh_from_db()
    assert loaded.match == MatchInfo.of(match)
    assert loaded.table == TableInfo.of(Table.objects.get(id=match.table_id))


def test_a_seat_of_somebody_whose_account_is_gone_is_not_free():
    assert not SeatInfo(0, None, "安", "").is_free
    assert not SeatInfo(0, None, "", "steady").is_free
    assert SeatInfo(0, None, "", "").is_free
