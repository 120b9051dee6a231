"""The whole log of a match and its last trick, for whoever may see the table."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.play.models import Match, Move, Table
from games.play.services import moves, seats

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


@pytest.fixture
def read(people):
    """A function that gets the log as a person sees it, or as a stranger."""

    def get(match, seat=None, query="", **headers):
        client = Client()
        if seat is not None:
            client.force_login(people[seat])
        answer = client.get(reverse("log", args=[match.table.code]) + query, headers=headers)
        assert answer.status_code == 200
        return answer.content.decode()

    return get


@pytest.fixture
def tricks(to_play, position, post):
    """The match after two cards led and everybody's passing, the leader's seat and its two cards."""
    game, state = position(to_play)
    leader = game.to_act(state)[0]
    played = next(a for a in map(game.write, game.legal(state, leader)) if a.startswith("play"))
    post(to_play, leader, played)
    for _ in range(12):
        game, state = position(to_play)
        if not game.view(state, None).public.trick:
            break
        seat = game.to_act(state)[0]
        post(to_play, seat, "decline" if game.view(state, None).public.window else "pass")
    return to_play, leader, played.removeprefix("play ")


def test_the_log_tells_all_that_everybody_saw_and_the_last_trick(tricks, read, people):
    match, leader, card = tricks
    name, rank = people[leader].username, card[0].replace("T", "10")
    for seat in (0, 1, None):
        trick, _, whole = read(match, seat).partition("whole-log")
        assert "上一轮" in trick
        assert f"<span>{name}</span>" in trick
        assert f">{rank}</b>" in trick
        assert whole.count("<li>") >= 6
        assert name in whole


def test_the_log_shows_no_card_that_nobody_laid(match, read):
    """Just dealt: six hands lie in the match's row, and nothing of them in the log."""
    page = read(match, seat=0)
    assert 'class="laid"' not in page
    assert "♠" not in page
    assert "上一轮" not in page


def test_a_watcher_of_a_delayed_table_reads_the_log_as_late_as_they_see_the_table(tricks, read):
    match, leader, _ = tricks
    Table.objects.filter(id=match.table_id).update(watch_delay=60)
    earlier = timezone.now() - timedelta(seconds=120)
    match.moves.filter(by=Move.By.CHANCE).update(made_at=earlier)
    Match.objects.filter(id=match.id).update(began_at=earlier)
    match.refresh_from_db()
    assert "上一轮" in read(match, seat=leader)
    late = read(match)
    assert "上一轮" not in late
    assert late.count("<li>") < read(match, seat=leader).count("<li>")


def test_each_deal_has_its_own_log_and_one_that_does_not_exist_shows_the_present_one(people, told):
    """Nobody shows in Shengji's drawing: it is dealt again, so that the match has two deals."""
    table = seats.quick_start(user=people[0], game="shengji")
    match = Match.objects.get(table=table)
    for _ in range(4):
        if match.moves.filter(by=Move.By.CHANCE).count() > 1:
            break
        past = timezone.now() - timedelta(seconds=600)
        Match.objects.filter(id=match.id).update(phase_began_at=past, deadline=past)
        assert moves.expire(match_id=match.id)
    client = Client()
    client.force_login(people[0])
    address = reverse("log", args=[table.code])
    now = client.get(address).content.decode()
    assert 'aria-current="page">第 2 局' in now
    assert 'aria-current="page">第 1 局' in client.get(f"{address}?deal=1").content.decode()
    for odd in ("0", "3", "-1", "x", "１", "9" * 30):
        page = client.get(address, {"deal": odd}).content.decode()
        assert 'aria-current="page">第 2 局' in page


def test_as_a_sheet_it_is_the_list_alone_and_before_the_first_match_it_says_so(table, people, read):
    client = Client()
    client.force_login(people[0])
    page = client.get(
        reverse("log", args=[table.code]), headers={"HX-Request": "true"}
    ).content.decode()
    assert "<html" not in page
    assert "还没有开局" in page


def test_the_log_of_a_table_that_does_not_exist_is_not_found():
    assert Client().get(reverse("log", args=["nowhere2"])).status_code == 404
