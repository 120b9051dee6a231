"""Sessions name their user as long as they last, and do not pile up."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY
from django.contrib.sessions.models import Session
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from accounts.tasks import forget_old_sessions
from games.play.services import seats

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def test_a_session_that_has_run_out_is_forgotten_and_a_live_one_kept():
    now = timezone.now()
    for key, days in (("over", -1), ("live", 1)):
        Session.objects.create(
            session_key=key, session_data="", expire_date=now + timedelta(days=days)
        )
    forget_old_sessions()
    forget_old_sessions()
    assert list(Session.objects.values_list("session_key", flat=True)) == ["live"]


def test_it_is_done_every_day():
    entry = settings.CELERY_BEAT_SCHEDULE["sessions"]
    assert (entry["task"], entry["schedule"]) == (forget_old_sessions.name, 24 * 60 * 60)


@pytest.fixture
def known(client, make_user):
    """A client signed in as a user, both."""
    user = make_user("安", language="en", time_zone="Asia/Tokyo")
    client.force_login(user)
    return client, user


def _reader(client):
    reader = client.get(reverse("lobby")).wsgi_request.user
    return reader if reader.is_authenticated else None


def test_a_session_names_its_user_with_all_that_is_known_of_them(known):
    client, user = known
    reader = _reader(client)
    fields = [field.attname for field in user._meta.concrete_fields]
    user.refresh_from_db()
    assert {name: getattr(reader, name) for name in fields} == {
        name: getattr(user, name) for name in fields
    }
    assert not reader._state.adding
    assert not reader.get_deferred_fields()


def test_a_session_that_has_run_out_names_nobody(known):
    client, _ = known
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert _reader(client) is None


def test_a_session_that_is_not_there_any_more_names_nobody(known):
    client, _ = known
    Session.objects.all().delete()
    assert _reader(client) is None


def test_a_session_whose_text_was_changed_names_nobody(known):
    client, _ = known
    session = Session.objects.get()
    session.session_data = session.session_data[:-1] + "?"
    session.save()
    assert _reader(client) is None


@pytest.mark.parametrize("key", ["", "short", "x" * 32, "x" * 5000, "' OR 1=1 --" * 3])
def test_a_made_up_session_key_names_nobody(known, key):
    client, _ = known
    client.cookies[settings.SESSION_COOKIE_NAME] = key
    assert _reader(client) is None


def test_a_user_who_may_not_sign_in_any_more_is_nobody(known):
    client, user = known
    user.is_active = False
    user.save()
    assert _reader(client) is None


def test_a_user_who_is_gone_is_nobody(known):
    client, user = known
    user.delete()
    assert _reader(client) is None


def test_a_new_password_ends_the_other_sessions(known):
    client, user = known
    user.set_password("a new one, and a long one")
    user.save()
    assert _reader(client) is None


def test_what_is_told_to_somebody_who_never_looks_does_not_pile_up(known):
    client, user = known
    table = seats.open_table(user=user, ruleset="gouji")
    before = dict(client.session)
    for _ in range(60):
        assert client.post(reverse("chat", args=[table.code]), {"say": ""}).status_code == 302
    assert dict(client.session) == before
    assert len(client.cookies["messages"].value) < 3000
    page = client.get(reverse("table", args=[table.code]))
    assert "The request was incomplete" in page.content.decode()
    assert client.cookies["messages"].value == ""


def test_a_stranger_who_is_refused_leaves_no_session_behind(all_but_one):
    all_but_one("guest", "127.0.0.1", most=31, seconds=600)
    for _ in range(3):
        assert Client().post(reverse("guest")).status_code == 302
    assert not Session.objects.exists()


@pytest.mark.parametrize(
    "backend",
    [
        "allauth.account.auth_backends.AuthenticationBackend",
        "django.contrib.auth.backends.ModelBackend",
    ],
)
def test_a_guest_whose_session_began_before_our_backend_is_known_and_the_session_brought_up_to_date(
    client, make_user, backend
):
    guest = make_user("游客123456", is_guest=True)
    with override_settings(
        AUTHENTICATION_BACKENDS=[backend], SESSION_ENGINE="django.contrib.sessions.backends.db"
    ):
        client.force_login(guest, backend)
    table = seats.open_table(user=guest, ruleset="gouji")

    assert _reader(client) == guest
    assert Session.objects.get().get_decoded()[BACKEND_SESSION_KEY] == "accounts.sessions.Backend"
    assert table.code in client.get(reverse("mine")).content.decode()


def test_a_session_that_names_any_other_way_to_sign_in_names_nobody(known):
    client, _ = known
    session = client.session
    session[BACKEND_SESSION_KEY] = "somewhere.else.Backend"
    session.save()
    assert _reader(client) is None
