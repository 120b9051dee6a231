"""What the lobby lists: tables that wait, games to watch, and one's own."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.lobby.selectors import live_table_rows, open_table_rows, own_table_rows
from games.lobby.views import OPENED_MOST
from games.play.models import Escape, Match, Move, Seat, Table
from games.play.services import broadcast, seats
from games.play.services.seats import TableSettings

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

QUICK = TableSettings(decision_seconds=10, bank_seconds=30)


@pytest.fixture(autouse=True)
def _without_broadcast(monkeypatch):
    monkeypatch.setattr(broadcast, "table_changed", lambda table_id: None)
    monkeypatch.setattr(broadcast, "start_bots", lambda match_id, asked: None)
    monkeypatch.setattr(broadcast, "start_task", lambda *args, **kwargs: None)


@pytest.fixture
def limits(settings):
    """The limits are kept, from nothing."""
    settings.RATE_LIMITS = True
    cache.clear()
    yield
    cache.clear()


def opened(make_user, name, ruleset="gouji", settings=seats.DEFAULT_SETTINGS):
    return seats.open_table(user=make_user(name), ruleset=ruleset, settings=settings)


def played(make_user, name, settings=seats.DEFAULT_SETTINGS, ruleset="gouji"):
    """A table where a match is under way against bots."""
    user = make_user(name)
    table = seats.open_table(user=user, ruleset=ruleset, settings=settings)
    seats.add_bots(table_id=table.id, user=user)
    seats.set_ready(table_id=table.id, user=user, ready=True)
    return table


def pair_played(make_user, one, other, settings=seats.DEFAULT_SETTINGS):
    """The same against two people: the second sits to the first one's right."""
    users = make_user(one), make_user(other)
    table = seats.open_table(user=users[0], ruleset="gouji", settings=settings)
    seats.sit(table_id=table.id, user=users[1], number=1)
    seats.add_bots(table_id=table.id, user=users[0])
    for user in users:
        seats.set_ready(table_id=table.id, user=user, ready=True)
    return table


def codes(rows):
    return [row.code for row in rows]


# -- Tables that wait ----------------------------------------------------------------------------------


def test_a_private_table_is_not_listed_and_comes_with_its_link(client, make_user):
    table = opened(make_user, "安", settings=TableSettings(private=True))
    assert open_table_rows() == []
    assert table.code not in client.get(reverse("lobby")).content.decode()
    page = client.get(reverse("table", args=[table.code]))
    assert page.status_code == 200
    assert "私人桌" in page.content.decode()


def test_a_public_table_does_not_say_that_it_is_private(client, make_user):
    table = opened(make_user, "安")
    body = client.get(reverse("table", args=[table.code])).content.decode()
    assert "私人桌" not in body
    assert f'data-copy="{reverse("table", args=[table.code])}"' in body


def test_tables_where_somebody_is_come_first_then_those_that_lack_the_fewest(make_user):
    deserted = opened(make_user, "安")
    seats.sit(table_id=deserted.id, user=make_user("柏"), number=3)
    Seat.objects.filter(table=deserted).update(presence=Seat.Presence.AWAY)
    alone = opened(make_user, "程")
    pair = opened(make_user, "丁")
    seats.sit(table_id=pair.id, user=make_user("尔"), number=2)
    assert codes(open_table_rows()) == [pair.code, alone.code, deserted.code]


@pytest.mark.parametrize(
    ("query", "listed"),
    [
        ("", {"classic", "charge", "shengji", "quick"}),
        ("?game=gouji", {"classic", "charge", "quick"}),
        ("?game=shengji", {"shengji"}),
        ("?time_control=quick", {"quick"}),
        ("?game=huolong", set()),
        ("?game=gouji&time_control=casual", {"classic", "charge"}),
        ("?game=mahjong&time_control=light", {"classic", "charge", "shengji", "quick"}),
    ],
)
def test_one_sees_the_tables_of_a_game_and_a_pace(client, make_user, query, listed):
    tables = {
        "classic": opened(make_user, "安"),
        "charge": opened(make_user, "柏", "gouji:charge"),
        "shengji": opened(make_user, "程", "shengji"),
        "quick": opened(make_user, "丁", settings=QUICK),
    }
    body = client.get(reverse("lobby") + query).content.decode()
    assert {name for name, table in tables.items() if f"go-{table.code}" in body} == listed


def test_a_row_says_who_sits_where_and_which_seats_are_free(make_user):
    ann = make_user("安")
    table = seats.open_table(user=ann, ruleset="gouji:charge", settings=QUICK)
    seats.sit(table_id=table.id, user=make_user("柏"), number=4)
    (row,) = open_table_rows()
    assert [listed_seat.name for listed_seat in row.listed_seats] == ["安", "", "", "", "柏", ""]
    assert [listed_seat.free for listed_seat in row.listed_seats] == [
        False,
        True,
        True,
        True,
        False,
        True,
    ]
    assert (row.free, row.host, row.ruleset, row.time_control) == (4, "安", "冲点", "快打 10+30")
    assert [listed_seat.number for listed_seat in (*row.far, *row.near)] == [5, 4, 3, 0, 1, 2]


def test_one_takes_a_seat_from_the_lobby(client, make_user):
    table = opened(make_user, "安")
    ben = make_user("柏")
    client.force_login(ben)
    body = client.get(reverse("lobby")).content.decode()
    address = reverse("sit", args=[table.code])
    assert f'formaction="{address}" name="seat" value="4"' in body
    answer = client.post(address, {"seat": "4"})
    assert answer["Location"] == reverse("table", args=[table.code])
    assert table.seats.get(number=4).user == ben


def test_a_seat_that_was_taken_meanwhile_is_refused_on_the_table_s_page(client, make_user):
    table = opened(make_user, "安")
    client.force_login(make_user("柏"))
    answer = client.post(reverse("sit", args=[table.code]), {"seat": "0"})
    assert answer.status_code == 409
    assert "已经有人了" in answer.content.decode()


def test_a_stranger_is_led_to_the_table_instead_of_a_button(client, make_user):
    table = opened(make_user, "安")
    body = client.get(reverse("lobby")).content.decode()
    assert 'value="sit' not in body
    assert reverse("table", args=[table.code]) in body


def test_a_list_that_has_not_changed_is_not_sent_again(client, make_user):
    opened(make_user, "安")
    first = client.get(reverse("lobby"), headers={"HX-Request": "true"})
    again = {"HX-Request": "true", "X-Has": first["X-Has"]}
    assert client.get(reverse("lobby"), headers=again).status_code == 204
    opened(make_user, "柏")
    assert client.get(reverse("lobby"), headers=again).status_code == 200


@pytest.mark.parametrize("count", [1, 4])
def test_the_lobby_asks_as_much_for_many_tables_as_for_few(
    client, make_user, django_assert_num_queries, count
):
    for number in range(count):
        opened(make_user, f"人{number}")
        played(make_user, f"家{number}", TableSettings(watch_delay=60))
    with django_assert_num_queries(7):
        client.get(reverse("lobby"))


# -- Games to watch ------------------------------------------------------------------------------------


def test_a_match_is_listed_with_its_deal_score_and_people(make_user):
    table = played(make_user, "安")
    (row,) = live_table_rows()
    assert (row.code, row.title, row.scores) == (table.code, "第 1/5 局", ("0", "0"))
    assert row.listed_seats[0].name == "安"
    assert [listed_seat.bot for listed_seat in row.listed_seats] == [False] + [True] * 5


def test_private_and_finished_matches_are_not_listed(make_user):
    played(make_user, "安", TableSettings(private=True))
    over = played(make_user, "柏")
    Match.objects.filter(table=over).update(
        status="finished", ended_at=timezone.now(), deadline=None
    )
    assert live_table_rows() == []


def test_matches_with_the_most_people_come_first(make_user):
    played(make_user, "安")
    pair = pair_played(make_user, "程", "丁")
    played(make_user, "尔")
    assert live_table_rows()[0].code == pair.code


def test_the_deal_of_a_table_watched_with_a_delay_is_told_as_late_as_it_is_seen(make_user):
    table = played(make_user, "安", TableSettings(watch_delay=60))
    assert (live_table_rows()[0].title, live_table_rows()[0].delay) == ("", 60)
    Move.objects.filter(match__table=table, by=Move.By.CHANCE).update(
        made_at=timezone.now() - timedelta(seconds=59)
    )
    assert live_table_rows()[0].title == ""
    Move.objects.filter(match__table=table, by=Move.By.CHANCE).update(
        made_at=timezone.now() - timedelta(seconds=61)
    )
    assert live_table_rows()[0].title == "第 1/5 局"


def test_who_leaves_a_table_watched_with_a_delay_is_named_until_its_watchers_see_them_go(make_user):
    table = pair_played(make_user, "安", "柏", TableSettings(watch_delay=60))
    seats.leave(table_id=table.id, user=User.objects.get(username="柏"))
    assert table.seats.get(number=1).bot
    names = [
        (listed_seat.name, listed_seat.bot) for listed_seat in live_table_rows()[0].listed_seats[:2]
    ]
    assert names == [("安", False), ("柏", False)]

    Escape.objects.update(left_at=timezone.now() - timedelta(seconds=61))
    assert [listed_seat.bot for listed_seat in live_table_rows()[0].listed_seats[:2]] == [
        False,
        True,
    ]


def test_a_match_of_an_older_engine_is_listed_without_its_deal(make_user):
    played(make_user, "安")
    Match.objects.update(schema=0)
    assert live_table_rows()[0].title == ""


@pytest.mark.parametrize("count", [1, 3])
def test_the_games_to_watch_take_four_questions_however_many(
    make_user, django_assert_num_queries, count
):
    for number in range(count):
        played(make_user, f"人{number}", TableSettings(watch_delay=30))
    with django_assert_num_queries(4):
        assert len(live_table_rows()) == count


def test_no_card_of_anybody_is_in_the_list(client, make_user):
    played(make_user, "安")
    body = client.get(reverse("watch")).content.decode()
    hand = Move.objects.get(by=Move.By.CHANCE).action.split()[1]
    assert len(hand) >= 36
    assert not any(hand[at : at + 3] in body for at in range(0, len(hand) - 3, 3))


# -- One's own -----------------------------------------------------------------------------------------


def test_ones_own_tables_are_found_again_those_where_one_plays_first(client, make_user):
    ann = make_user("安")
    client.force_login(ann)
    running = seats.quick_start(user=ann)
    waiting = seats.open_table(user=ann, ruleset="shengji")
    rows = own_table_rows(ann)
    assert [(row.code, row.live) for row in rows] == [(running.code, True), (waiting.code, False)]
    for page in ("lobby", "mine"):
        body = client.get(reverse(page)).content.decode()
        assert body.count("回到我的牌桌") == 2
        assert body.index(running.code) < body.index(waiting.code)


def test_the_page_of_ones_own_needs_an_account_and_shows_nobody_else_s(client, make_user):
    table = played(make_user, "安")
    assert reverse("account_login") in client.get(reverse("mine"))["Location"]
    client.force_login(make_user("柏"))
    body = client.get(reverse("mine")).content.decode()
    assert table.code not in body
    assert "现在没有在打的牌局" in body


@pytest.mark.parametrize("count", [1, 3])
def test_ones_own_tables_take_two_questions_however_many(
    make_user, django_assert_num_queries, count
):
    ann = make_user("安")
    for number in range(count):
        table = seats.open_table(user=ann, ruleset="gouji")
        seats.add_bots(table_id=table.id, user=ann)
        seats.set_ready(table_id=table.id, user=ann, ready=True)
        assert number < count
    with django_assert_num_queries(2):
        assert len(own_table_rows(ann)) == count


# -- Limits --------------------------------------------------------------------------------------------


def test_so_many_tables_an_hour_and_then_a_sentence_on_the_page(client, make_user, limits):
    client.force_login(make_user("安"))
    for _ in range(OPENED_MOST):
        assert client.post(reverse("open"), {"preset": "classic"}).status_code == 302
    many = Table.objects.count()
    answers = [
        client.post(reverse("open"), {"preset": "classic"}),
        client.post(reverse("quick"), {"game": "gouji"}),
        client.post(reverse("match"), {"ruleset": "gouji"}),
    ]
    assert [answer.status_code for answer in answers] == [429] * 3
    assert all("开的桌子太多了" in answer.content.decode() for answer in answers)
    assert Table.objects.count() == many
    client.force_login(make_user("柏"))
    assert client.post(reverse("open"), {"preset": "classic"}).status_code == 302


def test_one_address_has_a_limit_whatever_names_it_takes(client, make_user, limits, monkeypatch):
    monkeypatch.setattr("games.lobby.views.OPENED_FROM_ADDRESS", 2)
    answers = []
    for name in ("安", "柏", "程"):
        client.force_login(make_user(name))
        answers.append(client.post(reverse("open"), {"preset": "classic"}).status_code)
    assert answers == [302, 302, 429]


def test_however_many_tables_somebody_opens_only_one_of_them_is_listed(client, make_user):
    client.force_login(make_user("安"))
    for _ in range(5):
        client.post(reverse("open"), {"preset": "classic"})
    assert len(open_table_rows()) == 1


# -- Quick match ---------------------------------------------------------------------------------------


def test_a_quick_match_needs_an_account_and_a_post(client, make_user):
    assert reverse("account_login") in client.post(reverse("match"))["Location"]
    client.force_login(make_user("安"))
    assert client.get(reverse("match")).status_code == 405
    assert not Table.objects.exists()


def test_a_quick_match_seats_one_among_those_who_wait(client, make_user):
    table = opened(make_user, "安", "gouji:charge")
    client.force_login(make_user("柏"))
    answer = client.post(reverse("match"), {"ruleset": "gouji:charge"})
    assert answer["Location"] == reverse("table", args=[table.code])
    assert table.seats.get(number=1).user.username == "柏"


@pytest.mark.parametrize("ruleset", ["", "chess", "gouji(", "<b>", "x" * 900])
def test_a_quick_match_under_rules_that_do_not_exist_is_refused_on_the_page(
    client, make_user, ruleset
):
    client.force_login(make_user("安"))
    answer = client.post(reverse("match"), {"ruleset": ruleset})
    assert answer.status_code == 409
    assert 'class="error"' in answer.content.decode()
    assert not Table.objects.exists()
