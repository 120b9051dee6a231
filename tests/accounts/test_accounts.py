"""Guests, and the accounts they become."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection
from django.templatetags.static import static
from django.test import Client
from django.urls import reverse

from accounts.forms import KeepGuestForm
from accounts.models import User
from accounts.services import keep_guest
from accounts.validators import check_name

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def test_one_click_makes_a_guest_and_signs_it_in(client):
    answer = client.post(reverse("guest"))
    guest = User.objects.get()
    assert (guest.is_guest, guest.has_usable_password()) == (True, False)
    assert guest.username.startswith("游客")
    assert client.session["_auth_user_id"] == str(guest.id)
    assert answer["Location"] == reverse("lobby")


def test_somebody_signed_in_is_not_made_a_guest(client, make_user):
    client.force_login(make_user("安"))
    client.post(reverse("guest"))
    assert User.objects.count() == 1


def test_a_guest_goes_on_to_where_it_wanted_but_never_to_another_site(client):
    assert client.post(reverse("guest"), {"next": "/open/"})["Location"] == "/open/"
    other = Client().post(reverse("guest"), {"next": "https://evil.example/"})
    assert other["Location"] == reverse("lobby")


def test_guests_are_not_made_by_get(client):
    assert client.get(reverse("guest")).status_code == 405


def test_a_guest_is_kept_by_choosing_a_name_and_a_password(client):
    client.post(reverse("guest"))
    guest = User.objects.get()

    answer = client.post(reverse("keep_guest"), {"username": "老张", "password": "崂山啤酒2026"})

    assert answer.status_code == 302
    guest.refresh_from_db()
    assert (guest.username, guest.is_guest) == ("老张", False)
    assert client.session["_auth_user_id"] == str(guest.id)
    later = Client()
    assert later.login(username="老张", password="崂山啤酒2026")


@pytest.mark.parametrize(
    ("username", "password"),
    [
        ("老王", "崂山啤酒2026"),
        ("老张", "12345678"),
        ("老张", "short"),
        ("", "崂山啤酒2026"),
        ("一二三四五六七八九十一二三", "崂山啤酒2026"),
        ("游客123456", "崂山啤酒2026"),
        ("老 张", "崂山啤酒2026"),
    ],
)
def test_a_guest_is_not_kept_under_a_bad_or_taken_name_or_password(
    client, make_user, username, password
):
    make_user("老王")
    client.post(reverse("guest"))
    answer = client.post(reverse("keep_guest"), {"username": username, "password": password})
    assert answer.status_code == 422
    assert User.objects.get(is_guest=True).username.startswith("游客")


def test_only_a_guest_is_asked_to_keep_its_account(client, make_user):
    client.force_login(make_user("安"))
    assert client.get(reverse("keep_guest"))["Location"] == reverse("lobby")


def test_signing_up_takes_a_name_and_a_password(client):
    data = {"username": "老张", "password1": "崂山啤酒2026"}
    answer = client.post(reverse("account_signup"), data)
    assert answer.status_code == 302
    assert client.session["_auth_user_id"] == str(User.objects.get(username="老张").id)


def test_signing_up_with_a_guests_kind_of_name_is_refused(client):
    data = {"username": "游客123456", "password1": "崂山啤酒2026"}
    assert client.post(reverse("account_signup"), data).status_code == 200
    assert not User.objects.exists()


@pytest.mark.parametrize(
    "name", ["安\u3164", "安\u115f", "ＧＵＥＳＴ１", "𝓐nna", "ｱﾝ", "安\u200b", "\u202e安"]
)
def test_no_name_looks_like_anothers_by_letters_that_hide_or_dress_up(client, make_user, name):
    make_user("安")
    data = {"username": name, "password1": "崂山啤酒2026"}
    assert client.post(reverse("account_signup"), data).status_code == 200
    assert User.objects.count() == 1


def test_a_guest_that_is_kept_twice_at_once_has_what_was_saved_first(client, make_user):
    guest = make_user("游客123456", is_guest=True)
    stale = User.objects.get(id=guest.id)
    assert keep_guest(guest, username="老张", password="崂山啤酒2026")
    assert not keep_guest(stale, username="老李", password="别的密码2026")
    assert User.objects.get().username == "老张"
    assert Client().login(username="老张", password="崂山啤酒2026")


def test_who_presses_save_twice_is_not_told_that_their_own_name_is_taken(client, monkeypatch):
    client.post(reverse("guest"))
    valid = KeepGuestForm.is_valid

    def first_press_ends_meanwhile(form):
        keep_guest(form.user, username="老张", password="崂山啤酒2026")
        return valid(form)

    monkeypatch.setattr(KeepGuestForm, "is_valid", first_press_ends_meanwhile)
    answer = client.post(reverse("keep_guest"), {"username": "老张", "password": "崂山啤酒2026"})
    assert (answer.status_code, answer["Location"]) == (302, reverse("lobby"))


@pytest.mark.django_db(transaction=True)
def test_of_two_who_take_one_name_in_two_cases_at_once_one_has_it(make_user):
    guests = [make_user(f"游客12345{number}", is_guest=True) for number in range(2)]
    both = Barrier(2)

    def keep(guest, name):
        both.wait(10)
        try:
            return keep_guest(guest, username=name, password="崂山啤酒2026")
        except IntegrityError:
            return False
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        kept = list(pool.map(keep, guests, ("anna", "Anna")))
    assert sorted(kept) == [False, True]
    assert User.objects.filter(username__iexact="anna").count() == 1


def test_signing_in_with_the_wrong_password_is_refused(client, make_user):
    make_user("老张", password="崂山啤酒2026")
    client.post(reverse("account_login"), {"login": "老张", "password": "别的密码2026"})
    assert "_auth_user_id" not in client.session


def test_signing_out_needs_a_post(client, make_user):
    client.force_login(make_user("安"))
    client.get(reverse("account_logout"))
    assert "_auth_user_id" in client.session
    client.post(reverse("account_logout"))
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize(
    "after", ["table", "foo", "?x", "http:/x", "é", "/\r\nX: 1", "//evil.example"]
)
def test_a_guest_who_wants_to_go_nowhere_goes_on_all_the_same(client, after):
    answer = client.post(reverse("guest"), {"next": after})
    assert answer.status_code == 302
    assert answer["Location"].startswith("/")
    assert not answer["Location"].startswith("//")


def test_guests_behind_a_proxy_are_counted_by_their_own_address(client, settings, all_but_one):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    all_but_one("guest", "192.0.2.1", most=30, seconds=600)

    def come(address):
        Client(REMOTE_ADDR="10.0.0.1", headers={"X-Forwarded-For": address}).post(reverse("guest"))
        return User.objects.count()

    assert [come("192.0.2.1") for _ in range(2)] == [1, 1]
    assert come("192.0.2.2") == 2


def test_a_guest_who_wants_to_change_its_password_is_asked_to_keep_the_account(client):
    client.post(reverse("guest"))
    answer = client.get(reverse("account_change_password"), follow=True)
    assert answer.redirect_chain[-1][0] == reverse("keep_guest")
    assert answer.status_code == 200


def test_of_two_who_sign_up_with_one_name_at_once_the_second_is_asked_for_another(
    client, make_user, monkeypatch
):
    make_user("老张")
    monkeypatch.setattr(
        "allauth.account.internal.userkit.filter_users_by_username", lambda *_: User.objects.none()
    )
    data = {"username": "老张", "password1": "崂山啤酒2026"}
    answer = client.post(reverse("account_signup"), data, follow=True)
    assert answer.status_code == 200
    assert "刚刚被别人用了" in answer.content.decode()
    assert "_auth_user_id" not in client.session


# -- every refusal names its own rule ------------------------------------------------------------------

PASSWORD = "崂山啤酒2026"
TOO_LONG, SPACE, HIDDEN = "名字最多 12 个字。", "名字里不能有空格。", "看不见的或变形的字"
GUESTS, TAKEN = "开头的名字留给游客", "已存在一位使用该名字的用户"
RULES = (
    TOO_LONG,
    SPACE,
    HIDDEN,
    GUESTS,
    TAKEN,
    "名字里不能有“",
    "合法的用户名",
    "空字符串",
    "变量",
)
REFUSED = [
    ("一二三四五六七八九十一二三", TOO_LONG),
    ("a" * 151, TOO_LONG),
    ("老 张", SPACE),
    ("老\u3000张", SPACE),
    ("老😀张", "名字里不能有“😀”"),
    ("👨\u200d👩", "名字里不能有“👨”"),
    ("阿·里", "名字里不能有“·”"),
    ("a/b", "名字里不能有“/”"),
    ("a\u200b", HIDDEN),
    ("a\0b", HIDDEN),
    ("ＧＵＥＳＴ", HIDDEN),
    ("游客1", GUESTS),
    ("老王", TAKEN),
    ("老张", None),
    ("Anna.B-c_1", None),
]


@pytest.mark.parametrize(("name", "rule"), REFUSED)
def test_a_name_that_is_refused_at_signing_up_is_told_the_rule_that_it_breaks(
    client, make_user, name, rule
):
    make_user("老王")
    answer = client.post(reverse("account_signup"), {"username": name, "password1": PASSWORD})
    assert (answer.status_code == 302) == (rule is None)
    said = "" if rule is None else "".join(answer.context["form"].errors["username"])
    assert [each for each in RULES if each in said] == [
        each for each in RULES if rule and each in rule
    ]
    assert rule is None or rule in said


@pytest.mark.parametrize(("name", "rule"), REFUSED)
def test_a_guest_who_keeps_the_account_is_told_the_same_rules(client, make_user, name, rule):
    make_user("老王")
    form = KeepGuestForm({"username": name, "password": PASSWORD}, user=User())
    assert form.is_valid() == (rule is None)
    assert rule is None or [rule in said for said in form.errors["username"]] == [True]


def test_no_rule_but_ours_decides_on_the_letters_of_a_name():
    """Whatever our rules let pass Django's own lets pass too: else it would refuse in words that are not true."""
    validate = User._meta.get_field("username").validators[0]
    for number in range(0x3000):
        try:
            check_name(chr(number))
        except ValidationError:
            continue
        validate(chr(number))


@pytest.mark.parametrize("page", ["account_signup", "keep_guest"])
def test_a_password_that_is_too_short_is_refused_in_the_language_of_the_page(client, page):
    client.post(reverse("guest")) if page == "keep_guest" else None
    data = {"username": "老张", "password": "ab1", "password1": "ab1"}
    assert "密码至少 8 位。" in client.post(reverse(page), data).content.decode()


def test_the_password_of_a_guest_is_held_against_the_name_that_is_chosen(make_user):
    guest = make_user("游客748291", is_guest=True)

    def refused(name, password):
        form = KeepGuestForm({"username": name, "password": password}, user=guest)
        return "password" in form.errors

    assert refused("qinglongshan", "qinglongshan1")
    assert not refused("qinglongshan", "游客748291x")


def test_blanks_around_a_kept_password_are_a_part_of_it_as_at_signing_in(client):
    client.post(reverse("guest"))
    client.post(reverse("keep_guest"), {"username": "老张", "password": f" {PASSWORD} "})
    answer = Client().post(reverse("account_login"), {"login": "老张", "password": f" {PASSWORD} "})
    assert answer.status_code == 302


# -- posts that are refused ----------------------------------------------------------------------------

COOKIES, OLD, ELSEWHERE = "需要 Cookie", "页面放得太久了", "从别处来的操作"


@pytest.mark.parametrize(
    ("cookies", "headers", "said"),
    [
        ({}, {}, COOKIES),
        ({"sessionid": "x"}, {}, COOKIES),
        ({}, {"Origin": "http://testserver"}, COOKIES),
        ({"csrftoken": "x" * 32}, {}, OLD),
        ({"csrftoken": "x" * 32}, {"Origin": "https://evil.example"}, ELSEWHERE),
        ({"csrftoken": "x" * 32}, {"Origin": "null"}, ELSEWHERE),
    ],
)
def test_a_post_that_is_refused_is_told_why(cookies, headers, said):
    browser = Client(enforce_csrf_checks=True, headers=headers)
    browser.cookies.load(cookies)
    answer = browser.post(reverse("guest"))
    assert answer.status_code == 403
    shown = answer.content.decode()
    assert [words for words in (COOKIES, OLD, ELSEWHERE) if words in shown] == [said]


# -- what may be kept ----------------------------------------------------------------------------------


@pytest.mark.parametrize("guest", [True, False])
def test_no_page_of_somebody_signed_in_is_kept_by_browser_or_proxy(client, make_user, guest):
    client.force_login(make_user("安", is_guest=guest))
    for name in ("lobby", "watch", "mine", "settings", "fair", "open", "own_records", "keep_guest"):
        assert "no-store" in client.get(reverse(name)).headers["Cache-Control"], name
    rules = client.get(reverse("rules", args=["gouji:classic"]))
    for answer in (rules, client.get("/nowhere"), client.post(reverse("guest"))):
        assert "no-store" in answer.headers["Cache-Control"]


def test_the_answers_by_which_somebody_comes_and_goes_are_not_kept_either(client):
    assert "no-store" in client.post(reverse("guest")).headers["Cache-Control"]
    assert "no-store" in client.post(reverse("account_logout")).headers["Cache-Control"]
    assert "no-store" not in client.get(reverse("rules", args=["gouji:classic"])).headers.get(
        "Cache-Control", ""
    )


def test_style_and_scripts_are_kept_for_a_year_by_somebody_signed_in_too(client, make_user):
    client.force_login(make_user("安"))
    answer = client.get(static("bundles/site.css"))
    assert answer.status_code == 200
    assert "no-store" not in answer.headers["Cache-Control"]
    assert "immutable" in answer.headers["Cache-Control"]
