"""The pages of a table, and what they answer to posts good and bad."""

import json
import re
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.engine.core.cards import each_card, write_card
from games.play.display.card_display import groups
from games.play.models import Match, Move, Table
from games.play.services import moves
from tests.saying import zh

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

HTMX = {"headers": {"HX-Request": "true"}}
LIVE = {"headers": {"HX-Request": "true", "X-Live": "1"}}


@pytest.fixture
def browser(people):
    """A function that gives the browser of the person in a seat."""

    def signed_in(seat):
        client = Client()
        client.force_login(people[seat])
        return client

    return signed_in


@pytest.fixture
def send(browser):
    """A function that posts an action as a page would."""

    def send_it(match, seat, do, *, cards=(), version=None, more=None):
        match.refresh_from_db()
        seen = match.last_prompt_version if version is None else version
        data = {"seen": f"{match.id}-{seen}", "do": do, "c": list(cards)}
        return browser(seat).post(reverse("act", args=[match.table.code]), data, **(more or {}))

    return send_it


def single_card(position, match):
    game, state = position(match)
    (seat,) = game.to_act(state)
    for action in game.legal(state, seat):
        verb, _, cards = game.write(action).partition(" ")
        if verb == "play" and len(cards) <= 3:
            return seat, cards
    raise AssertionError("a leader always has a single card")


@pytest.mark.parametrize("code", ["\x00", "nowhere\x00", "no where", "牌", "a" * 5000])
def test_a_code_that_no_table_has_is_not_found(client, db, code):
    assert client.get(reverse("table", args=[code])).status_code == 404


def test_a_plain_post_plays_and_goes_back_to_the_table(to_play, position, send):
    seat, card = single_card(position, to_play)
    answer = send(to_play, seat, "play", cards=[card])
    assert answer.status_code == 302
    assert answer["Location"] == reverse("table", args=[to_play.table.code])
    assert Move.objects.filter(match=to_play).latest("number").action == f"play {card}"


def test_a_post_by_htmx_without_a_socket_is_answered_with_every_part(to_play, position, send):
    seat, card = single_card(position, to_play)
    answer = send(to_play, seat, "play", cards=[card], more=HTMX)
    body = answer.content.decode()
    assert answer.status_code == 200
    for part in ("version", "status", "seat-0", "seat-5", "log", "hand", "controls", "refusal"):
        assert f'id="r-{part}"' in body
    assert card not in body.split('id="r-hand"')[1].split('id="r-controls"')[0]


def test_a_post_by_htmx_with_a_socket_leaves_the_update_to_it(to_play, position, send):
    seat, card = single_card(position, to_play)
    answer = send(to_play, seat, "play", cards=[card], more=LIVE)
    assert answer.status_code == 200
    assert 'id="r-hand"' not in answer.content.decode()


def test_a_refused_play_says_why_beside_the_hand_and_changes_nothing(to_play, position, send):
    seat, _ = single_card(position, to_play)
    before = Move.objects.count()
    answer = send(to_play, (seat + 1) % 6, "pass", more=LIVE)
    game, _ = position(to_play)
    assert answer.status_code == 409
    assert zh(game.refusal("not_your_turn", {})) in answer.content.decode()
    assert Move.objects.count() == before


def test_a_refused_plain_post_shows_the_table_with_the_reason(to_play, position, send):
    seat, _ = single_card(position, to_play)
    answer = send(to_play, (seat + 1) % 6, "pass")
    assert answer.status_code == 409
    assert 'id="r-hand"' in answer.content.decode()


def test_a_stale_page_is_told_so_and_given_the_fresh_one(to_play, position, send):
    seat, card = single_card(position, to_play)
    answer = send(to_play, seat, "play", cards=[card], version=0, more=LIVE)
    body = answer.content.decode()
    assert answer.status_code == 409
    assert "牌桌已经往前走了" in body
    assert 'id="r-hand"' in body


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"do": "play"},
        {"do": "sit", "seen": "0-0"},
        {"do": "ready\x00"},
        {"do": ["leave", "close"], "seen": "1-1"},
        {"do": "ready", "salt": "\x00"},
        {"do": "ready", "salt": "x" * 65},
        {"do": "hint", "press": "-1"},
        {"do": "hint", "press": "9" * 30},
        {"do": "hint", "press": "x"},
        {"do": "play", "seen": "999999999-1", "c": "9Sa"},
        {"do": "deal", "seen": "1-1"},
        {"do": "close", "seen": "1-1"},
        {"do": "play", "seen": "1-1", "c": ["9Sa"] * 250},
    ],
)
def test_a_post_that_no_page_makes_is_refused_and_changes_nothing(to_play, browser, data):
    before = (to_play.version, list(to_play.table.seats.values_list("user", "ready")))
    answer = browser(0).post(reverse("act", args=[to_play.table.code]), data)
    to_play.refresh_from_db()
    assert answer.status_code == 409
    assert (to_play.version, list(to_play.table.seats.values_list("user", "ready"))) == before


@pytest.mark.parametrize(
    "data", [{}, {"seat": ""}, {"seat": "x"}, {"seat": "-1"}, {"seat": "9" * 30}, {"seat": "1\x00"}]
)
@pytest.mark.parametrize("more", [{}, HTMX])
def test_a_seat_that_no_page_offers_is_refused_and_taken_by_nobody(table, make_user, data, more):
    client = Client()
    client.force_login(make_user("客"))
    before = list(table.seats.values_list("user", "bot"))
    answer = client.post(reverse("sit", args=[table.code]), data, **more)
    assert answer.status_code == 409
    assert "请求不完整" in answer.content.decode()
    assert list(table.seats.values_list("user", "bot")) == before


@pytest.mark.parametrize(("name", "where"), [("act", []), ("sit", []), ("kick", [3])])
@pytest.mark.parametrize("method", ["put", "patch", "delete", "get"])
def test_only_a_post_acts(table, browser, name, where, method):
    answer = getattr(browser(0), method)(reverse(name, args=[table.code, *where]), {"seat": "1"})
    assert answer.status_code == (302 if method == "get" else 405)
    assert table.seats.filter(user=None).count() == 0


@pytest.mark.parametrize("do", ["sit 3", "kick 3 丁", "kick 3", "sit x"])
def test_a_page_from_before_an_update_is_opened_anew_and_its_press_does_nothing(table, browser, do):
    before = list(table.seats.values_list("user", "bot"))
    address = reverse("act", args=[table.code])
    answer = browser(0).post(address, {"do": do, "seen": "0-0"}, **HTMX)
    assert (answer.status_code, answer["HX-Refresh"]) == (409, "true")
    plain = browser(0).post(address, {"do": do, "seen": "0-0"})
    assert plain.status_code == 409
    assert "网站更新了" in plain.content.decode()
    assert reverse("sit", args=[table.code]) in plain.content.decode()
    assert list(table.seats.values_list("user", "bot")) == before


def test_an_oversized_post_is_refused_before_it_is_read(to_play, browser):
    data = {"do": "play", "seen": "1-1", "c": ["9Sa"] * 500}
    answer = browser(0).post(reverse("act", args=[to_play.table.code]), data)
    assert answer.status_code == 400


def test_somebody_signed_out_may_look_but_not_act(to_play):
    client = Client()
    page = client.get(reverse("table", args=[to_play.table.code]))
    assert page.status_code == 200
    answer = client.post(reverse("act", args=[to_play.table.code]), {"do": "ready"})
    assert answer.status_code == 302
    assert reverse("account_login") in answer["Location"]


def test_a_post_without_the_csrf_token_is_refused(to_play, people):
    client = Client(enforce_csrf_checks=True)
    client.force_login(people[0])
    answer = client.post(reverse("act", args=[to_play.table.code]), {"do": "leave"})
    assert answer.status_code == 403
    assert to_play.table.seats.filter(user=people[0]).exists()


def test_a_get_acts_nothing_and_goes_back_to_the_table(to_play, browser):
    answer = browser(0).get(reverse("act", args=[to_play.table.code]), {"do": "leave"})
    assert answer["Location"] == reverse("table", args=[to_play.table.code])
    assert to_play.table.seats.get(number=0).user is not None


def test_who_has_been_signed_out_comes_back_to_the_table_after_signing_in(to_play):
    answer = Client().post(
        reverse("act", args=[to_play.table.code]), {"do": "ready"}, headers=HTMX["headers"]
    )
    back = reverse("table", args=[to_play.table.code])
    assert answer["HX-Redirect"] == f"{reverse('account_login')}?{urlencode({'next': back})}"


def test_a_hint_names_cards_that_may_be_played(to_play, position, send, browser):
    seat, _ = single_card(position, to_play)
    url = reverse("act", args=[to_play.table.code])
    seen = set()
    for press in range(4):
        answer = browser(seat).post(url, {"do": "hint", "press": press}, **LIVE)
        hint = json.loads(answer["HX-Trigger"])["hint"]
        assert hint["verb"] == "play"
        seen.add(tuple(hint["cards"]))
    assert len(seen) == 4
    assert send(to_play, seat, "play", cards=seen.pop()).status_code == 302


def test_without_script_a_hint_is_a_sentence(to_play, position, browser):
    seat, _ = single_card(position, to_play)
    url = reverse("act", args=[to_play.table.code])
    body = browser(seat).post(url, {"do": "hint"}).content.decode()
    assert re.search(r"提示：出牌 (大王|小王|(10|[2-9JQKA])[♣♦♥♠])", body)


def test_a_hint_is_given_to_nobody_else_than_who_is_to_act(to_play, position, browser):
    seat, _ = single_card(position, to_play)
    url = reverse("act", args=[to_play.table.code])
    answer = browser((seat + 1) % 6).post(url, {"do": "hint"}, **LIVE)
    assert answer.status_code == 409


def test_a_table_that_does_not_exist_is_not_found(client, db):
    assert client.get(reverse("table", args=["nowhere"])).status_code == 404


def test_a_page_holds_the_cards_of_its_viewer_and_of_nobody_else(to_play, position, browser):
    game, state = position(to_play)
    pages = {s: browser(s).get(reverse("table", args=[to_play.table.code])) for s in range(6)}
    for seat, page in pages.items():
        body = page.content.decode()
        mine = {game.write(a).partition(" ")[2] for a in _singles(game, state, seat)}
        for card in mine:
            assert f'value="{card}"' in body or f"value={card}" in body
        assert body.count("name=c ") + body.count('name="c"') == 36, seat


def _singles(game, state, seat):
    view = game.view(state, seat)
    assert groups(view.own.hand)
    return [game.read(state, seat, f"play {write_card(n)}") for n in each_card(view.own.hand)]


def test_a_watchers_page_holds_no_hand(to_play, client):
    body = client.get(reverse("table", args=[to_play.table.code])).content.decode()
    assert "name=c " not in body
    assert 'name="c"' not in body


def test_leaving_by_a_post_goes_to_the_lobby_and_a_bot_sits_down(to_play, send):
    answer = send(to_play, 1, "leave")
    assert answer["Location"] == reverse("lobby")
    assert to_play.table.seats.get(number=1).bot


def test_a_finished_match_offers_another_one(to_play, browser, people):
    Match.objects.filter(id=to_play.id).update(
        status="finished", ended_at="2026-01-01T00:00Z", deadline=None
    )
    page = browser(0).get(reverse("table", args=[to_play.table.code])).content.decode()
    assert "再来一局" in page
    for seat in range(6):
        browser(seat).post(reverse("act", args=[to_play.table.code]), {"do": "ready"})
    assert Match.objects.filter(table=to_play.table, ended_at=None).get().number == 2


def test_too_many_posts_are_slowed_down(to_play, browser, all_but_one):
    client = browser(0)
    all_but_one("act", client.session["_auth_user_id"], most=120, seconds=10)
    answers = [
        client.post(reverse("act", args=[to_play.table.code]), {"do": "unready"}, **LIVE)
        for _ in range(2)
    ]
    assert ["操作太快了" in answer.content.decode() for answer in answers] == [False, True]
    assert Table.objects.get(id=to_play.table_id).version == to_play.table.version


def test_a_page_needs_the_same_number_of_queries_whoever_looks(
    to_play, browser, django_assert_num_queries, position, send
):
    counts = set()
    for seat in (0, 3):
        client = browser(seat)
        client.get(reverse("table", args=[to_play.table.code]))
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse("table", args=[to_play.table.code]))
        counts.add(len(queries))
        who, card = single_card(position, to_play)
        moves.expire(match_id=to_play.id)
        send(to_play, who, "play", cards=[card])
    assert len(counts) == 1
    assert counts.pop() <= 8
