"""Every page in both languages, and how a reader gets the one they want."""

from dataclasses import replace
from datetime import datetime
from http import HTTPStatus
from importlib import import_module
from itertools import islice
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from accounts.languages import language_of, zone_of
from accounts.services import make_guest
from games.engine.core.texts import SeatName, Text, msgid, text
from games.engine.registry import GAMES, meta_of
from games.play.display import words
from games.play.display.card_display import card_faces, groups
from games.play.display.log_text import log_lines
from games.play.display.page_parts import Renderer
from games.play.display.screens.common import cards_in_words
from games.play.models import Match, Table
from games.play.services import moves
from games.play.state.info import SeatInfo
from gouji_site.lib.catalog import read_po
from gouji_site.management.commands.words import CATALOG
from tests.gouji_site.reading import HAN, chinese_in, texts_of
from tests.play.seated import open_full
from tests.play.test_screens import RULESETS, walk
from tests.records import matches
from tests.saying import en, zh

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")
ENGLISH, CHINESE = "en", "zh-hans"


@pytest.fixture(scope="module")
def english():
    """The texts of the English catalogue that nothing is filled into, and that are no code words either."""
    forms = {form for forms in read_po(CATALOG.read_text()).values() for form in forms}
    plain = {form for form in forms if "%(" not in form and "{" not in form}
    return {form for form in plain if len(form) > 3 and not (form.isalpha() and form.islower())}


@pytest.fixture
def told(monkeypatch):
    """Nothing is told or started: there are no workers here."""
    from games.play.services import broadcast

    for name in ("table_changed", "start_bots", "start_settling", "start_deliveries"):
        monkeypatch.setattr(broadcast, name, lambda *args, **details: None)


@pytest.fixture
def people(make_user):
    """Six users whose names are in neither language."""
    return [make_user(name) for name in NAMES]


def browser(language, user=None):
    """A browser that wants this language."""
    client = Client(headers={"Accept-Language": "en" if language == ENGLISH else "zh-CN"})
    if user is not None:
        client.force_login(user)
    return client


@pytest.fixture(params=[ENGLISH, CHINESE])
def read(request, english):
    """A function that checks that a page is in one language and says which status it came with."""
    language = request.param

    def in_one_language(response, status=HTTPStatus.OK):
        body = response if isinstance(response, str) else response.content.decode()
        if not isinstance(response, str):
            assert response.status_code == status, body[:400]
            if "<html" in body:
                wanted = "en" if language == ENGLISH else "zh-Hans"
                assert f'<html lang="{wanted}">' in body
        if language == ENGLISH:
            assert chinese_in(body) == []
        else:
            assert [text for text in texts_of(body) if text in english] == []

    in_one_language.language = language  # type: ignore[attr-defined]
    return in_one_language


def opened(people, ruleset, many):
    """A table of that ruleset with so many people seated."""
    return open_full(ruleset, people[:many])


# -- pages ---------------------------------------------------------------------------------------------


def test_the_pages_of_somebody_signed_out_are_in_one_language(read, told, people):
    table = opened(people, "gouji(games=1)", 2)
    client = browser(read.language)
    for name in ("lobby", "watch", "account_login", "account_signup", "fair", "account_inactive"):
        read(client.get(reverse(name)))
    read(client.get(reverse("lobby"), headers={"HX-Request": "true"}))
    read(client.get(reverse("fair_at", args=[table.code])))
    read(client.get(reverse("table", args=[table.code])))
    read(client.get(reverse("log", args=[table.code])))
    for key in GAMES:
        for preset in meta_of(key).presets:
            read(client.get(reverse("rules", args=[f"{key}:{preset.key}"])))
    read(client.post(reverse("account_login"), {"login": "x", "password": "y"}))
    read(client.post(reverse("account_signup"), {"username": "Ann", "password1": "1"}))
    read(client.post(reverse("account_signup"), {"username": "Guest12345678"}))
    read(client.get("/nowhere"), HTTPStatus.NOT_FOUND)


def test_the_pages_of_somebody_signed_in_are_in_one_language(read, told, people):
    client = browser(read.language, people[0])
    for name in (
        "lobby",
        "mine",
        "settings",
        "own_records",
        "account_logout",
    ):
        read(client.get(reverse(name)))
    for key in GAMES:
        read(client.get(reverse("open"), {"game": key}))
        read(client.post(reverse("open") + f"?game={key}"), HTTPStatus.UNPROCESSABLE_ENTITY)
    read(client.post(reverse("settings"), {"language": "de"}), HTTPStatus.UNPROCESSABLE_ENTITY)
    read(client.get(reverse("account_change_password")), HTTPStatus.FOUND)
    people[0].set_password("six spades 4")
    people[0].save()
    client.force_login(people[0])
    read(client.get(reverse("account_change_password")))
    read(client.get(reverse("account_reauthenticate")))
    read(client.post(reverse("account_reauthenticate"), {"password": "no"}))
    read(client.post(reverse("account_change_password"), {"oldpassword": "no"}))


def test_a_guest_reads_and_is_called_in_one_language(read, told):
    with translation.override(read.language):
        guest = make_guest()
    client = browser(read.language, guest)
    read(client.get(reverse("keep_guest")))
    read(client.post(reverse("keep_guest"), {"username": ""}), HTTPStatus.UNPROCESSABLE_ENTITY)
    taken = {"username": guest.username, "password": "1"}
    read(client.post(reverse("keep_guest"), taken), HTTPStatus.UNPROCESSABLE_ENTITY)


@pytest.mark.parametrize("name", ["游客王", "Guest1", "guest1", "GUESTS"])
def test_nobody_takes_a_name_that_looks_like_a_guests_in_any_language(client, name):
    data = {"username": name, "password1": "six spades 4"}
    answer = client.post(reverse("account_signup"), data)
    assert answer.status_code == HTTPStatus.OK
    assert "开头的名字留给游客" in answer.content.decode()


@pytest.mark.parametrize("name", ["400", "403", "403_csrf", "404", "429", "500"])
def test_an_error_page_is_in_one_language(read, name):
    with translation.override(read.language):
        read(render_to_string(f"{name}.html"))


@pytest.mark.parametrize("why", ["without_cookies", "elsewhere"])
def test_the_page_of_a_refused_post_is_in_one_language(read, why):
    with translation.override(read.language):
        read(render_to_string("403_csrf.html", {why: True}))


def test_a_refused_form_says_so_in_one_language(read, people):
    client = Client(enforce_csrf_checks=True, headers={"Accept-Language": read.language})
    read(client.post(reverse("guest")), HTTPStatus.FORBIDDEN)


@pytest.mark.parametrize("ruleset", ["gouji(games=1)", "shengji", "huolong"])
def test_a_table_is_in_one_language_for_players_and_watchers(read, told, people, ruleset):
    table = opened(people, ruleset, meta_of(ruleset.partition("(")[0]).seats - 1)
    address = reverse("table", args=[table.code])
    act = reverse("act", args=[table.code])
    player = browser(read.language, people[0])
    watcher = browser(read.language)
    for client in (player, watcher, browser(read.language, people[5])):
        read(client.get(address))
    read(player.post(act, {"do": "pass"}), HTTPStatus.CONFLICT)
    player.post(act, {"do": "bots"})
    for user in people[:5]:
        browser(read.language, user).post(act, {"do": "ready"})
    match = Match.objects.get(table=table)
    for turn in range(8):
        for client in (player, watcher):
            read(client.get(address))
        read((player, watcher)[turn % 2].get(reverse("log", args=[table.code])))
        for number, do in enumerate(("hint", "pass", "play")):
            seen = f"{match.id}-{Match.objects.get(id=match.id).last_prompt_version}"
            data = {"do": do, "seen": seen, "c": ["3Ca", "4Da"]}
            headers = {"HX-Request": "true"} if (turn + number) % 2 else {}
            answer = player.post(act, data, headers=headers)
            if answer.status_code != HTTPStatus.FOUND:
                read(answer, answer.status_code)
        Match.objects.filter(id=match.id).update(deadline=timezone.now())
        moves.expire(match_id=match.id)
    player.post(act, {"do": "auto"})
    read(player.get(address))
    Table.objects.filter(id=table.id).update(watch_delay=30)
    read(watcher.get(address))


@pytest.mark.parametrize("ruleset", ["gouji(games=1)", "shengji", "huolong"])
def test_records_are_in_one_language(read, told, make_user, monkeypatch, ruleset):
    monkeypatch.setattr(matches, "NAMES", NAMES)
    monkeypatch.setattr(matches, "SALTS", ("spring", "", "x", "y", "[0]", "z"))
    record = matches.recorded(make_user, matches.played(ruleset, seed=41))
    owner = record.players.get(seat=0).user
    client = browser(read.language, owner)
    read(client.get(reverse("own_records")))
    read(client.get(reverse("mine")))
    last = record.match.version
    for seat, seen in {"": (0, 20, last), "0": (1, last // 2), "all": (20, last)}.items():
        for move in seen:
            read(client.get(reverse("record", args=[record.match_id]), {"m": move, "seat": seat}))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whatever_happens_in_a_match_is_told_in_one_language(read, ruleset):
    with translation.override(read.language):
        for loaded, _ in islice(walk(ruleset, 3, 240), 0, None, 16):
            held = tuple(
                SeatInfo(number, None, "", "steady" if number else "")
                for number in range(len(loaded.seats))
            )
            shown = replace(loaded, seats=held)
            renderer = Renderer()
            pictures = [renderer.own(shown, seat) for seat in (None, *range(len(held)))]
            for html in {html for each in pictures for html in each.values()}:
                read(html)
            for html in renderer.public(shown).values():
                read(html)
            told = log_lines(shown, 3)
            assert all(bool(HAN.search(line)) == (read.language == CHINESE) for line in told)


def test_every_text_of_the_rules_and_the_table_is_in_two_languages():
    texts: list[Text | str] = [*words.TABLE_REFUSALS.values()]
    for key in GAMES:
        meta = meta_of(key)
        texts += [meta.title, *import_module(f"games.engine.{key}.words").REFUSALS.values()]
        for chapter in import_module(f"games.engine.{key}.how_to_play").HOW_TO_PLAY:
            texts += [chapter.title, *chapter.lines, *(each.says for each in chapter.examples)]
        parts: list[Any] = [*meta.presets, *meta.options]
        for each in parts:
            texts += [each.label, each.help]
        texts += [value.label for option in meta.options for value in option.values]
    assert [en(text) for text in texts if HAN.search(en(text))] == []
    assert all(zh(text) and en(text) for text in texts)


def test_what_is_remembered_of_one_language_is_not_shown_in_the_other():
    from games.engine.core.cards import take_all

    cards = take_all("BsKKK")
    shown: dict[str, Any] = {}
    for language in (CHINESE, ENGLISH, CHINESE, ENGLISH):
        with translation.override(language):
            now = (card_faces(cards), groups(cards), cards_in_words(cards))
            assert shown.setdefault(language, now) == now
            has = HAN.search(str(now)) is not None
            assert has == (language == CHINESE)


def test_a_text_is_translated_with_all_that_is_filled_in_and_a_context_is_never_shown():
    said = text(msgid("{seat} 先发牌（上班）"), seat=SeatName(1))
    again = msgid("被闷", "option")
    with translation.override(CHINESE):
        assert words.said(said, ("安", "柏")) == "柏 先发牌（上班）"
        assert words.said(again) == "被闷"
        assert words.said(msgid("没有译文", "option")) == "没有译文"
    with translation.override(ENGLISH):
        assert words.said(said, ("安", "柏")) == "柏 leads first (by showing)"
        assert words.said(again) == "When stifled"
        assert words.said(msgid("没有译文", "option")) == "没有译文"


# -- choosing ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", CHINESE),
        ("en", ENGLISH),
        ("en-GB,en;q=0.8", ENGLISH),
        ("zh-CN,zh;q=0.9,en;q=0.8", CHINESE),
        ("zh-TW", CHINESE),
        ("de,en;q=0.5", ENGLISH),
        ("fr", CHINESE),
        ("*", CHINESE),
        ("en" * 4000, CHINESE),
        (";;;q=\x00", CHINESE),
    ],
)
def test_a_browser_that_has_chosen_nothing_gets_its_language_or_chinese(accepted, language):
    assert language_of(None, {}, accepted) == language


def test_the_choice_of_a_user_counts_before_the_cookies_and_that_before_the_browsers(make_user):
    user = make_user("Ann")
    cookies = {"django_language": CHINESE}
    assert language_of(user, {}, "en") == ENGLISH
    assert language_of(user, cookies, "en") == CHINESE
    user.language = ENGLISH
    assert language_of(user, cookies, "zh") == ENGLISH
    assert language_of(user, {"django_language": "../../x"}, "zh") == ENGLISH
    assert language_of(None, {"django_language": "../../x"}, "en") == ENGLISH


def test_one_press_changes_the_language_and_comes_back_to_the_page(client):
    page = client.get(reverse("watch") + "?game=gouji").content.decode()
    assert 'name="language" value="en"' in page
    assert 'name="next" value="/watch/?game=gouji"' in page
    answer = client.post(reverse("language"), {"language": "en", "next": "/watch/?game=gouji"})
    assert answer["Location"] == "/watch/?game=gouji"
    page = client.get(answer["Location"])
    assert '<html lang="en">' in page.content.decode()
    assert 'name="language" value="zh-hans"' in page.content.decode()
    assert page["Content-Language"] == "en"


def test_the_press_of_somebody_signed_in_is_kept_for_other_browsers(client, make_user):
    user = make_user("Ann")
    client.force_login(user)
    client.post(reverse("language"), {"language": "en"})
    assert browser(CHINESE, user).get(reverse("lobby"))["Content-Language"] == "en"
    client.post(reverse("language"), {"language": "zh-hans"})
    assert browser(ENGLISH, user).get(reverse("lobby"))["Content-Language"] == "zh-hans"


@pytest.mark.parametrize("after", ["//evil.example/", "https://evil.example/", "javascript:x", ""])
def test_a_press_leads_to_no_other_site(client, after):
    answer = client.post(reverse("language"), {"language": "en", "next": after})
    assert answer["Location"] == reverse("lobby")


def test_a_language_that_is_not_spoken_here_changes_nothing(client, make_user):
    user = make_user("Ann")
    client.force_login(user)
    answer = client.post(reverse("language"), {"language": "xx"})
    user.refresh_from_db()
    assert "django_language" not in answer.cookies
    assert user.language == ""


def test_a_press_without_the_csrf_token_is_refused(db):
    client = Client(enforce_csrf_checks=True)
    assert client.post(reverse("language"), {"language": "en"}).status_code == HTTPStatus.FORBIDDEN
    assert client.get(reverse("language")).status_code == HTTPStatus.METHOD_NOT_ALLOWED


def test_settings_keep_language_and_time_zone_and_can_give_them_back_to_the_browser(
    client, make_user
):
    user = make_user("Ann")
    client.force_login(user)
    client.post(reverse("settings"), {"language": "en", "time_zone": "Europe/Berlin"})
    user.refresh_from_db()
    assert (user.language, user.time_zone) == ("en", "Europe/Berlin")
    assert "Your settings are kept." in client.get(reverse("settings")).content.decode()
    client.post(reverse("settings"), {"language": "", "time_zone": ""})
    user.refresh_from_db()
    assert (user.language, user.time_zone) == ("", "")
    assert client.get(reverse("lobby"))["Content-Language"] == CHINESE


# -- time zones ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["", "Mars/Olympus", "../../etc/passwd", "/etc/passwd", "Asia", "Asia/", "x" * 500, "\x00/a"],
)
def test_a_zone_that_is_none_is_passed_over(name):
    assert zone_of(None, {"zone": name}) is None


def test_the_zone_of_a_user_counts_before_the_browsers(make_user):
    user = make_user("Ann")
    assert zone_of(user, {"zone": "Asia/Tokyo"}) == ZoneInfo("Asia/Tokyo")
    user.time_zone = "Europe/Berlin"
    assert zone_of(user, {"zone": "Asia/Tokyo"}) == ZoneInfo("Europe/Berlin")


def test_times_are_shown_in_the_readers_zone(make_user, told):
    record = matches.recorded(make_user, matches.played("gouji(games=1)", seed=1))
    ended = datetime(2026, 3, 1, 20, 30, tzinfo=ZoneInfo("UTC"))
    type(record).objects.filter(pk=record.pk).update(ended_at=ended)
    client = browser(CHINESE, record.players.get(seat=0).user)
    for zone, shown in (
        ("", "2026-03-02 04:30"),
        ("Europe/London", "2026-03-01 20:30"),
        ("America/New_York", "2026-03-01 15:30"),
    ):
        client.cookies["zone"] = zone
        assert shown in client.get(reverse("own_records")).content.decode()
