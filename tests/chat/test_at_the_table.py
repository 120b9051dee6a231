"""Posting talk at a table: who may say what, and what an odd post comes to."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.chat.models import Message, Mute
from games.chat.words import sentence as refusal_sentence
from games.engine.core.errors import NotAllowed
from games.play.models import Match, Seat, Table
from games.play.services import broadcast, chat, seats

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

HTMX = {"HX-Request": "true"}
LIVE = {"HX-Request": "true", "X-Live": "1"}


@pytest.fixture
def people(make_user):
    """安 and 柏 will be seated; 程 and 丁 watch."""
    return [make_user(name) for name in "安柏程丁"]


@pytest.fixture
def told(monkeypatch):
    """What the sockets would have been told of talk."""
    seen = []
    monkeypatch.setattr(broadcast, "table_changed", lambda table_id: None)
    monkeypatch.setattr(
        broadcast, "chat_changed", lambda table_id, number: seen.append((table_id, number))
    )
    return seen


@pytest.fixture
def table(people, told):
    table = seats.open_table(user=people[0], ruleset="gouji(games=1)")
    seats.sit(table_id=table.id, user=people[1], number=4)
    return table


@pytest.fixture
def send(table):
    """A function with which somebody (None: nobody) posts to the table's talk."""

    def post(user, headers=HTMX, code=None, **data):
        client = Client()
        if user is not None:
            client.force_login(user)
        return client.post(reverse("chat", args=[code or table.code]), data, headers=headers)

    return post


@pytest.fixture
def page(table):
    """A function that gives the table's page as somebody sees it."""

    def read(user):
        client = Client()
        if user is not None:
            client.force_login(user)
        return client.get(reverse("table", args=[table.code])).content.decode()

    return read


def lines():
    return [(line.author_name, line.text, line.audience) for line in Message.objects.order_by("id")]


def shown(html):
    return re.findall(r'<span class="words">.*?<bdi>(.*?)</bdi></span>', html)


def sentence(code, **params):
    return refusal_sentence(NotAllowed(code, **params))


def test_who_sits_talks_to_the_table_and_who_watches_to_the_watchers(
    send, table, people, told, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        assert send(people[1], say="大家好", to="seats").status_code == 200
        assert send(people[2], say="看谁赢", to="watchers").status_code == 200
    assert lines() == [("柏", "大家好", "seats"), ("程", "看谁赢", "watchers")]
    said, aside = Message.objects.order_by("id")
    assert (said.seat, aside.seat) == (4, None)
    assert (said.room, said.table_id, said.code) == (f"table:{table.code}", table.id, table.code)
    assert told == [(table.id, said.id), (table.id, aside.id)]


def test_the_page_shows_the_watchers_chat_to_watchers_who_signed_in_alone(send, page, people):
    send(people[0], say="座上的话", to="seats")
    send(people[2], say="旁观的话", to="watchers")
    assert shown(page(people[0])) == shown(page(people[1])) == ["座上的话"]
    assert shown(page(people[3])) == shown(page(people[2])) == ["座上的话", "旁观的话"]
    assert shown(page(None)) == ["座上的话"]
    assert "旁观的话" not in page(None) + page(people[1])


def test_who_gets_up_and_sits_down_again_is_shown_what_is_for_their_place(
    send, page, people, table
):
    send(people[2], say="旁观的话", to="watchers")
    Seat.objects.filter(table=table, user=people[1]).update(user=None)
    assert shown(page(people[1])) == ["旁观的话"]
    Seat.objects.filter(table=table, number=2).update(user=people[1])
    assert shown(page(people[1])) == []


@pytest.mark.parametrize(
    "forged",
    [
        {"to": "seats"},
        {"to": "seats", "seat": "0"},
        {"to": "seats", "audience": "seats", "author": "1"},
    ],
)
def test_a_watcher_never_writes_to_the_seats(send, people, forged):
    answer = send(people[2], say="我看见了", **forged)
    assert (answer.status_code, sentence("talk_place") in answer.content.decode()) == (409, True)
    assert lines() == []


def test_a_player_never_writes_to_the_watchers(send, people):
    assert send(people[0], say="谁有大王", to="watchers").status_code == 409
    assert lines() == []


def test_a_forged_seat_is_not_believed(send, people):
    send(people[1], say="大家好", to="seats", seat="0", author="1", author_name="安", version="99")
    (line,) = Message.objects.all()
    assert (line.seat, line.author_id, line.author_name, line.version) == (4, people[1].id, "柏", 0)


@pytest.mark.parametrize("headers", [HTMX, {}])
def test_a_stranger_is_asked_to_sign_in_and_nothing_is_said(send, headers, table):
    answer = send(None, headers=headers, say="你好", to="seats")
    where = answer.headers.get("HX-Redirect") or answer.headers["Location"]
    assert where.startswith(reverse("account_login"))
    assert f"next=%2Ftable%2F{table.code}" in where
    assert lines() == []


def test_a_post_from_another_site_is_refused(table, people):
    client = Client(enforce_csrf_checks=True)
    client.force_login(people[0])
    answer = client.post(reverse("chat", args=[table.code]), {"say": "好", "to": "seats"})
    assert answer.status_code == 403
    assert lines() == []


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({}, "talk_form"),
        ({"say": "好"}, "talk_form"),
        ({"say": "好", "to": "everybody"}, "talk_form"),
        ({"say": "好", "to": "seats", "phrase": "nice"}, "talk_form"),
        ({"say": "好", "to": "seats", "once": "x"}, "talk_form"),
        ({"say": "好", "to": "seats", "once": "'; drop table--"}, "talk_form"),
        ({"say": "好", "to": "seats", "once": "a" * 5000}, "talk_form"),
        ({"phrase": "nothing", "to": "seats"}, "talk_phrase"),
        ({"phrase": "like", "to": "seats"}, "talk_phrase"),
        ({"emote": "nice", "to": "seats"}, "talk_phrase"),
        ({"emote": "\x00", "to": "seats"}, "talk_phrase"),
        ({"say": " \u200b ", "to": "seats"}, "talk_empty"),
        ({"say": "\x00", "to": "seats"}, "talk_empty"),
        ({"say": "加我 138 6412 3456", "to": "seats"}, "talk_link"),
        ({"mute": "-1"}, "talk_form"),
        ({"mute": "９"}, "talk_form"),
        ({"mute": "9" * 40}, "talk_form"),
        ({"mute": "9" * 18}, "talk_gone"),
        ({"unmute": "me"}, "talk_form"),
    ],
)
def test_an_odd_post_is_refused_with_a_sentence_and_says_nothing(send, people, data, code):
    answer = send(people[0], **data)
    assert answer.status_code == 409
    assert sentence(code) in answer.content.decode()
    assert (lines(), Mute.objects.count()) == ([], 0)


def test_an_oversized_line_is_refused_with_its_limit(send, people):
    answer = send(people[0], say="好牌" * 41, to="seats")
    assert sentence("talk_long", most=80) in answer.content.decode()
    assert send(people[0], say="好牌" * 2000, to="seats").status_code == 409
    assert lines() == []


def test_an_overlong_post_is_refused_before_it_is_read(send, people):
    assert send(people[0], say="好" * 70_000, to="seats").status_code in {400, 413}
    assert lines() == []


@pytest.mark.parametrize("code", ["nowhere2", "x" * 300, "a-b"])
def test_there_is_no_chat_where_there_is_no_table(send, people, code):
    assert send(people[0], code=code, say="好", to="seats").status_code == 404


def test_a_closed_table_is_silent(send, people, table):
    Table.objects.filter(id=table.id).update(closed=True)
    answer = send(people[0], say="还有人吗", to="seats")
    assert (answer.status_code, sentence("talk_closed") in answer.content.decode()) == (409, True)
    assert lines() == []


def test_a_flood_of_posts_is_refused_even_where_each_is_refused_anyway(send, people, all_but_one):
    all_but_one("chat", people[0].id, most=40, seconds=10)
    answers = [send(people[0], say="", to="seats").content.decode() for _ in range(2)]
    assert sentence("talk_empty") in answers[0]
    assert sentence("too_fast") in answers[1]


def test_the_sixth_line_in_ten_seconds_is_refused_beside_the_panel(send, people):
    codes = [send(people[0], say=f"第{n}句", to="seats").status_code for n in "甲乙丙丁戊己"]
    assert codes == [200, 200, 200, 200, 200, 409]
    assert len(lines()) == 5
    assert send(people[1], say="我来说", to="seats").status_code == 200


def test_what_somebody_writes_is_shown_as_text_and_never_as_a_part_of_the_page(send, page, people):
    send(people[0], say='<b id="r-hand">&"\'</b><i>', to="seats")
    html = page(people[1])
    assert "&lt;b id=&quot;r-hand&quot;&gt;&amp;" in html
    assert html.count('id="r-hand"') == 1


def test_phrases_and_emotes_are_said_by_their_key(send, page, people):
    send(people[0], phrase="level", to="seats")
    send(people[0], emote="like", to="seats")
    kept = [(line.kind, line.key, line.text) for line in Message.objects.order_by("id")]
    assert kept == [("phrase", "level", "够级打得真响！"), ("emote", "like", "👍")]
    assert shown(page(people[1])) == ["够级打得真响！", "赞"]


def test_a_guest_finds_phrases_and_no_field_to_type_in(send, page, people):
    guest = people[1]
    guest.is_guest = True
    guest.save()
    html = page(guest)
    assert 'name="phrase"' in html
    assert 'name="say"' not in html
    assert 'name="say"' in page(people[0])
    answer = send(guest, say="你好", to="seats")
    assert (answer.status_code, sentence("talk_guest") in answer.content.decode()) == (409, True)
    assert send(guest, phrase="nice", to="seats").status_code == 200
    assert [text for _, text, _ in lines()] == ["打得漂亮！"]


def test_a_muted_player_is_not_shown_to_the_muter_and_cannot_tell(send, page, people):
    loud, hurt = people[0], people[1]
    before = send(loud, LIVE, say="头一句", to="seats")
    (line,) = Message.objects.all()
    answer = send(hurt, mute=str(line.id)).content.decode()
    assert shown(answer) == []
    assert "安" in answer
    after = send(loud, LIVE, say="再一句", to="seats")
    assert (after.status_code, after.content) == (before.status_code, before.content)
    assert shown(page(hurt)) == []
    assert shown(page(loud)) == shown(page(people[2])) == ["头一句", "再一句"]
    (mute,) = Mute.objects.all()
    assert str(hurt.id) not in re.findall(
        r"\d+", page(loud).split('id="chat"')[1].split("</section")[0]
    )
    answer = send(hurt, unmute=str(mute.id)).content.decode()
    assert shown(answer) == shown(page(hurt)) == ["头一句", "再一句"]


def test_a_player_cannot_mute_by_a_line_that_they_may_not_see(send, people):
    send(people[2], say="旁观的话", to="watchers")
    (line,) = Message.objects.all()
    assert send(people[0], mute=str(line.id)).status_code == 409
    assert send(people[3], mute=str(line.id)).status_code == 200
    assert [(m.muter_id, m.muted_id) for m in Mute.objects.all()] == [(people[3].id, people[2].id)]


def test_a_line_says_how_far_the_match_had_come(send, people, table):
    Match.objects.create(
        table=table, number=3, version=17, ruleset=table.ruleset, schema=1, snapshot=b"",
        prompt_versions=[-1] * 6, phase_began_at=timezone.now(), status="finished", ended_at=timezone.now(),
    )  # fmt: skip
    send(people[0], say="好牌", to="seats")
    (line,) = Message.objects.all()
    assert (line.match_number, line.version) == (3, 17)


def test_a_line_is_no_move_and_changes_no_version(send, people, table):
    before = Table.objects.values_list("version", "touched_at").get(id=table.id)
    send(people[0], say="好牌", to="seats")
    assert Table.objects.values_list("version", "touched_at").get(id=table.id) == before


def test_a_page_without_script_posts_a_plain_form_and_is_told_why_not(send, people, table):
    good = send(people[0], {}, say="大家好", to="seats")
    assert (good.status_code, good.headers["Location"]) == (302, f"/table/{table.code}/#chat")
    client = Client()
    client.force_login(people[0])
    address = reverse("chat", args=[table.code])
    back = client.post(address, {"say": "www.x.com", "to": "seats"}, follow=True)
    assert sentence("talk_link") in back.content.decode()
    assert shown(back.content.decode()) == ["大家好"]
    assert client.get(address).status_code == 302


def test_the_answer_to_a_live_page_leaves_the_line_to_its_socket(send, people):
    live = send(people[0], LIVE, say="大家好", to="seats").content.decode()
    lost = send(people[0], HTMX, say="又来了", to="seats").content.decode()
    assert shown(live) == []
    assert shown(lost) == ["大家好", "又来了"]
    assert 'hx-swap-oob="innerHTML:#talk-lines"' in lost


def test_watchers_hear_the_seats_as_late_as_they_see_the_match(send, page, people, table):
    Table.objects.filter(id=table.id).update(watch_delay=60)
    send(people[0], say="刚才那手", to="seats")
    send(people[2], say="旁观的话", to="watchers")
    assert shown(page(people[1])) == ["刚才那手"]
    assert shown(page(people[3])) == ["旁观的话"]
    assert shown(page(None)) == []
    Message.objects.update(said_at=timezone.now() - timedelta(seconds=61))
    assert shown(page(people[3])) == ["刚才那手", "旁观的话"]


def test_a_hidden_line_is_on_no_page(send, page, people):
    send(people[0], say="难听的话", to="seats")
    chat.hide_line(Message.objects.get().id)
    assert [shown(page(user)) for user in (*people, None)] == [[]] * 5
