"""What all tests share. `manage.py test` sets DATABASE_URL and REDIS_URL to servers of its own."""

import os

import pytest
from django.core.cache import cache
from django.test import override_settings
from hypothesis import settings as hypothesis_settings

from games.engine.core.fair import commitment_to
from gouji_site.embedded.prepare import collect_static
from gouji_site.lib.ratelimit import within_limit

THOROUGH = int(os.environ.get("GOUJI_THOROUGH", "1"))

hypothesis_settings.register_profile(
    "gouji", deadline=None, max_examples=40 * THOROUGH, print_blob=True
)
hypothesis_settings.load_profile("gouji")


@pytest.fixture(scope="session", autouse=True)
def _static_files():
    """Pages name their style and scripts by the manifest that collecting writes."""
    collect_static()


@pytest.fixture(scope="session", autouse=True)
def _cheaply():
    """Nothing is limited, and no test waits for what makes a server strong.

    Looking through all static files is what a server does once and each of a thousand clients here would do again;
    a password is hashed a million times.
    """
    with override_settings(
        RATE_LIMITS=False,
        ACCOUNT_RATE_LIMITS=False,
        WHITENOISE_AUTOREFRESH=True,
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
    ):
        yield


@pytest.fixture
def known_deal():
    """A function that lets the next match of a table begin with a deal in which nobody must revolt: one in 400
    has a hand that answers by itself.
    """

    def commit(table):
        table.secret = "0" * 64
        table.commitment = commitment_to(table.secret)
        table.save(update_fields=["secret", "commitment"])

    return commit


@pytest.fixture
def all_but_one(settings, monkeypatch):
    """A function that uses up all but one of what somebody may do, in a window that lasts as long as the test."""
    settings.RATE_LIMITS = True
    monkeypatch.setattr("gouji_site.lib.ratelimit.time", lambda: 1000.0)
    cache.clear()

    def use(kind, who, *, most, seconds):
        for _ in range(most - 1):
            assert within_limit(kind, who, most=most, seconds=seconds)

    yield use
    cache.clear()


@pytest.fixture
def make_user(django_user_model):
    """A function that makes a user of that name."""
    return django_user_model.objects.create_user
