"""Guests, and the accounts they become."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import IntegrityError, connection
from django.test import Client
from django.urls import reverse

from accounts.forms import KeepGuestForm
from accounts.models import User
from accounts.services import keep_guest

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


def test_who_presses_save_twice_is_not_told_that_his_own_name_is_taken(client, monkeypatch):
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
