"""Finding a table."""

from importlib import import_module

import pytest
from django.urls import reverse

from games.engine.glossary import TERMS, terms_of
from games.engine.registry import GAMES, game_of, meta_of
from games.lobby.rulebook import rulebook_of
from games.lobby.selectors import live_count, open_table_rows
from games.play.models import Match, Table
from games.play.services import broadcast, seats
from tests.saying import zh

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


@pytest.fixture(autouse=True)
def _without_broadcast(monkeypatch):
    monkeypatch.setattr(broadcast, "table_changed", lambda table_id: None)
    monkeypatch.setattr(broadcast, "start_bots", lambda match_id, asked: None)


def test_a_table_with_a_free_seat_is_listed(make_user, client):
    table = seats.open_table(user=make_user("安"), ruleset="gouji")
    assert [row.code for row in open_table_rows()] == [table.code]
    assert reverse("table", args=[table.code]) in client.get(reverse("lobby")).content.decode()


def test_full_running_and_closed_tables_are_not_listed(make_user):
    ann, ben, cem = (make_user(name) for name in ("安", "本", "岑"))
    full = seats.open_table(user=ann, ruleset="gouji")
    seats.add_bots(table_id=full.id, user=ann)
    seats.quick_start(user=ben)
    closed = seats.open_table(user=cem, ruleset="gouji")
    seats.leave(table_id=closed.id, user=cem)
    assert open_table_rows() == []


def test_a_table_is_listed_again_when_its_match_is_over_and_somebody_left(make_user):
    ann, ben = make_user("安"), make_user("本")
    table = seats.open_table(user=ann, ruleset="gouji")
    seats.sit(table_id=table.id, user=ben, number=1)
    seats.add_bots(table_id=table.id, user=ann)
    for user in (ann, ben):
        seats.set_ready(table_id=table.id, user=user, ready=True)
    Match.objects.update(status="finished", ended_at="2026-01-01T00:00Z", deadline=None)
    seats.leave(table_id=table.id, user=ben)
    assert [row.free for row in open_table_rows()] == [1]


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_takes_the_same_two_queries_however_long(
    make_user, django_assert_num_queries, count
):
    for number in range(count):
        seats.open_table(user=make_user(f"人{number}"), ruleset="gouji")
    with django_assert_num_queries(2):
        assert len(open_table_rows()) == count


def test_quick_start_needs_an_account_and_a_post(client, make_user):
    assert reverse("account_login") in client.post(reverse("quick"))["Location"]
    client.force_login(make_user("安"))
    assert client.get(reverse("quick")).status_code == 405
    assert not Table.objects.exists()


def test_quick_start_leads_to_a_table_where_cards_are_dealt(client, make_user):
    client.force_login(make_user("安"))
    answer = client.post(reverse("quick"))
    table = Table.objects.get()
    assert answer["Location"] == reverse("table", args=[table.code])
    assert Match.objects.get(table=table).version >= 1


def test_a_table_is_opened_with_the_options_chosen(client, make_user):
    client.force_login(make_user("安"))
    form = client.get(reverse("open"))
    assert form.status_code == 200
    data = {
        "preset": "classic",
        "option_successor": "partner",
        "time_control": "quick",
        "card_counter": "full",
        "card_count_visibility": "low",
        "watch_delay": "60",
        "private": "on",
    }
    answer = client.post(reverse("open"), data)
    table = Table.objects.get()
    assert answer["Location"] == reverse("table", args=[table.code])
    assert table.ruleset == "gouji(successor=partner)"
    assert (table.decision_seconds, table.bank_seconds) == (10, 30)
    assert (table.card_counter, table.card_count_visibility, table.watch_delay) == (
        "full",
        "low",
        60,
    )
    assert table.private


def test_what_the_form_leaves_out_stands_at_the_usual(client, make_user):
    client.force_login(make_user("安"))
    client.post(reverse("open"), {"preset": "classic"})
    table = Table.objects.get()
    assert (table.decision_seconds, table.bank_seconds) == (20, 60)
    assert (table.card_counter, table.card_count_visibility, table.watch_delay) == ("own", "all", 0)
    assert not table.private


@pytest.mark.parametrize(
    ("time_control", "decision", "bank"),
    [("casual", 20, 60), ("quick", 10, 30), ("tournament", 30, 0)],
)
def test_a_time_control_is_seconds_for_a_decision_and_a_bank_for_a_deal(
    client, make_user, time_control, decision, bank
):
    client.force_login(make_user("安"))
    client.post(reverse("open"), {"preset": "classic", "time_control": time_control})
    table = Table.objects.get()
    assert (table.decision_seconds, table.bank_seconds) == (decision, bank)


@pytest.mark.parametrize(("preset", "card_counter"), [("tournament", "off"), ("classic", "full")])
def test_under_tournament_rules_nobody_has_a_card_counter_whatever_is_posted(
    client, make_user, preset, card_counter
):
    client.force_login(make_user("安"))
    client.post(reverse("open"), {"preset": preset, "card_counter": "full"})
    assert Table.objects.get().card_counter == card_counter


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"preset": "none"},
        {"preset": "classic", "time_control": "1"},
        {"preset": "classic", "card_counter": "all"},
        {"preset": "classic", "card_count_visibility": "none"},
        {"preset": "classic", "watch_delay": "31"},
        {"preset": "classic", "option_successor": "nobody"},
    ],
)
def test_a_form_with_choices_that_do_not_exist_opens_nothing(client, make_user, data):
    client.force_login(make_user("安"))
    assert client.post(reverse("open"), data).status_code == 422
    assert not Table.objects.exists()


def test_a_preset_stands_where_the_options_are_left_at_it(client, make_user):
    client.force_login(make_user("安"))
    body = client.get(reverse("open")).content.decode()
    assert body.count("按规则") >= len(meta_of("gouji").options)
    data = {"preset": "charge"}
    data |= {f"option_{option.key}": "" for option in meta_of("gouji").options}
    client.post(reverse("open"), data)
    assert Table.objects.get().ruleset == "gouji:charge"


@pytest.mark.parametrize("key", GAMES)
def test_a_table_of_every_game_can_be_opened_and_is_listed_by_its_ruleset(client, make_user, key):
    client.force_login(make_user("安"))
    preset = meta_of(key).presets[0]
    address = f"{reverse('open')}?game={key}"
    assert client.get(address).status_code == 200
    client.post(address, {"preset": preset.key})
    (row,) = open_table_rows()
    assert (row.game, row.ruleset) == (zh(meta_of(key).title), zh(preset.label))


def test_no_table_of_a_game_that_does_not_exist(client, make_user):
    client.force_login(make_user("安"))
    assert client.get(f"{reverse('open')}?game=mahjong").status_code == 404


@pytest.mark.parametrize("ruleset", [*GAMES, "gouji:charge(lead=last_place)"])
def test_a_rules_page_says_every_option_and_what_is_refused(client, ruleset):
    body = client.get(reverse("rules", args=[ruleset])).content.decode()
    for option in game_of(ruleset).meta.options:
        assert zh(option.label) in body
    assert "还没轮到你" in body
    assert ("已改" in body) == ("lead=" in ruleset)


@pytest.mark.parametrize("key", GAMES)
def test_a_rules_page_explains_the_terms_of_its_game_and_of_the_table_and_no_others(client, key):
    body = client.get(reverse("rules", args=[key])).content.decode()
    explained = {term.meaning for term in TERMS if f"<dd>{zh(term.meaning)}</dd>" in body}
    assert explained == {term.meaning for term in terms_of(key)}


@pytest.mark.parametrize("ruleset", ["mahjong", "gouji:none", "gouji(x=y)", "<b>"])
def test_no_rules_page_of_a_ruleset_that_does_not_exist(client, ruleset):
    assert client.get(reverse("rules", args=[ruleset])).status_code == 404


@pytest.mark.parametrize(("game", "seat_count"), [("shengji", 4), ("huolong", 4), ("gouji", 6)])
def test_quick_start_seats_one_at_the_game_that_was_asked_for(client, make_user, game, seat_count):
    client.force_login(make_user("安"))
    client.post(reverse("quick"), {"game": game})
    table = Table.objects.get()
    assert table.ruleset.startswith(game)
    assert table.seats.count() == seat_count


@pytest.mark.parametrize("game", ["chess", "", "gouji(games=1)", "../x"])
def test_quick_start_of_a_game_that_is_not_played_here_is_not_found(client, make_user, game):
    client.force_login(make_user("安"))
    assert client.post(reverse("quick"), {"game": game}).status_code == 404
    assert not Table.objects.exists()


@pytest.mark.parametrize("key", GAMES)
def test_the_lobby_and_the_form_lead_to_how_a_game_is_played(client, make_user, key):
    address = reverse("rules", args=[key])
    assert address in client.get(reverse("lobby")).content.decode()
    client.force_login(make_user("安"))
    assert address in client.get(reverse("open"), {"game": key}).content.decode()
    chapters = import_module(f"games.engine.{key}.how_to_play").HOW_TO_PLAY
    page = client.get(address).content.decode()
    for chapter in chapters:
        assert zh(chapter.title) in page
        assert all(zh(line) in page for line in chapter.lines)


def test_an_example_is_drawn_in_the_order_in_which_it_is_written(db):
    (shown,) = (
        each for lesson in rulebook_of(game_of("shengji")).lessons for each in lesson.examples
    )
    assert "".join(card.key[0] for card in shown.plays[0]) == "BsJJ22AKQ9T8"


def test_a_private_match_is_not_counted_among_those_that_are_played(make_user):
    table = seats.quick_start(user=make_user("安"))
    assert live_count() == 1
    Table.objects.filter(id=table.id).update(private=True)
    assert live_count() == 0
